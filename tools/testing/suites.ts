import { globSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { root } from './root.ts';

export const ways = ['standalone', 'distributed'] as const;
export type Way = (typeof ways)[number];
export type ServerName = 'mysql' | 'rabbit' | 'redis';

export const serverNames: readonly ServerName[] = ['mysql', 'rabbit', 'redis'];

/** Test files for one way of running: standalone on SQLite, or distributed on MySQL, RabbitMQ and Redis. */
interface Suite {
  readonly way: Way;
  readonly patterns: readonly string[];
}

/** Tests that run on servers, and in one process only if there are none: they show the same there, or less. */
const once: readonly string[] = [
  'services/identity/src/setup/first-start.test.ts',
  'test/{change-requests,events}/*-on-two.test.ts',
  'test/journeys/{leaves-nothing,shared,users-come-in}.test.ts',
  'test/races/**/*.test.ts',
];

/**
 * Suites of `npm test`. Slices run on SQLite, and each statement that they issue is then executed on MySQL. Adapters, locks, races and
 * migrations also run on servers; those in `once` run only there.
 */
const everyRun: readonly Suite[] = [
  { way: 'standalone', patterns: ['{packages,services,test,tools}/**/*.test.ts'] },
  {
    way: 'distributed',
    patterns: [
      'packages/bus/src/{amqp,memory}/*.test.ts',
      'packages/{cache,store}/src/**/*.test.ts',
      'packages/host/src/http/{fast-path,identify,idempotency,pipeline,read-body,send,streamed-answers}.test.ts',
      'packages/host/src/messaging/{consume,consume-counts,dead-letters,relay,trace-messages}.test.ts',
      'packages/host/src/runtime/{unit-of-work,watch-engine,watch-service}.test.ts',
      'services/*/src/**/migrations.test.ts',
      'services/audit/src/event/find-events.test.ts',
      'services/toggles/src/reading/search/search-follows.test.ts',
      'test/migrations/**/*.test.ts',
      'test/delivery/stale-start.test.ts',
      'test/gateway/rate-limits.test.ts',
      ...once,
    ],
  },
];

/**
 * Slow files, slowest first. They start before the others, so that no processor is left with a long file at the end. Any other
 * order would also be correct.
 */
export const slowFiles: readonly string[] = [
  'test/journeys/shared.test.ts',
  'test/journeys/start.test.ts',
  'test/journeys/users-come-in.test.ts',
  'test/races/races.test.ts',
  'test/architecture/asyncapi.test.ts',
  'test/deploy/manifests.test.ts',
  'test/migration/between-products.test.ts',
  'test/security/security.test.ts',
  'test/names/names.test.ts',
  'services/toggles/src/document/round-trip.test.ts',
  'test/change-requests/actions.test.ts',
  'test/protection/protection.test.ts',
  'test/journeys/readme.test.ts',
  'test/journeys/guides.test.ts',
  'tools/test.test.ts',
  'test/authorization/matrix.test.ts',
  'test/authorization/callers.test.ts',
  'services/standalone/src/migrations.test.ts',
  'services/audit/src/verification/verify-events.test.ts',
  'services/identity/src/second-factor/administration/enforcement.test.ts',
  'test/change-requests/bounds.test.ts',
  'services/toggles/src/changeset/dry-run.test.ts',
  'test/cli/package.test.ts',
  'test/events/walk.test.ts',
  'test/change-requests/scheduling.test.ts',
];

/** Tests of words, styles and pages. They take seconds, in one process, because each of them parses the sources. */
export const quickTests = (): string[] =>
  findFiles(['test/architecture/{components,english,framework,hidden-state,styles,tree,words}.test.ts']);

/** Leaves out files of one process that the same run executes on servers. */
export function withoutRepeats(selected: readonly Selected[], canRun: (suite: Selected) => boolean): Selected[] {
  const onServers = selected.find((suite) => suite.way === 'distributed' && canRun(suite));
  if (onServers === undefined) return [...selected];
  const repeated = new Set(findFiles(once).filter((file) => onServers.files.includes(file)));
  return selected
    .map((suite) => (suite.way === 'standalone' ? { ...suite, files: suite.files.filter((file) => !repeated.has(file)) } : suite))
    .filter(({ files }) => files.length > 0);
}

/** Tests of a single process, or without servers. A distributed run would add nothing. */
const ofOneProcess = 'architecture|bench|deploy|fuzz|names|patterns|release|security|simulation';

/** Suites of `npm run test:full`: all tests, standalone and distributed. */
const full: readonly Suite[] = [
  { way: 'standalone', patterns: ['{packages,services,test,tools}/**/*.{test,long}.ts'] },
  {
    way: 'distributed',
    patterns: [
      'packages/{bus,cache,host,store,testing}/src/**/*.{test,long}.ts',
      'services/*/src/**/*.{test,long}.ts',
      `test/!(${ofOneProcess})/**/*.{test,long}.ts`,
    ],
  },
];

/** The files to run in one way, and the servers that they need. */
export interface Selected {
  readonly way: Way;
  readonly files: readonly string[];
  readonly needs: readonly ServerName[];
}

export interface Selection {
  readonly way?: Way | undefined;
  /** Files, folders, packages or services; all of them without it. */
  readonly only?: readonly string[] | undefined;
  /** Paths whose tests are left out. */
  readonly except?: readonly string[] | undefined;
  readonly full?: boolean | undefined;
  /** True for long tests alone. */
  readonly long?: boolean | undefined;
}

/** Returns the suites to run, with each file once. Throws if a path has no tests. */
export function selectSuites({ only, ...selection }: Selection): Selected[] {
  if (!only) return selectWithin(undefined, selection);
  const found = only.flatMap((path) => {
    const own = selectWithin(findPath(path), selection);
    if (own.length === 0) throw new Error(`No tests found in ${path}`);
    return own;
  });
  return [...Map.groupBy(found, (suite) => suite.way)].map(([way, own]) => selected(way, [...new Set(own.flatMap(({ files }) => files))]));
}

/** Files that `npm test` does not run, or not in the given way, are selected from the full suites. */
function selectWithin(
  path: string | undefined,
  { way, except = [], full: everything = false, long = false }: Omit<Selection, 'only'>,
): Selected[] {
  const leftOut = except.map(findPath);
  const isSelected = (file: string) =>
    isWithin(file, path) && !leftOut.some((other) => isWithin(file, other)) && (!long || file.endsWith('.long.ts'));
  const select = (suites: readonly Suite[]) =>
    suites
      .filter((suite) => way === undefined || suite.way === way)
      .map((suite) => selected(suite.way, findFiles(suite.patterns).filter(isSelected)))
      .filter(({ files }) => files.length > 0);
  const found = everything || way !== undefined ? [] : select(everyRun);
  if (found.length > 0 || path === undefined) return found.length > 0 ? found : select(everything ? full : everyRun);
  const foundInFull = select(full);
  return foundInFull.length > 0 ? foundInFull : ofNoSuite(path, way);
}

const selected = (way: Way, files: readonly string[]): Selected => ({
  way,
  files: files.toSorted((one, other) => rankOf(one) - rankOf(other)),
  needs: way === 'distributed' ? serverNames : [],
});

function rankOf(file: string): number {
  const rank = slowFiles.indexOf(file);
  return rank < 0 ? slowFiles.length : rank;
}

const isWithin = (file: string, path: string | undefined): boolean => path === undefined || file === path || file.startsWith(`${path}/`);

function ofNoSuite(path: string, way: Way | undefined): Selected[] {
  if (!statSync(resolve(root, path)).isFile()) return [];
  return (way === undefined ? ways : [way]).map((each) => selected(each, [path]));
}

function findFiles(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: root, exclude: (path) => path.includes('node_modules') }).sort();
}

/** Resolves a path, or the name of a package or service, to a path relative to the root. */
function findPath(only: string): string {
  const paths = [only, `packages/${only}`, `services/${only}`].map((path) => relative(root, resolve(root, path)));
  const found = paths.find((path) => statSync(resolve(root, path), { throwIfNoEntry: false }) !== undefined);
  if (found === undefined) throw new Error(`There is no file, folder, package or service called ${only}`);
  return found;
}
