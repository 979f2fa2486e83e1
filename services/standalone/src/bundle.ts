import { dirname, join, relative } from 'node:path';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bundleConsole, writeConsole } from '@signalbox/console';
import { build, type Plugin, stop } from 'esbuild';

const root = join(import.meta.dirname, '../../..');

/**
 * Files that modules read at run time. They have the same place in the bundle. Without the documentation site, which `npm run site` builds,
 * a bundle serves the API only.
 */
const readFiles = ['docs/reference/{openapi,document-schema}.json', 'docs/.vitepress/dist/', 'packages/contracts/src/samples/*.ndjson'];
/** Programs of threads. Their modules start them by this name. */
const threadFiles = '{packages,services}/*/src/**/*-worker.ts';

/** Packages that are resolved at run time, with the files that are needed. */
const resolved = [
  { of: 'services/gateway', name: 'swagger-ui-dist', files: ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] },
  { of: 'services/identity', name: '@xmldom/xmldom', files: ['lib'] },
];

/**
 * Modules compute paths from their location in the workspace. In the bundle, these paths start at its folder, so it works wherever it is
 * copied. Threads are bundled like the program, and SQLite loads the binary of this platform only.
 */
const locations: Plugin = {
  name: 'locations',
  setup(bundling) {
    bundling.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const location = JSON.stringify(`./${relative(root, path)}`);
      const contents = (await readFile(path, 'utf8'))
        .replaceAll(/'(\.\/[\w-]+-worker)\.ts'/g, "'$1.js'")
        .replaceAll('import.meta.url', `new URL(${location}, import.meta.url).href`)
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${relative(root, dirname(path))}`)})`);
      return { contents, loader: 'ts' };
    });
    bundling.onResolve({ filter: /^better-sqlite3$/ }, ({ path, resolveDir, kind }) =>
      bundling.resolve(`${path}/${process.platform}-${process.arch}`, { resolveDir, kind }),
    );
  },
};

/** The bundle that images and `npm run start:distributed` start. */
export const bundleFolder = join(root, 'bundle');

/** Bundles the product's modules into a few files, which start faster than a thousand. `main.js` takes the arguments of `main.ts`. */
export async function bundle(folder = bundleFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const threads = await Array.fromAsync(glob(threadFiles, { cwd: root }));
  const { metafile } = await build({
    entryPoints: [
      { in: join(import.meta.dirname, 'main.ts'), out: 'main' },
      ...threads.map((path) => ({ in: join(root, path), out: path.replace(/\.ts$/, '') })),
    ],
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
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    loader: { '.node': 'copy' },
    // Bundles the console, which the bundle contains already.
    external: ['esbuild'],
    // CommonJS packages require built-in modules.
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
    plugins: [locations],
  });
  const nameless = Object.values(metafile.outputs).filter(({ exports }) => exports.join() === 'default');
  if (nameless.length > 0)
    throw new Error(
      `Import these packages in a static import, because their names cannot be bundled: ${nameless.map(({ entryPoint }) => entryPoint).join(', ')}`,
    );
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeConsole(await bundleConsole(), folder);
  await stop();
  await copyFiles(folder);
}

async function copyFiles(folder: string): Promise<void> {
  for await (const path of glob(readFiles, { cwd: root })) await cp(join(root, path), join(folder, path), { recursive: true });
  for (const { of, name, files } of resolved) {
    const source = dirname(createRequire(join(root, of, 'package.json')).resolve(`${name}/package.json`));
    const target = join(folder, 'node_modules', name);
    await mkdir(target, { recursive: true });
    for (const file of ['package.json', 'LICENSE', ...files]) await cp(join(source, file), join(target, file), { recursive: true });
  }
}

if (import.meta.main) await bundle();
