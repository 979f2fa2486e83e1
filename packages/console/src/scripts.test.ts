import { deepEqual, equal, ok } from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { kindAt, type PageKind } from '../addresses.ts';
import { bundleConsole, type ConsoleBundle } from '../bundle.ts';
import { modulesOnDemand, scriptFor, scriptOf } from '../scripts.ts';
import type { PageFolder } from './frame/page.ts';

const maxScripts = 6;
/** Size limit of the scripts of a page, compressed. */
const maxBytes: Readonly<Record<PageKind, number>> = {
  alone: 54_750,
  start: 54_750,
  list: 80_500,
  feature: 110_000,
  requests: 121_500,
  metrics: 113_000,
  rest: 140_000,
};

/** Size limit of the scripts and styles of the start page with Brotli, as releases serve them. */
const maxStartBytes = 60_000;

interface Declared {
  readonly path: string;
  /** The module with the component, by its path in `src`. */
  readonly module: string;
}

describe('the scripts of the console', () => {
  const declared: Declared[] = [];
  let bundle: ConsoleBundle;

  before(async () => {
    bundle = await bundleConsole();
    for await (const file of glob('page/*/page.ts', { cwd: import.meta.dirname })) {
      const folders = (await import(join(import.meta.dirname, file))) as Readonly<Record<string, PageFolder>>;
      for (const { paths, load } of Object.values(folders).flatMap(({ pages }) => pages)) {
        const module = /import\('\.\/(.+?)'\)/.exec(String(load))?.[1] ?? '';
        for (const path of paths) declared.push({ path: path.replaceAll(/:\w+\??/g, 'x'), module: file.replace('page.ts', module) });
      }
    }
    ok(declared.length > 20);
  });

  it('are at most six for each page, all preloaded, within a size', () => {
    for (const kind of new Set(declared.map(({ path }) => kindAt(path)))) {
      const scripts = scriptsOf(bundle, kind);
      ok(scripts.length > 0 && scripts.length <= maxScripts, `${kind} has ${scripts.length} scripts`);
      const bytes = scripts.reduce((sum, path) => sum + (bundle.assets.get(path)?.gzip.length ?? Infinity), 0);
      ok(bytes <= maxBytes[kind], `${kind} has ${bytes} bytes`);
    }
  });

  it('are small on the start page, where a phone turns a feature off during an incident', () => {
    const styles = [...bundle.assets.keys()].filter((path) => /\/main-[^/]+\.css$/.test(path));
    equal(styles.length, 1);
    const files = [...scriptsOf(bundle, 'start'), ...styles];
    const bytes = files.reduce((sum, path) => sum + brotliCompressSync(contentOf(bundle, path)).length, 0);
    ok(bytes <= maxStartBytes, `the start page has ${bytes} bytes`);
  });

  it('contain the page of each address', () => {
    for (const { path, module } of declared) equal(scriptFor[kindAt(path)], scriptOf(module), path);
  });

  it('import nothing that is not preloaded', () => {
    const imports = (Object.keys(maxBytes) as PageKind[]).flatMap((kind) => {
      const scripts = scriptsOf(bundle, kind);
      const imported = scripts.flatMap((path) => [...textOf(bundle, path).matchAll(/(?:from|import)"\.(\/[^"]+)"/g)]);
      return imported.map(([, name]) => ({ kind, name, isPreloaded: scripts.includes(`/console${name}`) }));
    });
    ok(imports.length > 0);
    deepEqual(
      imports.filter(({ isPreloaded }) => !isPreloaded),
      [],
    );
  });

  it('export each name once, because a script is one module for all of its pages', async () => {
    const seen = new Set<string>();
    for (const module of await modulesOnDemand()) {
      const text = await readFile(join(import.meta.dirname, module), 'utf8');
      for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)) {
        const key = `${scriptOf(module)} ${name}`;
        ok(!seen.has(key), `${key}, again in ${module}`);
        seen.add(key);
      }
    }
    ok(seen.size > 50);
  });
});

const contentOf = ({ assets }: ConsoleBundle, path: string): Buffer => gunzipSync(assets.get(path)?.gzip ?? new Uint8Array());
const textOf = (bundle: ConsoleBundle, path: string): string => contentOf(bundle, path).toString();

const scriptsOf = ({ pages }: ConsoleBundle, kind: PageKind): readonly string[] =>
  [
    ...gunzipSync(pages[kind].gzip)
      .toString()
      .matchAll(/(?:src|href)="(\/[^"]+\.js)"/g),
  ].map(([, path = '']) => path);
