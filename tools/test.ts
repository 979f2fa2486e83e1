import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replayStatements } from '../packages/testing/src/replay-statements.ts';
import { bundle } from '../services/standalone/src/bundle.ts';
import { loadServices } from '../services/standalone/src/services.ts';
import { checks, runCheck } from './testing/checks.ts';
import { readChoice } from './testing/read-choice.ts';
import { type FailedFile, runAgain } from './testing/run-again.ts';
import { runFolder } from './testing/run-folder.ts';
import { type FileTime, runMocha, type Tally } from './testing/run-mocha.ts';
import { noServers, openServers, type ServersForRun } from './testing/servers-for-run.ts';
import { type Selected, type ServerName, selectSuites, serverNames, ways } from './testing/suites.ts';
import { unstatedEvents } from './testing/unstated-events.ts';
import { writeOperations } from './write-operations.ts';

const usage = `npm test [-- options]
  --way standalone|distributed   one way of running alone
  --only <path or package>       one file, folder, package or service alone, without the checks
  --grep <pattern>               tests whose full title matches
  --checks                       format, lint and types alone
  --times                        what each file took, the slowest first
  --no-servers                   uses and starts no MySQL, RabbitMQ or Redis
  --all                          a suite that cannot run, or a test that skips itself, is a failure`;

type Options = ReturnType<typeof readOptions>;

