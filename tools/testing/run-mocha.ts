import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { root } from './root.ts';

export interface MochaRun {
  readonly files: readonly string[];
  /** Set on top of this process's environment; undefined removes. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Passed to mocha as they are. */
  readonly options?: readonly string[];
  /** No test at all is a failure, unless a pattern was to choose some. */
  readonly mayBeEmpty?: boolean;
  readonly signal?: AbortSignal;
  readonly print?: (text: string) => void;
  /** Hears of each file once it has run. */
  readonly takeTime?: (time: FileTime) => void;
  /** How long no test may finish. */
  readonly silenceMs?: number;
  /** How long the process may live after its last test. */
  readonly endingMs?: number;
}

/** What one file of tests took. Before the first, `loading` all of them. */
export interface FileTime {
  readonly file: string;
  readonly wallMs: number;
  /** Of the tests' process and, on Linux, of those that it started and that have ended. Servers are not among them. */
  readonly cpuMs: number;
}

export interface Tally {
  passed: number;
  failed: number;
  /** The full titles of tests that skipped themselves. */
  readonly pending: string[];
  /** How many tests failed in which file, where that is known. */
  readonly failedIn: Map<string, number>;
}

type Event =
  | { kind: 'start' | 'pass' | 'end' }
  | { kind: 'pending'; title: string }
  | ({ kind: 'time' } & FileTime)
  | { kind: 'fail'; title: string; file?: string; error: string }
  | { kind: 'open'; resources: string[] };

/** Runs test files in one mocha process. Failing tests are printed as they happen; a process that hangs or breaks counts as one failure. */
export async function runMocha(run: MochaRun): Promise<Tally> {
  const { print = (text) => process.stdout.write(text), silenceMs = 120_000, endingMs = 10_000 } = run;
  const tally: Tally = { passed: 0, failed: 0, pending: [], failedIn: new Map() };
  const fail = (sentence: string) => {
    tally.failed += 1;
    print(`${sentence}\n`);
  };
  const child = startMocha(run);
  const limit = new Limit(() => killGroup(child));
  limit.set(silenceMs, `No test has finished for ${silenceMs / 1000} s`);
  const hasEnded = readEvents(child, (event) => {
    if (event.kind === 'pass') tally.passed += 1;
    if (event.kind === 'pending') tally.pending.push(event.title);
    if (event.kind === 'time') run.takeTime?.(event);
    if (event.kind === 'fail') {
      fail(describeFailure(event));
      if (event.file) tally.failedIn.set(event.file, (tally.failedIn.get(event.file) ?? 0) + 1);
    }
    if (event.kind === 'open') limit.add(`: ${event.resources.join(', ')}`);
    else if (event.kind === 'end') limit.set(endingMs, 'The tests ended but their process did not: something is left open');
    else limit.set(silenceMs, `No test has finished for ${silenceMs / 1000} s`);
    return event.kind === 'end';
  });
  const abort = () => killGroup(child);
  run.signal?.addEventListener('abort', abort);
  const [code, killedBy] = await new Promise<[number | null, string | null]>((resolve) => child.once('close', (...end) => resolve(end)));
  run.signal?.removeEventListener('abort', abort);
  limit.clear();
  killGroup(child);
  if (limit.reached !== undefined) fail(limit.reached);
  else if (run.signal?.aborted) fail('Interrupted');
  else if (!hasEnded()) fail(`The test process broke off (${killedBy ?? `exit code ${code}`})`);
  else if (code !== 0 && tally.failed === 0) fail(`The test process ended with ${killedBy ?? `exit code ${code}`} although no test failed`);
  else if (tally.passed + tally.failed + tally.pending.length === 0 && !run.mayBeEmpty) fail('The files hold no tests');
  return tally;
}

/** Tests make much that is soon forgotten: with the little that the product gets, collecting it takes a tenth of their time. */
const youngMemory = '--max-semi-space-size=16';

function startMocha({ files, variables, options = [] }: MochaRun): ChildProcess {
  return spawn(
    process.execPath,
    [youngMemory, 'node_modules/mocha/bin/mocha.js', '--reporter', './tools/testing/reporter.cjs', ...options, ...files],
    {
      cwd: root,
      // A group of its own: killing it takes along whatever its tests started.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      env: { ...process.env, ...variables },
    },
  );
}

/** Answers a function that says whether one of the events was the last. */
function readEvents(child: ChildProcess, take: (event: Event) => boolean): () => boolean {
  let ended = false;
  const lines = createInterface({ input: child.stdio[3] as Readable });
  lines.on('line', (line) => {
    ended = take(JSON.parse(line) as Event) || ended;
  });
  return () => ended;
}

function describeFailure({ title, file, error }: { title: string; file?: string; error: string }): string {
  const indented = error.replaceAll(/^/gm, '      ');
  return `\n    FAILED ${title}\n      ${file ?? ''}\n${indented}\n`;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

/** One deadline at a time; `reached` holds the sentence of the one that passed. */
class Limit {
  reached: string | undefined;
  #sentence = '';
  #timer: NodeJS.Timeout | undefined;
  readonly #act: () => void;

  constructor(act: () => void) {
    this.#act = act;
  }

  set(ms: number, sentence: string): void {
    clearTimeout(this.#timer);
    this.#sentence = sentence;
    this.#timer = setTimeout(() => {
      this.reached = this.#sentence;
      this.#act();
    }, ms);
  }

  add(words: string): void {
    this.#sentence += words;
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
