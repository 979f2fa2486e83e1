import { dirname, join } from 'node:path';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, stop } from 'esbuild';

/** Packages that read files of their own, and CommonJS packages that are imported dynamically: esbuild would not export their names. */
const leftOut = /^(better-sqlite3|esbuild|pino|swagger-ui-dist|@node-saml\/node-saml|undici|yaml)$/;

/**
 * Our modules keep their original location: they resolve assets, samples and threads from it, so a bundle only works in the folder where it
 * was built.
 */
const locations: Plugin = {
  name: 'locations',
  setup(bundling) {
    bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
    bundling.onResolve({ filter: leftOut }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === locations) return undefined;
      const found = await bundling.resolve(path, { resolveDir, kind, pluginData: locations });
      return { path: kind === 'require-call' ? found.path : pathToFileURL(found.path).href, external: true };
    });
  },
};

/** The bundle that images and `npm run start:distributed` start. */
export const bundleFolder = join(import.meta.dirname, '../../../bundle');

/** Bundles the product's modules into a few files, which start faster than a thousand. `main.js` takes the arguments of `main.ts`. */
export async function bundle(folder = bundleFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'esnext',
    keepNames: true,
    // V8 holds the source text in memory as long as the process runs.
    minifyWhitespace: true,
    lineLimit: 140,
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    metafile: true,
    // CommonJS packages require built-in modules.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
    plugins: [locations],
  });
  await stop();
  const nameless = Object.values(metafile.outputs).filter(({ exports }) => exports.join() === 'default');
  if (nameless.length > 0)
    throw new Error(
      `Add these packages to leftOut, because their names cannot be bundled: ${nameless.map(({ entryPoint }) => entryPoint).join(', ')}`,
    );
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}

if (import.meta.main) await bundle();