function readOptions() {
  const { values } = parseArgs({
    options: {
      way: { type: 'string' },
      only: { type: 'string' },
      grep: { type: 'string' },
      checks: { type: 'boolean', default: false },
      times: { type: 'boolean', default: false },
      servers: { type: 'boolean', default: true },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowNegative: true,
  });
  return { ...values, way: values.way === undefined ? undefined : readChoice(ways, values.way, '--way') };
}

const total = { passed: 0, failed: 0 };
/** Tests that ran or skipped themselves. */
let testCount = 0;
const notRun: string[] = [];
const times: (FileTime & { readonly suite: string })[] = [];
const failedBeside: FailedFile<Selected>[] = [];
const unsteadyFiles: string[] = [];
const interrupted = new AbortController();
const prefix = `test-${randomBytes(4).toString('hex')}-`;
/** Everything passing that tests write: it goes with the run, also when a test is killed. */
const folder = runFolder(prefix);
const bundleFolder = join(folder, 'bundle');

function say(sentence: string): void {
  console.log(sentence);
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly cpuMs?: number;
}

/** Runs one step under a header, and says how long it took and how it went. */
async function step(title: string, run: () => Promise<Outcome>): Promise<void> {
  if (interrupted.signal.aborted) return;
  say(`${title} ...`);
  const begin = performance.now();
  const { passed, failed, cpuMs } = await run();
  total.passed += passed;
  total.failed += failed;
  const outcome = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  const ofCpu = cpuMs === undefined ? '' : `, ${inSeconds(cpuMs)} of CPU`;
  say(`${title}: ${outcome} (${inSeconds(performance.now() - begin)}${ofCpu})`);
}

async function runChecks(): Promise<void> {
  writeOperations();
  for (const check of checks) {
    await step(check.title, async () => {
      const { passed, output } = await runCheck(check, { signal: interrupted.signal });
      if (!passed) process.stdout.write(output);
      return { passed: Number(passed), failed: Number(!passed) };
    });
  }
}

/** More than the two cores that a run is made for, because each suite waits for servers and processes half of its time. */
const lanes = 3;

/** Several side by side, each beginning when one before it has ended. */
async function runSuites(selected: readonly Selected[], servers: ServersForRun, options: Options): Promise<void> {
  const waiting = selected.values();
  await Promise.all(Array.from({ length: lanes }, () => runThrough(waiting, servers, options)));
  if (isComplete(options)) await runFailedAgain(servers, options);
}

/** Says which of the files that failed beside others pass alone; their tests count as passed, and are named at the end. */
async function runFailedAgain(servers: ServersForRun, options: Options): Promise<void> {
  const unsteady = await runAgain(failedBeside, async ({ suite, file }) => {
    if (interrupted.signal.aborted) return false;
    say(`again, alone: ${titleOf(suite)} · ${file} ...`);
    const { failed } = await runSuite({ ...suite, files: [file] }, servers, options);
    return failed === 0;
  });
  for (const { suite, file, failed } of unsteady) {
    total.failed -= failed;
    total.passed += failed;
    unsteadyFiles.push(`${titleOf(suite)} · ${file}: ${failed} failed beside other suites, and passed alone`);
  }
}

const titleOf = ({ way, title }: Selected) => `${way} · ${title}`;

async function runThrough(waiting: Iterable<Selected>, servers: ServersForRun, options: Options): Promise<void> {
  for (const suite of waiting) {
    const title = titleOf(suite);
    const missing = suite.needs.filter((name) => servers.urls[name] === undefined);
    if (missing.length > 0) notRun.push(`${title}: ${[...new Set(missing.map((name) => servers.reasons[name]))].join('; ')}`);
    else await step(title, () => runBeside(suite, servers, options));
  }
}

async function runBeside(suite: Selected, servers: ServersForRun, options: Options): Promise<Outcome> {
  const outcome = await runSuite(suite, servers, options);
  failedBeside.push(...[...outcome.failedIn].map(([file, failed]) => ({ suite, file, failed })));
  return outcome;
}

async function runSuite(suite: Selected, servers: ServersForRun, { grep, all }: Options): Promise<Outcome & Pick<Tally, 'failedIn'>> {
  if (suite.files.length === 0) {
    say(`  There is no test file at ${suite.patterns.join(', ')}`);
    return { passed: 0, failed: 1, failedIn: new Map() };
  }
  let cpuMs = 0;
  const { pending, ...tally } = await runMocha({
    files: suite.files,
    variables: variablesOf(suite, servers.urls),
    print: (text) => process.stdout.write(`${titleOf(suite)}: ${text.trimStart()}`),
    takeTime: (time) => {
      cpuMs += time.cpuMs;
      times.push({ suite: titleOf(suite), ...time });
    },
    options: grep === undefined ? [] : ['--grep', grep],
    mayBeEmpty: grep !== undefined,
    signal: interrupted.signal,
  });
  testCount += tally.passed + tally.failed + pending.length;
  for (const title of pending) {
    if (all) say(`  FAILED (skipped itself) ${title}`);
    else notRun.push(`${titleOf(suite)}: ${title} skipped itself`);
  }
  return { ...tally, failed: tally.failed + (all ? pending.length : 0), cpuMs };
}

function variablesOf(suite: Selected, urls: ServersForRun['urls']): Record<string, string | undefined> {
  const entry = join(bundleFolder, 'main.js');
  const shared = { TEST_WAY: suite.way, TEST_PREFIX: prefix, TMPDIR: folder, TEST_ENTRY: existsSync(entry) ? entry : undefined };
  const url = (name: ServerName) => (suite.needs.includes(name) ? urls[name] : undefined);
  return { ...shared, TEST_MYSQL_URL: url('mysql'), TEST_AMQP_URL: url('rabbit'), TEST_REDIS_URL: url('redis') };
}

async function runAll(options: Options): Promise<void> {
  if (options.checks || options.only === undefined) await runChecks();
  if (options.checks) return;
  const selected = selectSuites(options);
  if (selected.length === 0) throw new Error(`There is no test in ${options.only}`);
  mkdirSync(folder, { recursive: true });
  if (isComplete(options)) await bundle(bundleFolder);
  try {
    await runOnItsServers(selected, options);
    if (isComplete(options)) await lookForUnstatedEvents();
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const isComplete = ({ only, grep, way }: Options): boolean => only === undefined && grep === undefined && way === undefined;

/** Each event that is said to be stated has to come from some test: what nobody has seen may never come. */
async function lookForUnstatedEvents(): Promise<void> {
  await step('events', async () => {
    const unstated = unstatedEvents(folder);
    for (const event of unstated) say(`  FAILED no test makes a service state ${event}`);
    return { passed: Number(unstated.length === 0), failed: unstated.length };
  });
}

async function runOnItsServers(selected: readonly Selected[], options: Options): Promise<void> {
  const needed = serverNames.filter((name) => selected.some((suite) => suite.needs.includes(name)));
  const servers = options.servers
    ? await openServers({ prefix, folder, say }, needed)
    : noServers('servers were not wanted (--no-servers)');
  try {
    await runSuites(selected, servers, options);
    if (options.grep !== undefined && testCount === 0) throw new Error(`--grep ${options.grep} matches no test that can run`);
    if (servers.urls.mysql !== undefined && options.way === undefined) await replayOnMysql(servers.urls.mysql);
  } finally {
    await servers.close();
  }
}

/** Whatever slices ask SQLite, MySQL has to take as well, with results of the same types. */
async function replayOnMysql(url: string): Promise<void> {
  await step('statements on MySQL', async () => {
    const { executed, problems } = await replayStatements(await loadServices(), { url, prefix, folder });
    for (const problem of problems) say(`  FAILED ${problem}`);
    return { passed: executed - problems.length, failed: problems.length };
  });
}

/** Wall and CPU time of each file that took at least a second, the slowest first. */
function printTimes(): void {
  const slow = times.filter(({ wallMs }) => wallMs >= 1000).toSorted((one, other) => other.wallMs - one.wallMs);
  for (const { suite, file, wallMs, cpuMs } of slow) say(`${inSeconds(wallMs)}, ${inSeconds(cpuMs)} of CPU: ${suite} · ${file}`);
}

/** How long everything may take on two cores that nobody else uses. */
const limitMinutes = 15;

function printDuration(): void {
  const minutes = performance.now() / 60_000;
  say(`The run took ${minutes.toFixed(1)} minutes`);
  if (minutes > limitMinutes) say(`TOO LONG: a run is to take ${limitMinutes} minutes at most; --times says which files take longest`);
}

function printTotals(all: boolean): void {
  for (const sentence of notRun) say(`${all ? 'FAILED' : 'Did not run'}: ${sentence}`);
  if (all) total.failed += notRun.length;
  for (const sentence of unsteadyFiles) say(`UNSTEADY: ${sentence}`);
  say(`${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return say(usage);
  // The first signal ends the running step and cleans up; a second one is taken at its word.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
  try {
    await runAll(options);
  } catch (failure) {
    total.failed += 1;
    say((failure as Error).message);
  }
  if (interrupted.signal.aborted) total.failed = Math.max(total.failed, 1);
  if (options.times) printTimes();
  printDuration();
  printTotals(options.all);
}

await main();
