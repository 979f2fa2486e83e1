import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { quarantined } from '../../test/quarantined.ts';
import { root } from './root.ts';
import { killGroup } from './run-group.ts';

export interface MochaRun {
  /** Checkout whose tests run (default: this one). */
  readonly folder?: string;
  readonly files: readonly string[];
  /** Added to this process's environment; undefined removes a variable. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Selects tests by full title. The caller decides if an empty selection is a failure. */
  readonly grep?: string | undefined;
  /** Number of files that run in parallel (default: one per processor). */
  readonly jobs?: number;
  readonly signal?: AbortSignal;
  readonly print?: (text: string) => void;
  /** Called with the number of files that have ended, when the first test of another one is reported. Workers report files that have ended. */
  readonly progress?: (ended: number) => void;
  /** Maximum time until the next test is reported. Longer than mocha's timeout, so that a test that hangs is named. */
  readonly silenceMs?: number;
  /** Maximum time until the process exits after its last test. */
  readonly endingMs?: number;
}

export interface Tally {
  passed: number;
  failed: number;
  /** The full titles of tests that skipped themselves. */
  readonly pending: string[];
  /** The full titles of quarantined tests that failed. */
  readonly quarantined: string[];
  /** Duration of each file's tests in milliseconds. */
  readonly times: Map<string, number>;
}

/** Message of the reporter. */
type Event = TestEnd | { readonly kind: 'end' };

interface TestEnd {
  readonly kind: 'pass' | 'pending' | 'fail';
  readonly title: string;
  readonly file: string;
  readonly ms: number;
  readonly error?: string;
}

/** Runs test files with mocha, several in parallel. Prints failures immediately. A process that hangs or crashes counts as one failure. */
export async function runMocha(run: MochaRun): Promise<Tally> {
  const { print = (text) => process.stdout.write(text), silenceMs = 900_000, endingMs = 60_000, signal } = run;
  const tally: Tally = { passed: 0, failed: 0, pending: [], quarantined: [], times: new Map() };
  const fail = (sentence: string) => {
    tally.failed += 1;
    print(`${sentence}\n`);
  };
  const child = startMocha(run);
  let limit = setTimeout(() => killGroup(child), silenceMs);
  let hasEnded = false;
  const left = new Set(run.files);
  child.on('message', (event: Event) => {
    limit.refresh();
    if (event.kind === 'end') {
      hasEnded = true;
      clearTimeout(limit);
      limit = setTimeout(() => killGroup(child), endingMs);
      return;
    }
    if (left.delete(event.file)) run.progress?.(run.files.length - left.size);
    tally.times.set(event.file, (tally.times.get(event.file) ?? 0) + event.ms);
    if (event.kind === 'pass') tally.passed += 1;
    else if (event.kind === 'pending') tally.pending.push(event.title);
    else if (event.title in quarantined) tally.quarantined.push(event.title);
    else fail(describeFailure(event, run.variables['TEST_WAY']));
  });
  const abort = () => killGroup(child);
  signal?.addEventListener('abort', abort);
  process.once('exit', abort);
  const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve) => child.once('close', (...end) => resolve(end)));
  signal?.removeEventListener('abort', abort);
  process.removeListener('exit', abort);
  clearTimeout(limit);
  killGroup(child);
  if (signal?.aborted) fail('Interrupted');
  else if (!hasEnded)
    fail(
      `The test process ended early (${killedBy ?? `exit code ${code}`}), or no test ended for ${silenceMs / 1000} s. Left: ${[...left].join(', ')}`,
    );
  else if (killedBy !== null) fail('The tests ended but their process did not: something is still open');
  else if (code !== 0 && tally.failed + tally.quarantined.length === 0)
    fail(`The process exited with code ${code} although no test failed`);
  else if (tally.passed + tally.failed + tally.pending.length === 0 && run.grep === undefined) fail('The files contain no tests');
  return tally;
}

/** Tests create many short-lived objects. With the product's limit, garbage collection takes a tenth of their time. */
const youngMemory = '--max-semi-space-size=16';

function startMocha({ folder = root, files, variables, grep, jobs = availableParallelism() }: MochaRun): ChildProcess {
  const selected = grep === undefined ? [] : ['--grep', grep];
  // For one file, a worker would only cost a second process.
  const parallel = files.length > 1 && jobs > 1 ? ['--parallel', '--jobs', String(jobs)] : [];
  return spawn(
    process.execPath,
    [
      youngMemory,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=UNDICI-ES',
      'node_modules/mocha/bin/mocha.js',
      '--reporter',
      './tools/testing/reporter.cjs',
      ...parallel,
      ...selected,
      ...files,
    ],
    {
      cwd: folder,
      // Own process group, so that killing it also kills processes started by tests.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...variables },
    },
  );
}

/** The failure, and the command that repeats its file alone. */
function describeFailure({ title, file, error = '' }: TestEnd, way: string | undefined): string {
  const indented = error.replaceAll(/^/gm, '      ');
  const again = file === '' ? '' : `\n      Repeat: npm test -- --only ${file}${way === 'distributed' ? ' --way distributed' : ''}\n`;
  return `\n    FAILED ${title}\n${indented}\n${again}`;
}
