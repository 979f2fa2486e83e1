import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Listener } from '@signalbox/kit';

const longestHeaderMs = 30_000;
const longestRequestMs = 120_000;
const drainMs = 10_000;
const sweepMs = 50;

/** A listener on a port, and how it ends. */
export interface Listening {
  readonly port: number;
  /** Takes no new connection, lets running requests finish (10 s at most), then resolves. */
  readonly drain: () => Promise<void>;
}

/** Listens with bounds on slow clients. Port 0 takes a free one. */
export async function listen(listener: Listener, port: number, host: string): Promise<Listening> {
  const server = createServer({ headersTimeout: longestHeaderMs, requestTimeout: longestRequestMs, keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host || undefined, resolve);
  });
  return { port: (server.address() as AddressInfo).port, drain: () => drain(server) };
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection whose request ends from here on is idle, and would be kept alive.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Runs `end` once at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function onStop(end: () => Promise<void>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    end().catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exitCode = 1;
    });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
