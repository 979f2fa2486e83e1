import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checks, quickChecks, runCheck } from './testing/checks.ts';
import { commitProblems } from './testing/commit-problems.ts';
import { isolateEnvironment } from './testing/isolate-environment.ts';
import { readChoice } from './testing/read-choice.ts';
import { root } from './testing/root.ts';
import { runFolder } from './testing/run-folder.ts';
import { whenInterrupted } from './testing/run-group.ts';
import { runMocha } from './testing/run-mocha.ts';
import type { ServersForRun } from './testing/servers-for-run.ts';
import { quickTests, type Selected, type ServerName, selectSuites, serverNames, ways, withoutRepeats } from './testing/suites.ts';
import { judgeApi } from './openapi/judge-api.ts';
import { writeOperations } from './write-operations.ts';

const usage = `npm test [-- options]
  --only <path or package>       runs one file, folder, package or service; several with several options
  --except <path or package>     leaves one out
  --way standalone|distributed   runs all tests, standalone or distributed only
  --full                         runs all tests, standalone and distributed, including long ones
  --long                         runs only the long ones of these
  --grep <pattern>               runs tests whose full title matches
  --checks                       runs only format, lint with types, types, exports, the subjects of commits, and Spectral
  --no-checks                    leaves out format, lint, and the tests of words
  --times                        prints the time of each file's tests, slowest first
  --no-servers                   does not use or start MySQL, RabbitMQ or Redis
  --install                      installs missing servers with Debian's apt, as root
  --all                          checks types, commits and the API document too, and fails if a suite cannot run or a test skips itself`;

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values } = parseArgs({
    options: {
      way: { type: 'string' },
      only: { type: 'string', multiple: true },
      except: { type: 'string', multiple: true },
      full: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      grep: { type: 'string' },
      checks: { type: 'boolean' },
      times: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: true },
      install: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  return { ...values, full: values.full || values.long, way: values.way === undefined ? undefined : readChoice(ways, values.way, '--way') };
}

const total = { passed: 0, failed: 0 };
/** Number of tests that ran or skipped themselves. */
let testCount = 0;
const notRun: string[] = [];
const times = new Map<string, number>();
const interrupted = new AbortController();
const prefix = `test-${randomBytes(4).toString('hex')}-`;
/** Temporary files of tests, removed at the end of the run, even if a test was killed. */
const folder = runFolder(prefix);
const bundleFolder = join(folder, 'bundle');
/** Home folder of all processes of the run. */
const home = join(folder, 'home');

const say = (sentence: string): void => console.log(sentence);
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** Runs one step, and prints its title, duration and result. */
async function step(title: string, run: () => Promise<Outcome>): Promise<void> {
  if (interrupted.signal.aborted) return;
  say(`${title} ...`);
  const begin = performance.now();
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  const outcome = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  say(`${title}: ${outcome} (${inSeconds(performance.now() - begin)})`);
}

async function runChecks(all: boolean): Promise<void> {
  writeOperations();
  const selected = all ? checks : quickChecks;
  await Promise.all([
    ...selected.map((check) =>
      step(check.title, async () => {
        const { passed, output } = await runCheck(check, { signal: interrupted.signal });
        if (!passed) process.stdout.write(output);
        return { passed: Number(passed), failed: Number(!passed) };
      }),
    ),
    ...(all ? [find('commit subjects', async () => commitProblems(root)), find('API document', () => judgeApi(interrupted.signal))] : []),
  ]);
}

/** Not part of plain `npm test`: a fork may name its commits as it likes, and judging the API document takes long. */
async function find(title: string, problemsOf: () => Promise<string[]>): Promise<void> {
  await step(title, async () => {
    const problems = await problemsOf();
    for (const problem of problems) say(`  FAILED ${problem}`);
    return { passed: Number(problems.length === 0), failed: problems.length };
  });
}

/**
 * Runs the suites side by side, because a distributed run waits for its servers more than it works. Long tests, many of them with a browser,
 * leave no room for that.
 */
async function runSuites(selected: readonly Selected[], opening: Promise<ServersForRun>, options: Options): Promise<void> {
  const run = async (suite: Selected) => {
    const servers = suite.needs.length === 0 ? noServers : await opening;
    const missing = suite.needs.filter((name) => servers.urls[name] === undefined);
    const reasons = missing.flatMap((name) => servers.reasons[name] ?? []);
    if (missing.length > 0) notRun.push(`${suite.way}, ${filesOf(suite)}: ${reasons.join('; ')}`);
    else await step(`${suite.way}, ${filesOf(suite)}`, () => runSuite(suite, servers, options));
  };
  if (options.full) for (const suite of selected) await run(suite);
  else await Promise.all(selected.map(run));
}

const filesOf = ({ files }: Selected): string => (files.length === 1 ? String(files[0]) : `${files.length} files`);

async function runSuite(suite: Selected, servers: ServersForRun, options: Options, jobs = jobsOf(suite, options)): Promise<Outcome> {
  const { grep, all, only, full } = options;
  const quarter = Math.ceil(suite.files.length / 4);
  const { pending, quarantined, ...tally } = await runMocha({
    files: suite.files,
    jobs,
    variables: variablesOf(suite, servers.urls, only === undefined || full),
    print: (text) => process.stdout.write(`${suite.way}: ${text.trimStart()}`),
    progress: (ended) => {
      if (ended % quarter === 0 && ended < suite.files.length) say(`${suite.way}: ${ended} of ${suite.files.length} files`);
    },
    grep,
    signal: interrupted.signal,
  });
  for (const [file, ms] of tally.times) times.set(`${suite.way} · ${file}`, ms);
  testCount += tally.passed + tally.failed + pending.length;
  for (const title of quarantined) say(`  QUARANTINED (failed) ${title}`);
  for (const title of pending) {
    if (all) say(`  FAILED (skipped itself) ${title}`);
    else notRun.push(`${suite.way}: ${title}`);
  }
  return { passed: tally.passed, failed: tally.failed + (all ? pending.length : 0) };
}

/** Number of files at once. Slices wait half of their time. */
const jobsOf = ({ way }: Selected, { full }: Options): number => availableParallelism() + (way === 'standalone' && !full ? 2 : 0);

function variablesOf(suite: Selected, urls: ServersForRun['urls'], isBundled: boolean): Record<string, string | undefined> {
  const entry = isBundled ? join(bundleFolder, 'main.js') : undefined;
  const url = (name: ServerName) => (suite.needs.includes(name) ? urls[name] : undefined);
  const shared = { TEST_WAY: suite.way, TEST_PREFIX: prefix, TMPDIR: folder, TEST_RECORDS: folder, TEST_ENTRY: entry };
  return { ...shared, TEST_MYSQL_URL: url('mysql'), TEST_AMQP_URL: url('rabbit'), TEST_REDIS_URL: url('redis') };
}

/** Runs the checks alongside the tests, which often wait. */
async function runAll(options: Options): Promise<void> {
  const { all, full, checks: onlyChecks } = options;
  if (onlyChecks) return runChecks(true);
  await Promise.all([full || onlyChecks === false ? undefined : runChecks(all), runTests(options)]);
}

async function runTests(options: Options): Promise<void> {
  const { only, full } = options;
  const selected = selectSuites(options);
  mkdirSync(home, { recursive: true });
  if (only === undefined || full) await (await import('../services/standalone/src/bundle.ts')).bundle(bundleFolder);
  try {
    const isQuick = only !== undefined && !full && options.checks !== false;
    await Promise.all([runOnItsServers(selected, options), isQuick ? runQuickTests(selected, options) : undefined]);
    if (only === undefined && options.grep === undefined && options.way === undefined) await lookForUnstatedEvents();
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Runs the tests of words with any selection, because any edit may break them. Those of imports take longer, and run with all tests. */
async function runQuickTests(selected: readonly Selected[], { grep: _, ...options }: Options): Promise<void> {
  const files = quickTests().filter((file) => !selected.some((suite) => suite.files.includes(file)));
  if (files.length === 0) return;
  const suite: Selected = { way: 'standalone', files, needs: [] };
  await step('words', () => runSuite(suite, noServers, options, 1));
}

/** Fails for each declared event that no test has emitted, because such an event may never be emitted. */
async function lookForUnstatedEvents(): Promise<void> {
  await step('events', async () => {
    const { unemittedEvents } = await import('./testing/unemitted-events.ts');
    const unstated = unemittedEvents(folder);
    for (const event of unstated) say(`  FAILED no test emits ${event}`);
    return { passed: Number(unstated.length === 0), failed: unstated.length };
  });
}

const noServers: ServersForRun = { urls: {}, reasons: {}, close: async () => undefined };

type Reasons = ServersForRun['reasons'];

/** Returns the reason for each server that the run cannot have. Installs missing ones if requested. */
async function findReasons(needed: readonly ServerName[], { servers, install }: Options): Promise<Reasons> {
  if (!servers) return Object.fromEntries(needed.map((name) => [name, '--no-servers is set']));
  // A single file on SQLite starts in half the time without the modules for servers.
  if (needed.length === 0) return {};
  const { missingServers, reasonOf } = await import('./testing/servers-for-run.ts');
  const missing = missingServers(needed);
  if (install && missing.length > 0) (await import('./testing/install-servers.ts')).installServers(missing, say);
  return Object.fromEntries(missingServers(needed).map((name) => [name, reasonOf(name)]));
}

/** Opens the servers that suites can use: if one is missing, only MySQL, for the statements. */
async function openServers(needed: readonly ServerName[], reasons: Reasons): Promise<ServersForRun> {
  const usable = needed.filter((name) => reasons[name] === undefined && (name === 'mysql' || Object.keys(reasons).length === 0));
  if (usable.length === 0) return { ...noServers, reasons };
  const opened = await (await import('./testing/servers-for-run.ts')).openServers({ prefix, folder, say }, usable);
  return { ...opened, reasons: { ...opened.reasons, ...reasons } };
}

async function runOnItsServers(selected: readonly Selected[], options: Options): Promise<void> {
  const replays = options.way === undefined && selected.some(({ files }) => files.some((file) => file.startsWith('services/')));
  const needed = serverNames.filter((name) => (replays && name === 'mysql') || selected.some((suite) => suite.needs.includes(name)));
  const reasons = await findReasons(needed, options);
  const opening = openServers(needed, reasons);
  try {
    const without = (missing: Reasons) =>
      options.full ? selected : withoutRepeats(selected, ({ needs }) => needs.every((name) => missing[name] === undefined));
    const first = without(reasons);
    await runSuites(first, opening, options);
    // Files that were left to servers which then did not start.
    const left = without((await opening).reasons).map((suite) => {
      const ran = first.find(({ way }) => way === suite.way)?.files ?? [];
      return { ...suite, files: suite.files.filter((file) => !ran.includes(file)) };
    });
    await runSuites(
      left.filter(({ files }) => files.length > 0),
      opening,
      options,
    );
    if (options.grep !== undefined && testCount === 0) throw new Error(`--grep ${options.grep} matches no test that can run`);
    if (replays) await replayOnMysql(await opening);
  } finally {
    await (await opening).close();
  }
}

/** Executes all SQLite statements of the slices on MySQL, which must return results of the same types. */
async function replayOnMysql({ urls: { mysql: url }, reasons }: ServersForRun): Promise<void> {
  if (url === undefined) return void notRun.push(`statements on MySQL: ${reasons.mysql}`);
  await step('statements on MySQL', async () => {
    const [{ replayStatements }, { loadServices }] = await Promise.all([
      import('../packages/testing/src/replay-statements.ts'),
      import('../services/standalone/src/base/services.ts'),
    ]);
    const { executed, problems } = await replayStatements(await loadServices(), { url, prefix, folder });
    for (const problem of problems) say(`  FAILED ${problem}`);
    return { passed: executed - problems.length, failed: problems.length };
  });
}

/** Prints the files whose tests took at least a second, slowest first. */
function printTimes(): void {
  const slow = [...times].filter(([, ms]) => ms >= 1000).toSorted(([, one], [, other]) => other - one);
  for (const [file, ms] of slow) say(`${inSeconds(ms)}: ${file}`);
}

function printTotals(all: boolean): void {
  for (const sentence of notRun) say(`${all ? 'FAILED' : 'Did not run'}: ${sentence}`);
  if (all) total.failed += notRun.length;
  say(`The run took ${(performance.now() / 60_000).toFixed(1)} minutes`);
  say(`${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return say(usage);
  isolateEnvironment(home);
  process.env['TEST_SEED'] ??= String(randomInt(1_000_000));
  if (options.checks !== true) say(`Seed of this run: TEST_SEED=${process.env['TEST_SEED']}`);
  // The first signal ends the running steps and cleans up.
  whenInterrupted(interrupted);
  try {
    await runAll(options);
  } catch (failure) {
    total.failed += 1;
    say((failure as Error).message);
    interrupted.abort();
  }
  if (interrupted.signal.aborted) total.failed = Math.max(total.failed, 1);
  if (options.times) printTimes();
  printTotals(options.all);
}

await main();
