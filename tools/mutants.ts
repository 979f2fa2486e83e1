// Changes production code in one place at a time, in a copy of the checkout, and runs the tests that should notice. Run it with
// `npm run suite -- mutants --count 100 --seed 1`; `--only services/audit` tries only these of the drawn mutants, `--list` prints them.
// Fails if the tests find fewer than 85 % of the mutants. A test that fails without the mutant would count as well, so the failing test is
// printed.

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../test/races/random.ts';
import { copyCheckout } from './mutants/copy-checkout.ts';
import { applyMutant, findMutants, type Mutant } from './mutants/find-mutants.ts';
import { isolateEnvironment } from './testing/isolate-environment.ts';
import { readAmount } from './testing/read-amount.ts';
import { runFolder } from './testing/run-folder.ts';
import { whenInterrupted } from './testing/run-group.ts';
import { runMocha } from './testing/run-mocha.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(1 + (Date.now() % 1_000_000)) },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    list: { type: 'boolean', default: false },
  },
});
const [count, seed, jobs] = [readAmount(options, 'count'), readAmount(options, 'seed'), readAmount(options, 'jobs')];
const leastShare = 0.85;
/** Time for each group of tests. Without a failure in that time, the next group runs. */
const limitMs = 1000 * readAmount(options, 'seconds');
/** A process that ends no test file for this long hangs, which counts as found. */
const silenceMs = 110_000;

const produced =
  /^(?:packages\/(?!console|testing)|services\/)[^/]+\/src\/(?!.*(?:\.(?:test|long|fixture|suite|d)\.ts$|\/migrations\/)).*\.ts$/;

/** Folders that also test a service or package, in addition to its own and the one of its name in `test`. */
const areas: Readonly<Record<string, readonly string[]>> = {
  audit: ['test/events'],
  bus: ['packages/host', 'test/delivery'],
  contracts: ['packages/host', 'test/events', 'test/gateway'],
  delivery: ['test/revocation'],
  follow: ['packages/host', 'services/delivery'],
  host: ['services/toggles/src/project', 'test/gateway', 'test/events', 'test/maintenance', 'test/authorization'],
  identity: ['test/revocation', 'test/authorization'],
  kit: ['packages/host', 'test/surfaces', 'test/gateway'],
  outbound: ['services/integrations'],
  replica: ['services/delivery'],
  standalone: ['test/deploy'],
  store: ['packages/host', 'test/migrations'],
  table: ['packages/host', 'test/statements', 'test/fields'],
  toggles: ['test/change-requests', 'test/events', 'test/fields', 'test/deletion', 'test/patterns'],
};

const interrupted = whenInterrupted();
const prefix = `test-${randomBytes(4).toString('hex')}-`;
const folder = runFolder(prefix);
const [checkout, temporary, home] = ['checkout', 'temporary', 'home'].map((name) => join(folder, name)) as [string, string, string];

/** Draws without repetition (Fisher and Yates). */
function draw<Item>(items: readonly Item[], max: number): Item[] {
  const [left, random] = [[...items], seeded(seed)];
  return Array.from({ length: Math.min(max, left.length) }).flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

/** The tests in the folder of the file; others of its service or package, nearest first; those of other folders that cover it. */
function groupsFor({ file }: Mutant, tests: readonly string[]): (readonly string[])[] {
  const own = file.split('/').slice(0, 2).join('/');
  const name = own.replace(/^\w+\//, '');
  const distance = (test: string) => {
    const [here, there] = [dirname(file).split('/'), dirname(test).split('/')];
    const shared = here.findIndex((part, index) => part !== there[index]);
    return shared < 0 ? there.length - here.length : here.length + there.length - 2 * shared;
  };
  const isNear = (test: string) => dirname(test) === dirname(file);
  const others = tests.filter((test) => test.startsWith(`${own}/`) && !isNear(test));
  const across = [`test/${name}`, ...(areas[name] ?? [])].flatMap((area) => tests.filter((test) => test.startsWith(`${area}/`)));
  return [tests.filter(isNear), others.toSorted((one, other) => distance(one) - distance(other)), across];
}

/** Runs the tests up to the first failure, and returns it. Null if there is none within the time. */
async function firstFailure(files: readonly string[]): Promise<string | null> {
  if (files.length === 0 || interrupted.aborted) return null;
  mkdirSync(temporary, { recursive: true });
  let failure: string | null = null;
  const enough = new AbortController();
  const limit = setTimeout(() => enough.abort(), limitMs);
  await runMocha({
    folder: checkout,
    files,
    jobs,
    // Selects all. Files whose tests all need servers are no failure.
    grep: '',
    variables: { TEST_WAY: 'standalone', TEST_PREFIX: prefix, TMPDIR: temporary },
    signal: AbortSignal.any([enough.signal, interrupted]),
    silenceMs,
    print(text) {
      if (!enough.signal.aborted) failure = text.trim().split('\n')[0]?.replace('FAILED ', '') ?? '';
      enough.abort();
    },
  });
  clearTimeout(limit);
  rmSync(temporary, { recursive: true, force: true, maxRetries: 3 });
  return failure;
}

const nameOf = ({ file, line, mutation }: Mutant): string => `${file}:${line} ${mutation}`;

/** Prints the outcome, and returns true if a test fails. */
async function isFound(mutant: Mutant, tests: readonly string[]): Promise<boolean> {
  const begin = performance.now();
  const restore = applyMutant(checkout, mutant);
  let failure: string | null = null;
  for (const files of groupsFor(mutant, tests)) failure ??= await firstFailure(files);
  restore();
  if (interrupted.aborted) return false;
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(failure === null ? `SURVIVED ${nameOf(mutant)} (${seconds} s)` : `found ${nameOf(mutant)} (${seconds} s): ${failure}`);
  return failure !== null;
}

async function main(): Promise<void> {
  const files = copyCheckout(checkout);
  const mutants = findMutants(
    checkout,
    files.filter((file) => produced.test(file)),
  );
  const drawn = draw(mutants, count).filter((mutant) => nameOf(mutant).startsWith(options.only));
  if (drawn.length === 0) throw new Error(`None of the ${count} mutants is in ${options.only}`);
  if (options.list) return console.log(drawn.map(nameOf).join('\n'));
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const outcomes: { readonly mutant: Mutant; readonly found: boolean }[] = [];
  for (const mutant of drawn) {
    const found = await isFound(mutant, tests);
    if (interrupted.aborted) break;
    outcomes.push({ mutant, found });
  }
  const survivors = outcomes.filter(({ found }) => !found).map(({ mutant }) => nameOf(mutant));
  const share = 1 - survivors.length / outcomes.length;
  console.log([`\nSurvivors of seed ${seed}:`, ...survivors].join('\n  '));
  console.log(`Tests found ${outcomes.length - survivors.length} of ${outcomes.length} mutants, ${(100 * share).toFixed(0)} %`);
  if (interrupted.aborted || share < leastShare) process.exitCode = 1;
}

mkdirSync(home, { recursive: true });
isolateEnvironment(home);
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
