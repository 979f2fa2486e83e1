import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gunzip, gzip } from 'node:zlib';
import type { build as esbuild, Metafile, OutputFile } from 'esbuild';
import type { PageKind } from './addresses.ts';
import { bundleByName, mainModule, type ScriptName, scriptFor, source } from './scripts.ts';
import { faviconOf } from './src/base/favicon.ts';

/** A file of the console as served to browsers. Its name contains a content hash, so browsers may cache it forever. */
export interface Asset {
  readonly type: string;
  /** Brotli, an eighth smaller than gzip, which browsers accept over HTTPS. Only in bundles: compressing takes a second and 20 MB. */
  readonly br?: Uint8Array;
  /** Decompressed for clients that do not accept gzip. */
  readonly gzip: Uint8Array;
}

/** The HTML of a kind of pages. */
export interface Page extends Asset {
  readonly etag: string;
  /** Source of its inline style, for a content security policy. */
  readonly style: string;
}

/** The bundled console: the pages served at its addresses, and the assets that they load. */
export interface ConsoleBundle {
  readonly pages: Readonly<Record<PageKind, Page>>;
  /** Assets by path. */
  readonly assets: ReadonlyMap<string, Asset>;
}

const checkout = join(import.meta.dirname, '../..');
/** The written console, which only bundles have. */
const written = join(import.meta.dirname, 'written');
const kinds = Object.keys(scriptFor) as readonly PageKind[];
const pagePath = (kind: PageKind): string => `/page-${kind}.html`;
/** Suffixes of written files. */
const suffixes = { br: '.br', gzip: '.gz' } as const;
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

let bundle: Promise<ConsoleBundle> | undefined;

/**
 * The console, once per process: the written one if there is one. Otherwise esbuild bundles it in memory, and the promise rejects with
 * esbuild's messages on a build error.
 */
export const bundleConsole = (): Promise<ConsoleBundle> => (bundle ??= existsSync(written) ? readConsole() : makeConsole());

/** Writes the console into a bundle of the product, which then needs no esbuild. */
export async function writeConsole({ pages, assets }: ConsoleBundle, productBundle: string): Promise<void> {
  const folder = join(productBundle, 'packages/console/written');
  for (const [path, asset] of [...assets, ...kinds.map((kind) => [pagePath(kind), pages[kind]] as const)]) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file + suffixes.br, await promisify(brotliCompress)(await promisify(gunzip)(asset.gzip)));
    await writeFile(file + suffixes.gzip, asset.gzip);
  }
}

async function readConsole(): Promise<ConsoleBundle> {
  const read = async (path: string): Promise<Asset> => ({
    type: typeOf(path),
    br: await readFile(join(written, path + suffixes.br)),
    gzip: await readFile(join(written, path + suffixes.gzip)),
  });
  const names = await readdir(join(written, 'console'));
  const paths = names.filter((name) => name.endsWith(suffixes.gzip)).map((name) => `/console/${name.slice(0, -suffixes.gzip.length)}`);
  const pages = await pagesWith(async (kind) => {
    const page = await read(pagePath(kind));
    return pageWith(page, await promisify(gunzip)(page.gzip));
  });
  const assets = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return { pages, assets: new Map(assets) };
}

async function pagesWith(make: (kind: PageKind) => Promise<Page>): Promise<ConsoleBundle['pages']> {
  const pages = await Promise.all(kinds.map(async (kind) => [kind, await make(kind)] as const));
  return Object.fromEntries(pages) as Record<PageKind, Page>;
}

async function makeConsole(): Promise<ConsoleBundle> {
  const { build, stop } = await import('esbuild');
  try {
    return await compile(build);
  } finally {
    await stop();
  }
}

