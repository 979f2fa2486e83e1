import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentFile, findBundle } from './find-bundle.ts';
import { bundleIfChanged, type Bundling } from './bundle-modules.ts';
import { bundleProduct } from './bundle-product.ts';

const files = {
  'pnpm-lock.yaml': 'lockfileVersion: 9',
  'packages/words/package.json': '{ "name": "words", "type": "module", "exports": "./words.ts" }',
  'packages/words/words.ts': "export const word: string = 'one'; export const address = import.meta.dirname;",
  'services/first/package.json': '{ "name": "first", "type": "module" }',
  'services/first/late.ts': "export const late = 'late';",
  'services/first/node_modules/common/package.json': '{ "name": "common", "main": "common.js" }',
  'services/first/node_modules/common/common.js':
    "Object.assign(exports, { common: 'in CommonJS' }); for (const each of []) exports.common = each;",
  'services/first/first.ts': `
    import { address, word } from '../../packages/words/words.ts';
    const { late } = await import('./late.ts');
    const { common } = await import('common');
    console.log(JSON.stringify([word, address, late, common]));`,
};

describe('a bundle', function () {
  this.timeout(60_000);
  let bundling: Bundling;
  beforeEach(async () => {
    const root = await mkdtemp(join(tmpdir(), 'bundle-'));
    bundling = { root, folder: join(root, 'bundle'), first: 'services/first/first.ts' };
    for (const [path, text] of Object.entries(files)) await write(path, text);
  });
  afterEach(() => rm(bundling.root, { recursive: true }));

  it('a bundle does what its modules do, each at its address, and what is imported late is', async () => {
    deepEqual(run(await bundleIfChanged(bundling)), ['one', join(bundling.root, 'packages/words'), 'late', 'in CommonJS']);
  });

  for (const path of Object.keys(files).filter((file) => !file.includes('node_modules')))
    it(`a bundle is not found while ${path} is not what it was, though its size and its time are`, async () => {
      const before = await bundleIfChanged(bundling);
      equal(found(), before);
      await write(path, files[path as keyof typeof files].replace(/e(?=[^e]*$)/, 'E').replace('consolE', 'console'));
      equal(found(), null);
      await write(path, files[path as keyof typeof files]);
      equal(found(), before);
    });

  it('a bundle is not found where a file is gone, or nothing was bundled, or nobody can read which it is', async () => {
    equal(found(), null);
    await bundleIfChanged(bundling);
    await writeFile(join(bundling.folder, currentFile), '{');
    equal(found(), null);
    ok(await bundleIfChanged(bundling));
    await rm(join(bundling.root, 'services/first/late.ts'));
    equal(found(), null);
  });

  it('a bundle is not found where it was removed, and whoever may read its modules may read it', async () => {
    const first = await bundleIfChanged(bundling);
    equal((await stat(dirname(first))).mode & 0o055, 0o055 & ~process.umask());
    await rm(dirname(first), { recursive: true });
    equal(found(), null);
    ok(await bundleIfChanged(bundling));
  });

  it('a bundle is made anew where a file has changed, and the last one stays for whoever still reads it', async () => {
    const before = await bundleIfChanged(bundling);
    await write('services/first/late.ts', "export const late = 'later';");
    const after = await bundleIfChanged(bundling);
    notEqual(after, before);
    equal(await bundleIfChanged(bundling), after);
    deepEqual([run(before)?.[2], run(after)?.[2]], ['late', 'later']);
  });

  it('bundles of long ago go when others come', async () => {
    const old = await bundleIfChanged(bundling);
    await utimes(dirname(old), 0, 0);
    for (const late of ['2', '3']) {
      await write('services/first/late.ts', `export const late = '${late}';`);
      await bundleIfChanged(bundling);
    }
    equal(existsSync(old), false);
  });

  it('a bundle is not made where a module is broken: what is wrong is said, and the last one is not found', async () => {
    await bundleIfChanged(bundling);
    await write('services/first/late.ts', 'export const late = ;');
    await rejects(bundleIfChanged(bundling), /late\.ts/);
    equal(found(), null);
  });

  it('a bundle of the product is what main.ts runs', async () => {
    const bundle = await bundleProduct();
    const loaded = loadedBy(join(import.meta.dirname, '../main.ts'));
    ok(loaded.includes(pathToFileURL(bundle).href));
    equal(loaded.filter((url) => url.endsWith('/serve.ts')).length, 0);
  });

  /** What a file loads that is told to run a service that there is not. */
  function loadedBy(file: string): string[] {
    const print = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => next(url, context, loaded.push(url)) });
      process.once('exit', () => console.log(JSON.stringify(loaded)));`;
    const words = ['--import', `data:text/javascript,${encodeURIComponent(print)}`, file, 'nobody'];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    match(stderr, /There is no service nobody/);
    return JSON.parse(stdout) as string[];
  }

  const found = () => findBundle(bundling.root, bundling.folder);

  async function write(path: string, text: string): Promise<void> {
    const file = join(bundling.root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await utimes(file, 1000, 1000);
  }

  const run = (file: string): string[] | undefined => {
    const { stdout } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    return JSON.parse(stdout) as string[];
  };
});
