import { deepEqual, ok } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { referencePages } from '../../tools/generate-reference.ts';
import { brokenCommands, brokenLinks, loudCommands, missingPages, stalePages, unreadableGuides, type World } from './pages.ts';
import { readFiles, readPages, root } from './source.ts';

const exists = (path: string): boolean => globSync(path.replaceAll(/["']/g, ''), { cwd: root }).length > 0;
const [manifest] = readFiles('package.json');
const { scripts } = JSON.parse(manifest?.text ?? '{}') as { scripts: Record<string, string> };
const world: World = { exists, scripts: Object.keys(scripts) };

describe('pages', () => {
  const pages = readPages();

  it('have no broken links', () => deepEqual(brokenLinks(pages, world), []));

  it('have no broken links: reports planted violations', () => {
    const text = [
      '# Some title',
      '[a](b.md) [c](../no.md)',
      '[d](#some-title) [e](#another-title) [f](b.md#second) [g](b.md#third)',
      '[h](https://example.org/no) `[i](no.md)`',
      '```md\n[j](no.md)\n```',
    ].join('\n');
    const planted = [
      { path: 'docs/a.md', text },
      { path: 'docs/b.md', text: '## Second' },
    ];
    deepEqual(brokenLinks(planted, { exists: (path) => ['docs/a.md', 'docs/b.md'].includes(path) }), [
      'docs/a.md:2 the link ../no.md is broken',
      'docs/a.md:3 the link #another-title is broken',
      'docs/a.md:3 the link b.md#third is broken',
    ]);
  });

  it('contain only commands that work', () => deepEqual(brokenCommands(pages, world), []));

  it('contain only commands that work: reports planted violations', () => {
    const text = [
      '```sh',
      'npm start && npm run check # and then; whatever',
      'npm run nothing',
      'npm run --silent check > report.txt',
      'PORT=1 npm test -- --only nowhere',
      'npm test -- --only kit',
      'curl -d \'{"a": "b; c"}\' \\',
      '  localhost | sort-it',
      'frobnicate --all',
      'node no-such-file.ts',
      'KEY=$(openssl rand -hex 28)',
      'KEY=$(conjure-a-key)',
      '```',
      '```js\nnpm run nothing-either\n```',
    ].join('\n');
    const findings = [
      'a.md:1 unknown script: nothing',
      'a.md:1 unknown file: nowhere',
      'a.md:1 sort-it is not a known program: add it to pages.ts if readers have it',
      'a.md:1 frobnicate is not a known program: add it to pages.ts if readers have it',
      'a.md:1 unknown file: no-such-file.ts',
      'a.md:1 conjure-a-key is not a known program: add it to pages.ts if readers have it',
    ];
    deepEqual(brokenCommands([{ path: 'a.md', text }], world), findings);
  });

  it('begin with the console or the command line if they are guides, and have no wide code', () => {
    const guides = ['docs/cli.md', 'docs/integrations.md', 'docs/release-plans.md', 'docs/start.md'];
    const isGuide = ({ path }: { readonly path: string }) => path.startsWith('docs/guides/') || guides.includes(path);
    ok(pages.filter(isGuide).length > 9);
    deepEqual(unreadableGuides(pages.filter(isGuide)), []);
  });

  it('begin with the console or the command line: reports planted guides', () => {
    const request = '```sh [API]\ncurl -s http://localhost:4242\n```\n';
    const page = (text: string) => [{ path: 'a.md', text }];
    deepEqual(unreadableGuides(page(request)), ['a.md shows a request before the console or the command line']);
    deepEqual(unreadableGuides(page(`![x](x.jpg)\n::: code-group\n\n${request}`)), ['a.md:2 the API is in the first tab']);
    deepEqual(unreadableGuides(page(`\`\`\`sh\nnpm ${'x'.repeat(65)}\n\`\`\`\n`)), [`a.md:1 too wide: npm ${'x'.repeat(65)}`]);
    deepEqual(unreadableGuides(page(`![x](x.jpg)\n${request}`)), []);
  });

  it('redirect only the output of silent commands', () => deepEqual(loudCommands(pages), []));

  it('redirect only the output of silent commands: reports planted violations', () => {
    const text = [
      '```sh',
      'npm run check || npm run format',
      'npm run --silent rights -- mysql > rights.sql',
      '```',
      '```sh\nnpm run rights -- \\\n  mysql > rights.sql\n```',
      'Use `npm run check | head`, not `npm run -s check | head`.',
      '| `npm run suite -- <name>` | runs a suite |',
    ].join('\n');
    deepEqual(loudCommands([{ path: 'a.md', text }]), [
      'a.md:5 npm run rights --    mysql prints lines of npm: use npm run --silent',
      'a.md:9 npm run check prints lines of npm: use npm run --silent',
    ]);
  });

  it('introduce every package and service in at most thirty lines', () => {
    const folders = readFiles('{packages,services}/*/package.json').map(({ path }) => dirname(path));
    ok(folders.length >= 15);
    deepEqual(missingPages(pages, folders), []);
  });

  it('introduce every package and service: reports planted violations', () => {
    const planted = [
      { path: 'packages/a/README.md', text: 'a\n'.repeat(30) },
      { path: 'packages/b/README.md', text: 'b\n'.repeat(31) },
    ];
    deepEqual(missingPages(planted, ['packages/a', 'packages/b', 'packages/c']), [
      'packages/b/README.md:30 has 31 lines, at most 30 allowed',
      'packages/c/README.md:1 is missing',
    ]);
  });

  it('match their source if they are generated', () => {
    ok(referencePages.length >= 4);
    deepEqual(stalePages(readFiles('docs/reference/*.*', 'docs/reference/cli/*', 'deploy/compose/*.yml'), referencePages), []);
  });

  it('match their source if they are generated: reports planted violations', () => {
    const planted = [
      { path: 'docs/a.md', text: 'old' },
      { path: 'docs/b.md', text: 'same' },
    ];
    const generated = [
      { path: 'docs/a.md', text: 'new' },
      { path: 'docs/b.md', text: 'same' },
      { path: 'docs/c.md', text: 'absent' },
    ];
    deepEqual(stalePages(planted, generated), [
      'docs/a.md:1 is out of date: run npm run reference',
      'docs/c.md:1 is out of date: run npm run reference',
    ]);
  });
});
