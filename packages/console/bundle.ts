import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { build as esbuild, OutputFile } from 'esbuild';
import { faviconOf } from './src/base/favicon.ts';

/** A file of the console as served to browsers. Its name contains a content hash, so browsers may cache it forever. */
export interface Asset {
  readonly type: string;
  /** Decompressed for clients that do not accept gzip. */
  readonly gzip: Uint8Array;
}

/** The bundled console: the page served at every console address, and the assets that it loads. */
export interface ConsoleBundle {
  readonly page: Asset & { readonly etag: string };
  /** Assets by path. */
  readonly assets: ReadonlyMap<string, Asset>;
}

const source = join(import.meta.dirname, 'src');
/** The written console, which only bundles have. */
const written = join(import.meta.dirname, 'written');
const pagePath = '/page.html';
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

let bundle: Promise<ConsoleBundle> | undefined;

/**
 * The console, once per process: the written one if there is one. Otherwise esbuild bundles it in memory, and the promise rejects with
 * esbuild's messages on a build error.
 */
export const bundleConsole = (): Promise<ConsoleBundle> => (bundle ??= existsSync(written) ? readConsole() : makeConsole());

/** Writes the console into a bundle of the product, which then needs no esbuild. */
export async function writeConsole({ page, assets }: ConsoleBundle, productBundle: string): Promise<void> {
  const folder = join(productBundle, 'packages/console/written');
  for (const [path, asset] of [...assets, [pagePath, page] as const]) {
    const file = join(folder, `${path}.gz`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, asset.gzip);
  }
}

async function readConsole(): Promise<ConsoleBundle> {
  const read = async (path: string): Promise<Asset> => ({ type: typeOf(path), gzip: await readFile(join(written, `${path}.gz`)) });
  const names = await readdir(join(written, 'console'));
  const paths = names.map((name) => `/console/${name.replace(/\.gz$/, '')}`);
  const page = await read(pagePath);
  const assets = await Promise.all(paths.map(async (path) => [path, await read(path)] as const));
  return { page: { ...page, etag: etagOf(await promisify(gunzip)(page.gzip)) }, assets: new Map(assets) };
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
    entryPoints: [{ in: join(source, 'main.tsx'), out: 'main' }],
    outdir: '/console',
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
    legalComments: 'none',
    logLevel: 'silent',
    // esbuild's warning about a class that the CSS module does not have.
    logOverride: { 'import-is-undefined': 'error' },
    absWorkingDir: '/',
  });
  const assets = new Map<string, Asset>();
  // One at a time: compressing all sixty at once takes 20 MB that the process never returns to the system.
  for (const file of outputFiles.filter(isLoaded)) assets.set(...(await assetOf(file)));
  const pathOf = (ending: string) => pathNamed(Object.keys(metafile.outputs), ending);
  return { page: await pageWith(pathOf('.js'), pathOf('.css')), assets };
}

/** The entry style sheet contains the styles of every page. esbuild also writes one per lazy page, which is not loaded. */
const isLoaded = ({ path }: OutputFile): boolean => !path.endsWith('.css') || isOfEntry(path);
const isOfEntry = (path: string): boolean => /\/main-[^/]+$/.test(path);

const assetOf = async ({ path, contents }: OutputFile): Promise<readonly [path: string, asset: Asset]> => [
  path,
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
  gzip: new Uint8Array(await promisify(gzip)(content)),
});

function pathNamed(paths: readonly string[], ending: string): string {
  const found = paths.find((path) => isOfEntry(path) && path.endsWith(ending));
  if (found === undefined) throw new Error(`The console has no ${ending}`);
  return `/${found.replace(/^\//, '')}`;
}

async function pageWith(script: string, style: string): Promise<ConsoleBundle['page']> {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Signalbox</title>
<link rel="icon" href="${faviconOf(false)}">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
<noscript>The console requires JavaScript. The API does not: see /docs.</noscript>
</html>
`;
  const body = Buffer.from(html);
  return { ...(await compressed(typeOf(pagePath), body)), etag: etagOf(body) };
}

const etagOf = (body: Uint8Array): string => `"${createHash('sha256').update(body).digest('base64url')}"`;
