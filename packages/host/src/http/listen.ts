import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure } from '@signalbox/contracts';
import { failureText, type Listener, SettingsProblem } from '@signalbox/kit';
import { pause } from '@signalbox/timing';
import { takeTurns } from './take-turns.ts';

const maxHeaderMs = 30_000;
const maxRequestMs = 120_000;
const drainMs = 10_000;
/** Twice what processes of this product keep a connection open that they do not use (forward.ts), and some more. */
export const lingerMs = 3000;
const sweepMs = 50;
/** Each layer that an answer passes listens for its end once: compressing and forwarding some times each. */
const maxListeners = 30;
const headerBytes = 16_384;
/** What a gateway adds to the headers that it passes on stays below. */
const addedHeaderBytes = 4096;

/** A listener on a port, and how it ends. */
export interface Listening {
  readonly port: number;
  /**
   * Ends streams of events, takes no new connection, lets running requests finish (10 s at most), then resolves. Before that, for
   * `lingerMs` at most, it goes on answering and ends each connection with its next answer: whoever keeps connections open finds out
   * without losing a request.
   */
  readonly drain: (lingerMs?: number) => Promise<void>;
}

/** Who sends requests: anybody, or a gateway that has bounded them already. */
export type Callers = 'anybody' | 'a gateway';

/** Listens with bounds on slow clients. Port 0 takes a free one. Rejects with a `SettingsProblem` if it cannot be had. */
export async function listen(listener: Listener, port: number, host: string, callers: Callers = 'anybody'): Promise<Listening> {
  const maxHeaderSize = headerBytes + (callers === 'a gateway' ? addedHeaderBytes : 0);
  const options = { headersTimeout: maxHeaderMs, requestTimeout: maxRequestMs, keepAliveTimeout: 65_000, maxHeaderSize };
  const streams = new Set<ServerResponse>();
  const running = new Set<ServerResponse>();
  let isEnding = false;
  const begin = takeTurns(listener);
  const server = createServer(options, (request, response) => {
    response.setMaxListeners(maxListeners);
    running.add(response);
    response.once('close', () => running.delete(response));
    if (isEnding) endConnectionWith(response);
    request.headers.authorization &&= bareToken(request.headers.authorization);
    if (request.headers.accept?.includes('text/event-stream')) {
      streams.add(response);
      response.once('close', () => streams.delete(response));
    }
    begin(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = running
      .values()
      .some(({ req, headersSent, writableFinished }) => req.socket === socket && headersSent && !writableFinished);
    if (!socket.writable || isAnswering) socket.destroy();
    else refuseUnread(error.code, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(settingAtFault(error, port, host)));
    server.listen(port, host || undefined, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async drain(limitMs = 0) {
      isEnding = true;
      for (const response of running) endConnectionWith(response);
      await untilUnconnected(server, streams, limitMs);
      await drain(server, streams);
    },
  };
}

/** The connection ends behind this answer, and whoever sent the request is told so (RFC 9112, 9.6). */
function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** They never would end by themselves, and their readers know how to come back. */
function endStreams(streams: ReadonlySet<ServerResponse>): void {
  for (const response of streams) if (response.headersSent) response.end();
}

/** Whoever comes back for a stream meanwhile is sent away again: elsewhere it would last. */
async function untilUnconnected(server: Server, streams: ReadonlySet<ServerResponse>, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  endStreams(streams);
  while (performance.now() < end && (await countConnections(server)) > 0) {
    await pause(sweepMs);
    endStreams(streams);
  }
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Tokens are known by themselves; generated clients and proxies write `Bearer` in front (RFC 6750), in any letter case. */
const bareToken = (authorization: string): string => authorization.replace(/^\s*bearer\s+/i, '');

function settingAtFault(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is already in use by another process.`,
    EACCES: `PORT ${port} requires more privileges than this user has.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new SettingsProblem(sentence);
}

/** What cannot be read as a request is refused in the wire's form as well, and the connection ends. */
function refuseUnread(code: string | undefined, socket: Duplex): void {
  const failure = unread(code);
  const body = failureText(failure, randomUUID());
  const headers = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}

function unread(code: string | undefined): Failure {
  if (code === 'HPE_HEADER_OVERFLOW') return new Failure('HeadersTooLargeError', 'The URL and headers together exceed 16 kB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure('RequestTimeoutError', 'The request did not arrive in time.');
  return new Failure('BadRequestError', 'The request is not valid HTTP.');
}

function drain(server: Server, streams: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), drainMs);
    // A connection whose request ends from here on is idle, and would be kept alive.
    const sweep = setInterval(() => {
      endStreams(streams);
      server.closeIdleConnections();
    }, sweepMs);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(sweep);
      resolve();
    });
    endStreams(streams);
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
