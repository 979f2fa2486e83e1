import { deepEqual, ok } from 'node:assert/strict';
import { readCode, readFiles } from './source.ts';
import { undocumented } from './surface.ts';

/** Files in the `exports` of a package. */
function entriesOf(manifest: { path: string; text: string }): string[] {
  const { exports = {} } = JSON.parse(manifest.text) as { exports?: Record<string, string> };
  return Object.values(exports).map((entry) => manifest.path.replace('package.json', entry.replace('./', '')));
}

describe('the surface of each package', () => {
  it('has a doc comment for every export', () => {
    const entries = readFiles('packages/*/package.json').flatMap(entriesOf);
    ok(entries.length >= 9);
    deepEqual(undocumented(readCode(), entries), []);
  });

  it('has a doc comment for every export: reports planted violations, including re-exports', () => {
    const files = [
      {
        path: 'a/index.ts',
        text: "export * from './b.ts';\nexport { c, type D as E } from './c.ts';\nexport { x } from 'elsewhere';\nexport * from './d.ts';",
      },
      {
        path: 'a/b.ts',
        text: '/** Said. */\nexport const said = 1;\nexport const unsaid = 2;\n\n/** Both. */\nexport const Both = 1;\nexport type Both = 2;',
      },
      { path: 'a/c.ts', text: '// Not for documentation.\nexport function c() {}\nexport interface D {}\nexport const hidden = 1;\n' },
      {
        path: 'a/d.ts',
        text: "export const e = defineEvent('a', 'e', {\n  when: 'it happens',\n});\nexport const f = defineEvent('a', 'f', {});\n",
      },
    ];
    deepEqual(undocumented(files, ['a/index.ts']), [
      'a/b.ts:3 unsaid has no doc comment',
      'a/c.ts:2 c has no doc comment',
      'a/c.ts:3 D has no doc comment',
      'a/d.ts:4 f has no doc comment',
    ]);
  });
});
