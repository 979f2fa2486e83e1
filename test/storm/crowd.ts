import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Callers of one process. */
export interface CallersOptions {
  readonly url: string;
  readonly token: string;
  readonly streams: number;
  readonly pollers: number;
  /** Share of the streams that send `Last-Event-ID` when they reconnect. */
  readonly resuming: number;
  readonly seed: number;
}

/** Commands to a process of callers. `mark` resets its counts. */
export type Command =
  | { readonly name: 'open' | 'mark' }
  | { readonly name: 'report'; readonly id: number; readonly revision: number; readonly since: number };

/** State of callers, and their counts since the last `mark`. */
export interface Report {
  /** Streams that have their first event, and those of them at the revision or a later one. */
  readonly connected: number;
  readonly current: number;
  /** Streams that were connected at `since` and still are, and the times at which they received the revision. */
  readonly awaited: number;
  readonly arrivals: readonly number[];
  readonly bytes: number;
  /** Streams that were answered with an error. */
  readonly refused: number;
  /** Polls by status. */
  readonly polls: Readonly<Record<string, number>>;
  readonly slowestPollMs: number;
  /** CPU time so far, and the longest turn of the event loop: they show whether the callers are the bottleneck. */
  readonly cpuMs: number;
  readonly slowestTurnMs: number;
}

/** A process may open about 19,800 sockets. */
const streamsPerProcess = 5000;

/** Applications in several processes. */
export interface Crowd {
  /** Opens the streams. They reconnect until `close`. */
  open(): void;
  mark(): void;
  report(revision: number, since?: number): Promise<Report>;
  close(): Promise<void>;
}

/** Starts the processes. Pollers run in a separate one. */
export function gatherCrowd(options: CallersOptions): Crowd {
  const shares: Pick<CallersOptions, 'streams' | 'pollers'>[] = [{ streams: 0, pollers: options.pollers }];
  for (let left = options.streams; left > 0; left -= streamsPerProcess)
    shares.push({ streams: Math.min(left, streamsPerProcess), pollers: 0 });
  const children = shares.map((share, index) =>
    fork(join(import.meta.dirname, 'callers.ts'), [JSON.stringify({ ...options, ...share, seed: options.seed * 100 + index })]),
  );
  const send = (command: Command) => children.forEach((child) => child.send(command));
  return {
    open: () => send({ name: 'open' }),
    mark: () => send({ name: 'mark' }),
    report: async (revision, since = Number.MAX_SAFE_INTEGER) =>
      (await Promise.all(children.map((child) => reportOf(child, revision, since)))).reduce(sum),
    close: async () => void (await Promise.all(children.map(end))),
  };
}

let reports = 0;

function reportOf(child: ChildProcess, revision: number, since: number): Promise<Report> {
  const id = (reports += 1);
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('a process of callers has ended'));
    const receive = (message: unknown) => {
      const { id: answered, report } = message as { id: number; report: Report };
      if (answered !== id) return;
      child.off('message', receive).off('exit', ended);
      resolve(report);
    };
    child.on('message', receive).once('exit', ended);
    child.send({ name: 'report', id, revision, since } satisfies Command);
  });
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.kill('SIGKILL')) await ended;
}

function sum(one: Report, other: Report): Report {
  const polls = { ...one.polls };
  for (const [status, count] of Object.entries(other.polls)) polls[status] = (polls[status] ?? 0) + count;
  return {
    connected: one.connected + other.connected,
    current: one.current + other.current,
    awaited: one.awaited + other.awaited,
    arrivals: [...one.arrivals, ...other.arrivals],
    bytes: one.bytes + other.bytes,
    refused: one.refused + other.refused,
    polls,
    slowestPollMs: Math.max(one.slowestPollMs, other.slowestPollMs),
    cpuMs: one.cpuMs + other.cpuMs,
    slowestTurnMs: Math.max(one.slowestTurnMs, other.slowestTurnMs),
  };
}
