import { join } from 'node:path';
import { root } from './testing/root.ts';

/** A suite or benchmark that takes minutes. */
export interface LongSuite {
  /** One line that describes the suite. */
  readonly about: string;
  readonly script: string;
  /** Options passed before the caller's own. */
  readonly options?: readonly string[];
  /** Options passed by `npm run test:full`. Absent for benchmarks, which fail only on a slow machine. */
  readonly full?: readonly string[];
}

const tests = 'tools/test.ts';

/** All long suites, in the order in which `npm run test:full` runs them. */
export const longSuites: Readonly<Record<string, LongSuite>> = {
  standalone: {
    about: 'long tests of one process on SQLite, except those of the console',
    script: tests,
    options: ['--long', '--all', '--way', 'standalone', '--except', 'test/console'],
    full: [],
  },
  console: {
    about: 'every page of the console in Chromium, in front of one process',
    script: tests,
    options: ['--long', '--all', '--way', 'standalone', '--only', 'test/console'],
    full: [],
  },
  distributed: {
    about: 'all tests with services of their own and servers, except those of the console',
    script: tests,
    options: ['--full', '--all', '--way', 'distributed', '--except', 'test/console'],
    full: [],
  },
  'console-distributed': {
    about: 'every page of the console, in front of services of their own',
    script: tests,
    options: ['--full', '--all', '--way', 'distributed', '--only', 'test/console'],
    full: [],
  },
  'simultaneous-writes': {
    about: 'how long many simultaneous writes take, with nothing else running',
    script: tests,
    options: ['--full', '--all', '--only', 'test/races/simultaneous-writes.ts'],
    full: [],
  },
  protection: {
    about: 'every operation that writes, as every caller, against what applications of a protected environment receive',
    script: tests,
    options: ['--full', '--all', '--only', 'test/protection/every-caller.ts'],
    full: [],
  },
  pictures: {
    about: 'pages of the console, and one on bad days, compared with stored fingerprints',
    script: 'test/console/pictures.ts',
    full: [],
  },
  'side-by-side': {
    about: 'services from before the last migration, alongside the current ones',
    script: 'tools/test-side-by-side.ts',
    full: [],
  },
  races: { about: 'pairs of concurrent operations on MySQL', script: 'tools/test-races.ts', full: ['--rounds', '10'] },
  names: { about: 'every response, searched for names of hidden projects', script: 'test/names/names.ts', full: ['--rounds', '20'] },
  guards: { about: 'false stops and power of the safeguards of releases', script: 'test/guards/guards.ts', full: [] },
  simulation: { about: 'the flow of events under seeded faults', script: 'test/simulation/simulation.ts', full: ['--seeds', '200'] },
  'fuzz-patterns': {
    about: 'a search for the most expensive pattern',
    script: 'test/fuzz/patterns/fuzz-patterns.ts',
    full: ['--seed', '1'],
  },
  'fuzz-api': { about: 'valid and mutated requests generated from openapi.json', script: 'tools/fuzz-api.ts', full: ['--seed', '1'] },
  security: { about: 'attacks on the running product', script: 'test/security/security.ts', full: [] },
  'change-requests': {
    about: 'services killed while they apply a change request',
    script: 'tools/test-change-requests.ts',
    full: ['--kills', '100'],
  },
  scale: { about: 'several instances of each service, killed and rolled over', script: 'tools/test-scale.ts', full: [] },
  failure: { about: 'failing servers and processes', script: 'tools/test-failure.ts', full: ['--seed', '1'] },
  storm: { about: 'thousands of applications that reconnect at once after a failure', script: 'tools/test-storm.ts' },
  relay: { about: 'a relay whose upstream fails', script: 'test/relay/relay.ts', full: [] },
  servers: { about: 'ports and journeys on other server versions; needs root on Debian', script: 'tools/test-servers.ts', full: [] },
  deployment: { about: 'images and docker-compose.yml on a Docker engine', script: 'tools/check-deployment.ts', full: [] },
  anywhere: {
    about: 'npm test in fresh checkouts: busy, without servers, as another user, with foreign settings; needs root',
    script: 'tools/test-anywhere.ts',
  },
  openfeature: {
    about: "OpenFeature's conformance suite through published providers, and random features compared between the protocols",
    script: 'test/openfeature/openfeature.ts',
    full: ['--pairs', '10000'],
  },
  release: {
    about: 'a release without its image, verified and run',
    script: tests,
    options: ['--full', '--all', '--only', 'test/release'],
  },
  compatibility: {
    about: 'the newest published reference server and clients, compared with this version; needs PostgreSQL and npm',
    script: 'test/compatibility/compatibility.ts',
  },
  mutants: { about: 'one change at a time of production code, which tests must find', script: 'tools/mutants.ts' },
  'bench-audit': { about: 'searches in a million events, and verification of a hundred thousand', script: 'test/bench/audit.ts' },
  'bench-code': { about: 'the scan of a million lines for flags', script: 'test/bench/code-scan.ts' },
  'bench-console': { about: 'the console with 10,000 features, and the size of its scripts', script: 'test/bench/console.ts' },
  'bench-flagd': { about: 'the cost, memory and delay of the port of flagd', script: 'test/bench/flagd.ts' },
  'bench-hostile': { about: 'how long other requests wait while hostile bodies arrive', script: 'test/bench/hostile-bodies.ts' },
  'bench-lists': { about: 'a list of a million ids against one of ten, in the engine and in requests', script: 'test/bench/lists.ts' },
  'bench-relay': { about: 'the cost, memory and delay of a relay', script: 'test/relay/relay.ts', options: ['--measure'] },
  'documented-pictures': {
    about: 'the screenshots of README and documentation, taken anew',
    script: 'test/console/documented-pictures.ts',
  },
};

export const scriptOf = ({ script }: LongSuite): string => join(root, script);