async function compile(build: typeof esbuild): Promise<ConsoleBundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [
      { in: mainModule, out: 'main' },
      { in: join(source, 'outline.css'), out: 'outline' },
      { in: join(source, 'fonts.css'), out: 'fonts' },
    ],
    plugins: [await bundleByName()],
    loader: { '.woff2': 'file' },
    outdir: join(checkout, 'console'),
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'silent',
    // esbuild's warning about a class that the CSS module does not have.
    logOverride: { 'import-is-undefined': 'error' },
    // Relative paths, so that the files are the same wherever the checkout is.
    absWorkingDir: checkout,
  });
  const assets = new Map<string, Asset>();
  // One at a time: compressing all of them at once takes 20 MB that the process never returns to the system.
  for (const file of outputFiles.filter(isLoaded)) assets.set(...(await assetOf(file)));
  const style = outputFiles.find(({ path }) => isOutline(path))?.text.trim() ?? '';
  return { pages: await pagesWith((kind) => pageOf(kind, metafile, style)), assets };
}

/** The entry style sheet contains the styles of every page. esbuild also writes one per script, which is not loaded. */
const isLoaded = ({ path }: OutputFile): boolean => !path.endsWith('.css') || /\/(?:main|fonts)-[^/]+$/.test(path);
/** Its style is in the page, because the first paint would wait for another request. */
const isOutline = (path: string): boolean => /\/outline-[^/]+\.css$/.test(path);

const assetOf = async ({ path, contents }: OutputFile): Promise<readonly [path: string, asset: Asset]> => [
  path.slice(checkout.length),
  await compressed(typeOf(path), contents),
];

function typeOf(path: string): string {
  const type = types[path.slice(path.lastIndexOf('.') + 1)];
  if (type === undefined) throw new Error(`The console has a file of an unknown kind: ${path}`);
  return type;
}

/** Copied into its own memory: a small buffer is a slice of a larger one and would keep that alive. */
const compressed = async (type: string, content: Uint8Array): Promise<Asset> => ({
  type,
  gzip: new Uint8Array(await promisify(gzip)(content, { level: 9 })),
});

/** The frame until the scripts are loaded. */
const outline = '<div id="outline" aria-hidden="true"><nav></nav><div><header></header><p></p><p></p></div></div>';

/** Files that are loaded with a script, including its own. */
function filesOf({ outputs }: Metafile, script: ScriptName): ReadonlySet<string> {
  const entry = script === 'main' ? relative(checkout, mainModule) : `script:${script}`;
  const files = new Set(Object.keys(outputs).filter((path) => path.endsWith('.js') && outputs[path]?.entryPoint === entry));
  for (const file of files) for (const { kind, path } of outputs[file]?.imports ?? []) if (kind === 'import-statement') files.add(path);
  return files;
}

async function pageOf(kind: PageKind, metafile: Metafile, style: string): Promise<Page> {
  const styleOf = (name: string) => Object.keys(metafile.outputs).find((path) => path.endsWith('.css') && path.includes(`/${name}-`));
  // The entry of main only imports the file that it shares with all others, which runs.
  const [entry, main = ''] = filesOf(metafile, 'main');
  const preloaded = [...filesOf(metafile, scriptFor[kind])].filter((path) => path !== entry && path !== main);
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signalbox</title>
<link rel="icon" href="${faviconOf(false)}">
<style>${style}</style>
<script type="module" src="/${main}"></script>
${preloaded.map((path) => `<link rel="modulepreload" href="/${path}">`).join('\n')}
<body>
<noscript>The console requires JavaScript. The API does not: see /docs.</noscript>
<div id="console">${kind === 'alone' ? '' : outline}</div>
<link rel="stylesheet" href="/${styleOf('main')}">
<link rel="stylesheet" id="fonts" media="(min-width: 640px)" data-href="/${styleOf('fonts')}">
</html>
`;
  const body = Buffer.from(html);
  return pageWith(await compressed('text/html; charset=utf-8', body), body);
}

function pageWith(asset: Asset, body: Buffer): Page {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body.toString()) ?? [];
  return { ...asset, etag: `"${sha256(body).toString('base64url')}"`, style: `'sha256-${sha256(style).toString('base64')}'` };
}

const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();
