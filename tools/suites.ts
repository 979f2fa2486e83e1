import { join } from 'node:path';
import { root } from './testing/root.ts';

/** A suite or a measurement that takes minutes. */
export interface LongSuite {
  /** What it shows, in one line. */
  readonly about: string;
  readonly script: string;
  /** Passed in front of the caller's own options. */
  readonly options?: readonly string[];
  /** Passed by `npm run test:full`; absent for a measurement that fails for nothing but a slow machine. */
  readonly full?: readonly string[];
}

const tests = 'tools/test.ts';

/** In the order in which `npm run test:full` runs them. */
export const longSuites: Readonly<Record<string, LongSuite>> = {
  tests: { about: 'all tests in both ways, also those that take minutes', script: tests, options: ['--full', '--all'], full: [] },
  console: { about: 'every page of the console in Chromium', script: tests, options: ['--full', '--all', '--only', 'test/console'] },
  'side-by-side': { about: 'the services before the last migration beside these', script: 'tools/test-side-by-side.ts', full: [] },
  races: { about: 'operations in pairs on MySQL', script: 'tools/test-races.ts', full: ['--rounds', '300'] },
  names: { about: 'names of hidden projects in every answer', script: 'test/names/names.ts', full: ['--rounds', '20'] },
  simulation: { about: 'the flow of events under seeds of faults', script: 'test/simulation/simulation.ts', full: [] },
  'fuzz-patterns': { about: 'the pattern that costs most', script: 'test/fuzz/patterns/fuzz-patterns.ts', full: ['--seed', '1'] },
  'fuzz-api': { about: 'requests made from openapi.json, and not quite', script: 'tools/fuzz-api.ts', full: ['--seed', '1'] },
  security: { about: 'attacks on the running product', script: 'test/security/security.ts', full: [] },
  'change-requests': {
    about: 'services that are killed while they apply a change request',
    script: 'tools/test-change-requests.ts',
    full: ['--kills', '100'],
  },
  scale: { about: 'several of each service, killed and rolled over', script: 'tools/test-scale.ts', full: [] },
  failure: { about: 'broken servers and processes, on servers of its own', script: 'tools/test-failure.ts', full: ['--seed', '1'] },
  servers: { about: 'ports and journeys on servers of other versions; needs root on Debian', script: 'tools/test-servers.ts', full: [] },
  deployment: { about: 'images and docker-compose.yml on a Docker engine', script: 'tools/check-deployment.ts', full: [] },
  'bench-audit': { about: 'searches of a million events, and verification of a hundred thousand', script: 'test/bench/audit.ts' },
  'bench-console': { about: 'the console at 10,000 features, and the size of its scripts', script: 'test/bench/console.ts' },
  'bench-hostile': { about: 'how long others wait while hostile bodies arrive', script: 'test/bench/hostile-bodies.ts' },
  pictures: { about: 'every page of the console with sample data, in both themes, into a folder', script: 'test/console/pictures.ts' },
};

export const scriptOf = ({ script }: LongSuite): string => join(root, script);
