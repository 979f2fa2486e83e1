import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type OutputFile, type Plugin, type PluginBuild, stop } from 'esbuild';
import { type Bundle, currentFile, digestOf, findBundle, readBundle } from './find-bundle.ts';

const packageName = /^[^./]/;
const looksBesideItself = /^(better-sqlite3|esbuild|pino|swagger-ui-dist)$/;
const asPackage = Symbol('resolved already');
/** Longer than bundling takes: what is younger may be in the making. */
const minAgeMs = 600_000;

export interface Bundling {
  /** Of the workspace, with its lockfile. */
  readonly root: string;
  /** Where bundles go. */
  readonly folder: string;
  /** The first module, by its path below the root. */
  readonly first: string;
}

/** Bundles the modules unless there is a bundle of them as they stand. Answers the file to import in place of the first. */
export async function bundleIfChanged(bundling: Bundling): Promise<string> {
  return findBundle(bundling.root, bundling.folder) ?? (await bundleModules(bundling));
}

/**
 * Puts a module and all that it imports into few files, which a process reads in half of the time; what is imported late has files of its
 * own. The last bundle stays beside the new one, because a process that runs may still read it. Rejects with esbuild's messages where a
 * module is broken.
 */
async function bundleModules({ root, folder, first }: Bundling): Promise<string> {
  const digests = await digestsOfPackages(root);
  const files = await compile(join(root, first), ourModules(root, digests));
  const name = digestOf(JSON.stringify(digests, Object.keys(digests).toSorted())).replaceAll(/\W/g, '');
  await writeFolder(folder, name, files);
  const before = readBundle(folder)?.name ?? '';
  await replaceFile(join(folder, currentFile), JSON.stringify({ name, digests } satisfies Bundle));
  await removeOld(folder, [name, before, currentFile]);
  return join(folder, name, 'first.js');
}

/** Of what says where packages lead, and how modules are bundled. */
async function digestsOfPackages(root: string): Promise<Record<string, string>> {
  const folders = await Promise.all(['packages', 'services'].map((parent) => foldersOf(root, parent)));
  const own = relative(root, import.meta.filename).replaceAll(sep, '/');
  const paths = ['pnpm-lock.yaml', own, ...folders.flat().map((path) => `${path}/package.json`)];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, digestOf(await readFile(join(root, path)))] as const)));
}

async function foldersOf(root: string, parent: string): Promise<string[]> {
  const entries = await readdir(join(root, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}`);
}

const options = {
  bundle: true,
  splitting: true,
  keepNames: true,
  // V8 has the text in memory as long as the process runs. Lines as long as ours say well enough where an error comes from.
  minifyWhitespace: true,
  lineLimit: 140,
  format: 'esm',
  platform: 'node',
  target: 'esnext',
  outdir: '/',
  write: false,
  // For whoever asks Node for them (`--enable-source-maps`), which takes 17 MB.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true, target: 'esnext' } },
  // Packages in CommonJS ask for built-ins by it.
  banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
} as const satisfies BuildOptions;

async function compile(first: string, plugin: Plugin): Promise<OutputFile[]> {
  try {
    return (await build({ ...options, entryPoints: { first }, plugins: [plugin] })).outputFiles;
  } finally {
    await stop();
  }
}

/** Gives each of our own modules the address that it has unbundled, and notes what was in it as it was read. */
const ourModules = (root: string, digests: Record<string, string>): Plugin => ({
  name: 'our modules',
  setup(bundling) {
    leaveOut(bundling);
    bundling.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      digests[relative(root, path).replaceAll(sep, '/')] = digestOf(contents);
      return { contents: withAddress(contents, path), loader: 'ts' };
    });
  },
});

/** Packages that look for files beside their own, and those in CommonJS that are imported late: Node alone finds what they export by name. */
function leaveOut(bundling: PluginBuild): void {
  bundling.onResolve({ filter: packageName }, async ({ path, resolveDir, kind, pluginData }) => {
    const isLate = kind === 'dynamic-import';
    if (pluginData === asPackage || !(isLate || looksBesideItself.test(path))) return undefined;
    const resolved = await bundling.resolve(path, { resolveDir, kind, pluginData: asPackage });
    if (isLate && !isCommonJs(resolved.path)) return undefined;
    return { path: kind === 'require-call' ? resolved.path : pathToFileURL(resolved.path).href, external: true };
  });
}

/** Whether a file is, by its package. One of no package, as a module of Node, is not. */
function isCommonJs(path: string): boolean {
  const said = isAbsolute(path) && path.endsWith('.js') ? findPackageJSON(pathToFileURL(path)) : undefined;
  return said ? (JSON.parse(readFileSync(said, 'utf8')) as { type?: string }).type !== 'module' : path.endsWith('.cjs');
}

const withAddress = (contents: string, path: string): string =>
  contents
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));

/** Complete or not at all, even where the power fails, and for whoever may read the modules. Another process may have written the very same. */
async function writeFolder(folder: string, name: string, files: readonly OutputFile[]): Promise<void> {
  const draft = join(folder, `draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  await writeFile(join(draft, 'package.json'), '{ "type": "module" }', { flush: true });
  await Promise.all(files.map(({ path, contents }) => writeFile(join(draft, path), contents, { flush: true })));
  await rename(draft, join(folder, name)).catch(() => rm(draft, { recursive: true }));
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { flush: true });
  await rename(draft, path);
}

async function removeOld(folder: string, except: readonly string[]): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !except.includes(name)).map((name) => join(folder, name));
  for (const path of others) if (Date.now() - (await stat(path)).mtimeMs > minAgeMs) await rm(path, { recursive: true, force: true });
}
