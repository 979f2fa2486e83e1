import { deepEqual, ok } from 'node:assert/strict';
import { readPages } from './source.ts';
import { conflictsAreSolved, missingFiles, readTexts } from './tree.ts';

describe('the tree', () => {
  const files = readTexts();
  const marked = (sign: string) => `a\n${sign.repeat(7)} main\nb`;

  it('contains no unresolved merge conflict', () => {
    for (const path of ['README.md', 'pnpm-lock.yaml', 'docs/reference/openapi.json', 'Dockerfile', '.gitignore']) {
      ok(
        files.some((file) => file.path === path),
        path,
      );
    }
    deepEqual(conflictsAreSolved(files), []);
  });

  it('contains no unresolved merge conflict: recognizes the markers', () => {
    const texts = [marked('<'), marked('>'), marked('|'), 'Title\n=======\n', 'a <<<<<<< b', '<'.repeat(8)];
    const found = texts.flatMap((text, index) => conflictsAreSolved([{ path: `${index}.yaml`, text }]));
    deepEqual(
      found.map((finding) => finding.split(' ', 1)[0]),
      ['0.yaml:2', '1.yaml:2', '2.yaml:2'],
    );
  });

  it('contains every file that a page names', () =>
    deepEqual(
      missingFiles(
        readPages(),
        files.map(({ path }) => path),
      ),
      [],
    ));

  it('contains every file that a page names: accepts paths relative to the root or the page, and ends of paths', () => {
    const paths = ['packages/kit/src/route.ts', 'packages/kit/README.md', 'package.json'];
    const text =
      '`packages/kit/src/route.ts`, `src/route.ts`,\n`route.ts`, `../../package.json`, `x.schema.ts`, `on-<event>.ts`,\n`oute.ts`\n`routes.ts`';
    deepEqual(missingFiles([{ path: 'packages/kit/README.md', text }], paths), [
      'packages/kit/README.md:3 unknown file: oute.ts',
      'packages/kit/README.md:4 unknown file: routes.ts',
    ]);
  });
});
