import { globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from './root.ts';

export const ways = ['standalone', 'distributed'] as const;
export type Way = (typeof ways)[number];
export type ServerName = 'mysql' | 'rabbit' | 'redis';

export const serverNames: readonly ServerName[] = ['mysql', 'rabbit', 'redis'];

/** Test files that run together in one process. */
export interface Suite {
  readonly way: Way;
  readonly title: string;
  readonly patterns: readonly string[];
  /** The servers without which it cannot run. */
  readonly needs: readonly ServerName[];
}

/** What asks one process about itself, or never opens a server: it would say the same with services of their own. */
const ofOneProcess = 'architecture|bench|console|deploy|fuzz|names|patterns|security|simulation';

/** Everything there is, in the order in which it begins: the longest first. Rules without I/O do not change with the way and run once. */
export const suites: readonly Suite[] = [
  {
    way: 'distributed',
    title: 'across services',
    patterns: [`test/!(${ofOneProcess}|journeys|failure)/**/*.test.ts`],
    needs: serverNames,
  },
  { way: 'distributed', title: 'services', patterns: ['services/*/src/**/*.test.ts'], needs: serverNames },
  { way: 'distributed', title: 'journeys', patterns: ['test/journeys/**/*.test.ts'], needs: serverNames },
  { way: 'standalone', title: 'across services', patterns: ['test/!(journeys|failure)/**/*.test.ts'], needs: [] },
  { way: 'distributed', title: 'failures', patterns: ['test/failure/**/*.test.ts'], needs: serverNames },
  { way: 'standalone', title: 'services', patterns: ['services/*/src/**/*.test.ts'], needs: [] },
  { way: 'standalone', title: 'journeys', patterns: ['test/{journeys,failure}/**/*.test.ts'], needs: [] },
  { way: 'distributed', title: 'host', patterns: ['packages/{host,testing}/src/**/*.test.ts'], needs: serverNames },
  { way: 'standalone', title: 'packages', patterns: ['packages/*/src/**/*.test.ts'], needs: [] },
  { way: 'distributed', title: 'bus', patterns: ['packages/bus/src/**/*.test.ts'], needs: ['rabbit'] },
  { way: 'distributed', title: 'store', patterns: ['packages/store/src/**/*.test.ts'], needs: ['mysql'] },
  { way: 'standalone', title: 'tools', patterns: ['tools/**/*.test.ts'], needs: [] },
  { way: 'distributed', title: 'cache', patterns: ['packages/cache/src/**/*.test.ts'], needs: ['redis'] },
];

/** A suite with its files, as far as they were asked for. */
export interface Selected extends Suite {
  readonly files: readonly string[];
}

/**
 * The suites to run. `only` narrows them to a file, a folder, a package or a service; suites that it empties are left
 * out, and what is in none of them in that way makes a suite of its own.
 */
export function selectSuites({ way, only }: { way?: Way | undefined; only?: string | undefined }): Selected[] {
  const ofWay = suites.filter((suite) => way === undefined || suite.way === way);
  const all = ofWay.map((suite) => ({ ...suite, files: findFiles(suite.patterns) }));
  if (only === undefined) return all;
  const path = findPath(only);
  const narrowed = all
    .map((suite) => ({ ...suite, files: suite.files.filter((file) => file === path || file.startsWith(`${path}/`)) }))
    .filter((suite) => suite.files.length > 0);
  if (narrowed.length > 0) return narrowed;
  const files = statSync(resolve(root, path)).isFile() ? [path] : findFiles([`${path}/**/*.test.ts`]);
  const wanted = way === undefined ? ways : [way];
  return files.length === 0
    ? []
    : wanted.map((each) => ({ way: each, title: path, patterns: [path], needs: each === 'distributed' ? serverNames : [], files }));
}

function findFiles(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root, exclude: (path) => path.includes('node_modules') }).sort();
}

/** The path, from the root, that a person means by a path or by the name of a package or service. */
function findPath(only: string): string {
  const paths = [only, `packages/${only}`, `services/${only}`].map((path) => relative(root, resolve(root, path)));
  const found = paths.find((path) => statSync(resolve(root, path), { throwIfNoEntry: false }) !== undefined);
  if (found === undefined) throw new Error(`There is no file, folder, package or service called ${only}`);
  return found;
}
