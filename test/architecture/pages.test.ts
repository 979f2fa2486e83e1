import { deepEqual, ok } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { referencePages } from '../../tools/generate-reference.ts';
import { brokenCommands, brokenLinks, missingPages, stalePages, type World } from './pages.ts';
import { readFiles, readPages, root } from './source.ts';

const exists = (path: string): boolean => globSync(path.replaceAll(/["']/g, ''), { cwd: root }).length > 0;
const [manifest] = readFiles('package.json');
const { scripts } = JSON.parse(manifest?.text ?? '{}') as { scripts: Record<string, string> };
const world: World = { exists, scripts: Object.keys(scripts) };

describe('pages', () => {
  const pages = readPages();

  it('link to what is there', () => deepEqual(brokenLinks(pages, world), []));

  it('link to what is there: reports what is planted', () => {
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
      'docs/a.md:2 the link ../no.md leads nowhere',
      'docs/a.md:3 the link #another-title leads nowhere',
      'docs/a.md:3 the link b.md#third leads nowhere',
    ]);
  });

  it('name commands that work', () => deepEqual(brokenCommands(pages, world), []));

  it('name commands that work: reports what is planted', () => {
    const text = [
      '```sh',
      'npm start && npm run check # and then; whatever',
      'npm run nothing',
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
      'a.md:1 there is no script nothing',
      'a.md:1 there is no nowhere',
      'a.md:1 sort-it is not a program that a reader has',
      'a.md:1 frobnicate is not a program that a reader has',
      'a.md:1 there is no no-such-file.ts',
      'a.md:1 conjure-a-key is not a program that a reader has',
    ];
    deepEqual(brokenCommands([{ path: 'a.md', text }], world), findings);
  });

  it('introduce every package and service in at most thirty lines', () => {
    const folders = readFiles('{packages,services}/*/package.json').map(({ path }) => dirname(path));
    ok(folders.length >= 15);
    deepEqual(missingPages(pages, folders), []);
  });

  it('introduce every package and service: reports what is planted', () => {
    const planted = [
      { path: 'packages/a/README.md', text: 'a\n'.repeat(30) },
      { path: 'packages/b/README.md', text: 'b\n'.repeat(31) },
    ];
    deepEqual(missingPages(planted, ['packages/a', 'packages/b', 'packages/c']), [
      'packages/b/README.md:30 has 31 lines, at most 30 are read',
      'packages/c/README.md:1 is missing',
    ]);
  });

  it('generated pages are what their source says today', () => {
    ok(referencePages.length >= 4);
    deepEqual(stalePages(readFiles('docs/reference/*', 'deploy/compose/*.yml'), referencePages), []);
  });

  it('are generated afresh: reports what is planted', () => {
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
      'docs/a.md:1 is stale: npm run reference writes it',
      'docs/c.md:1 is stale: npm run reference writes it',
    ]);
  });
});
