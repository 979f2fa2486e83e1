import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, stop } from 'esbuild';

const source = join(import.meta.dirname, '..');
const root = join(source, '../..');

/** The folder that `npm publish` uploads. */
export const packageFolder = join(source, 'dist');

/** Writes the published package: a bundle without dependencies, its manifest, its README and its schema. */
export async function bundleCli(folder = packageFolder): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  const { metafile } = await build({
    entryPoints: { signalbox: join(source, 'src/main.ts') },
    outdir: join(folder, 'dist'),
    // The compiler is larger than everything else. Only commands that parse code load it.
    splitting: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    keepNames: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: ['pg-native'],
    // CommonJS packages require built-in modules, and the compiler reads the path of its file.
    banner: {
      js: [
        "import { createRequire as requireFrom } from 'node:module'; import { fileURLToPath as pathOfUrl } from 'node:url';",
        "const require = requireFrom(import.meta.url); const __filename = pathOfUrl(import.meta.url); const __dirname = pathOfUrl(new URL('.', import.meta.url));",
      ].join('\n'),
    },
  });
  await stop();
  const nameless = Object.values(metafile.outputs).filter(({ exports }) => exports.join() === 'default');
  if (nameless.length > 0)
    throw new Error(`Import these packages like base/yaml.ts does: ${nameless.map(({ entryPoint }) => entryPoint).join(', ')}`);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await copyFile(join(root, 'docs/cli.md'), join(folder, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(root, 'docs/reference/signalbox.schema.json'), join(folder, 'signalbox.schema.json'));
}

async function manifest(): Promise<object> {
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  return {
    name: 'signalbox',
    version,
    description: 'The command line of Signalbox: feature flags in scripts and pipelines',
    license: 'Apache-2.0',
    type: 'module',
    bin: { signalbox: 'dist/signalbox.js' },
    files: ['dist', 'signalbox.schema.json'],
    engines: { node: '>=20.12' },
  };
}

if (import.meta.main) await bundleCli(process.argv[2]);
