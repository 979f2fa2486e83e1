import { deepEqual, ok } from 'node:assert/strict';
import { missingInImages } from './installed.ts';
import { readFiles } from './source.ts';

describe('production code', () => {
  it('loads only packages that images install', () => {
    const files = readFiles('{packages,services}/*/package.json', '{packages,services}/*/**/*.{ts,tsx}');
    ok(files.length > 500);
    deepEqual(missingInImages(files), []);
  });

  it('loads packages that images install: reports planted violations', () => {
    const manifest = { name: '@signalbox/a', dependencies: { cookie: '1' }, devDependencies: { jose: '1', swagger: '1', xml: '1' } };
    const text = [
      "import { parse } from 'cookie';",
      "import type { Key } from 'jose';",
      "import { sign } from 'jose/sign';",
      "const { read } = createRequire(import.meta.url)('@x/xml');",
      'createRequire(import.meta.url).resolve(`swagger/${name}`);',
    ].join('\n');
    const planted = [
      { path: 'services/a/package.json', text: JSON.stringify(manifest) },
      { path: 'services/a/src/a.ts', text },
      { path: 'services/a/src/a.test.ts', text },
    ];
    deepEqual(missingInImages(planted), [
      'services/a/src/a.ts:3 jose is not a dependency of @signalbox/a',
      'services/a/src/a.ts:4 @x/xml is not a dependency of @signalbox/a',
      'services/a/src/a.ts:5 swagger is not a dependency of @signalbox/a',
    ]);
  });
});
