import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { PageKind } from './addresses.ts';

/**
 * Scripts of the console: `main` has what every page needs, login and start. Each of the others has the pages that users visit together.
 * `metrics` has one page, which needs the charts of safeguards in `feature`. No page preloads the last three: `dialogs` has the panels for
 * agents, and the tabs and dialogs of a feature that most visits do not open, `sample` the sample data, and `later` the last panels of the
 * start page and dialogs of the frame.
 */
export type ScriptName = 'main' | 'list' | 'feature' | 'requests' | 'metrics' | 'rest' | 'dialogs' | 'sample' | 'later';

/** The script with the pages of each kind. */
export const scriptFor = {
  alone: 'main',
  start: 'main',
  list: 'list',
  feature: 'feature',
  requests: 'requests',
  metrics: 'metrics',
  rest: 'rest',
} as const satisfies Readonly<Record<PageKind, ScriptName>>;

export const source = join(import.meta.dirname, 'src');
export const mainModule = join(source, 'main.tsx');

/** The script of a module that pages import on demand, by its path in `src`. */
export function scriptOf(module: string): ScriptName {
  if (/^page\/(?:log-in\/(?!enrollment\.)|start\/start\.)/.test(module)) return 'main';
  if (module === 'page/start/sample.ts') return 'sample';
  if (module === 'page/start/later.tsx' || module.startsWith('frame/')) return 'later';
  if (/^page\/(?:features|palette)\//.test(module)) return 'list';
  if (/^page\/(?:change-requests\/|start\/review-here\.)/.test(module)) return 'requests';
  if (module.startsWith('page/metrics/')) return 'metrics';
  if (/^page\/(?:feature\/(?!feature\.|undo-event\.)|release-templates\/safeguard\/|[\w-]+\/[\w-]*agents?\.)/.test(module))
    return 'dialogs';
  return /^page\/(?:feature\/|why\/|proposal\/)/.test(module) ? 'feature' : 'rest';
}

/**
 * Bundles all modules that are imported on demand into one script for each name. esbuild writes one file for each set of scripts that share
 * modules. Three scripts besides main have seven such sets, so a page loads at most four of their files. All of them import main, so that
 * the code of main is in one file. Requests, metrics and dialogs import feature too, which adds no sets.
 */
export async function bundleByName(): Promise<Plugin> {
  const modules = await modulesOnDemand();
  return {
    name: 'scripts',
    setup(bundling) {
      bundling.onResolve({ filter: /^\..*\.tsx?$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        return { path: scriptOf(relative(source, join(resolveDir, path))), namespace: 'script' };
      });
      bundling.onLoad({ filter: /[/\\]page\.ts$/ }, async ({ path }) => ({
        loader: 'ts',
        contents: withPagesOfMain(await readFile(path, 'utf8'), dirname(relative(source, path))),
      }));
      bundling.onResolve({ filter: /^script:/ }, ({ path }) => ({ path: path.slice('script:'.length), namespace: 'script' }));
      bundling.onLoad({ filter: /./, namespace: 'script' }, ({ path: name }) => ({
        contents: [
          "import './main.tsx';",
          ...(['requests', 'metrics', 'dialogs'].includes(name) ? ["export * from 'script:feature';"] : []),
          ...modules.filter((module) => scriptOf(module) === name).map((module) => `export * from './${module}';`),
        ].join('\n'),
        resolveDir: source,
      }));
    },
  };
}

/** Turns imports on demand of modules of `main` into static ones: it runs on every page, so that they need no further request. */
function withPagesOfMain(text: string, folder: string): string {
  const imported: string[] = [];
  const code = text.replaceAll(/\bimport\('(\.[^']+)'\)\.then\(\(page\) => page\.(\w+)\)/g, (onDemand, path: string, name: string) => {
    if (scriptOf(join(folder, path)) !== 'main') return onDemand;
    imported.push(`import { ${name} } from '${path}';`);
    return `Promise.resolve(${name})`;
  });
  return [...imported, code].join('\n');
}

/** Paths in `src` of the modules that are imported on demand. */
export async function modulesOnDemand(): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const file of glob('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.ts'] })) {
    const text = await readFile(join(source, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/\bimport\('(\.[^']+)'\)/g)) found.add(normalize(join(dirname(file), path)));
  }
  return [...found].sort();
}
