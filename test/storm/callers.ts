// Streams and polls of many applications in a process of their own. It receives commands as messages, and reports what its callers have
// received. Times are milliseconds since the epoch, so that processes can compare them.

import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { seeded } from '../races/random.ts';
import type { CallersOptions, Command, Report } from './crowd.ts';
import { EventReader } from './event-reader.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as CallersOptions;
const { hostname, port } = new URL(options.url);
const random = seeded(options.seed);
const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
const now = () => performance.timeOrigin + performance.now();

/** Counts since the last `mark`. */
const counts = { bytes: 0, refused: 0, polls: {} as Record<string, number>, slowestPollMs: 0 };

const firstRetryMs = 1000;
const maxRetryMs = 8000;
/** Wait before the next attempt, as in SDKs: doubled each time, half of it random. `Retry-After` is the minimum. */
const waitMs = (attempt: number, retryAfterMs: number) =>
  retryAfterMs + Math.min(firstRetryMs * 2 ** attempt, maxRetryMs) * (0.5 + random() / 2);

class Stream {
  readonly #resumes = random() < options.resuming;
  #attempt = 0;
  revision: number | undefined;
  /** When the first event of the present connection was complete. */
  connectedAt: number | undefined;
  arrivals: { readonly revision: number; readonly at: number }[] = [];

  open(): void {
    const resume = this.#resumes && this.revision !== undefined ? [`last-event-id: ${this.revision}`] : [];
    const lines = ['GET /api/client/streaming HTTP/1.1', 'host: x', 'accept: text/event-stream', `authorization: ${options.token}`];
    const socket = connect(Number(port), hostname);
    socket.write(`${[...lines, ...resume].join('\r\n')}\r\n\r\n`);
    this.#read(socket);
  }

  #read(socket: Socket): void {
    const reader = new EventReader((id) => this.#complete(id));
    let head: string | null = '';
    let retryAfterMs = 0;
    socket.on('data', (chunk: Buffer) => {
      counts.bytes += chunk.length;
      if (head === null) return reader.read(chunk);
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (head.startsWith('HTTP/1.1 200')) {
        reader.read(chunk.subarray(chunk.length - (head.length - end - 4)));
        head = null;
        return;
      }
      counts.refused += 1;
      retryAfterMs = 1000 * Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0);
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.connectedAt = undefined;
      setTimeout(() => this.open(), waitMs(this.#attempt++, retryAfterMs));
    });
  }

  #complete(id: number): void {
    this.#attempt = 0;
    this.revision = id;
    this.connectedAt ??= now();
    this.arrivals.push({ revision: id, at: now() });
  }
}

const pollEveryMs = 15_000;
const pollLimitMs = 30_000;

class Poller {
  #etag: string | undefined;

  begin(): void {
    setTimeout(() => {
      void this.#poll();
      setInterval(() => void this.#poll(), pollEveryMs);
    }, random() * pollEveryMs);
  }

  async #poll(): Promise<void> {
    const begun = now();
    const result = await this.#fetch().catch((error: Error) => (error.name === 'TimeoutError' ? 'timeout' : 'no connection'));
    counts.polls[result] = (counts.polls[result] ?? 0) + 1;
    counts.slowestPollMs = Math.max(counts.slowestPollMs, now() - begun);
  }

  async #fetch(): Promise<string> {
    const headers = { authorization: options.token, ...(this.#etag !== undefined && { 'if-none-match': this.#etag }) };
    const response = await fetch(`${options.url}/api/client/features`, { headers, signal: AbortSignal.timeout(pollLimitMs) });
    await response.arrayBuffer();
    this.#etag = response.headers.get('etag') ?? this.#etag;
    return String(response.status);
  }
}

const streams = Array.from({ length: options.streams }, () => new Stream());
for (let index = 0; index < options.pollers; index += 1) new Poller().begin();

const openedAtOnce = 100;
const openEveryMs = 50;

async function openAll(): Promise<void> {
  for (const [index, stream] of streams.entries()) {
    stream.open();
    if (index % openedAtOnce === openedAtOnce - 1) await new Promise((resolve) => setTimeout(resolve, openEveryMs));
  }
}

function reportOf(revision: number, since: number): Report {
  const connected = streams.filter(({ connectedAt }) => connectedAt !== undefined);
  const awaited = connected.filter(({ connectedAt = Infinity }) => connectedAt <= since);
  const { user, system } = process.cpuUsage();
  return {
    connected: connected.length,
    current: connected.filter((stream) => (stream.revision ?? -1) >= revision).length,
    awaited: awaited.length,
    arrivals: awaited.flatMap(({ arrivals }) => arrivals.find((arrival) => arrival.revision >= revision)?.at ?? []),
    ...counts,
    cpuMs: (user + system) / 1000,
    slowestTurnMs: turns.max / 1e6,
  };
}

function mark(): void {
  for (const stream of streams) stream.arrivals = [];
  Object.assign(counts, { bytes: 0, refused: 0, polls: {}, slowestPollMs: 0 });
  turns.reset();
}

process.on('message', (command: Command) => {
  if (command.name === 'open') void openAll();
  else if (command.name === 'mark') mark();
  else if (command.name === 'report') process.send?.({ id: command.id, report: reportOf(command.revision, command.since) });
});
process.on('disconnect', () => process.exit(0));
