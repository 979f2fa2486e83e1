import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Failure } from '@signalbox/contracts';
import { answerFailure, failureText, type Listener, SettingsProblem } from '@signalbox/kit';
import { pause } from '@signalbox/timing';
import { takeTurns } from './take-turns.ts';

const maxHeaderMs = 30_000;
const maxRequestMs = 120_000;
/** A client that receives nothing for this long while data waits for it is disconnected. */
const undrainedMs = 30_000;
const drainMs = 10_000;
/** More than twice the time that processes of this product keep an unused connection open (forward.ts). */
export const lingerMs = 3000;
const sweepMs = 50;
/**
 * Connections that wait to be accepted, which the process does one by one (libuv). Beyond the limit the system drops them, and clients try
 * again seconds later. The system's own limit (`somaxconn`, 4096 on Linux) still applies.
 */
const backlog = 4096;
/** Each layer of a response listens for its end; compression and forwarding do so several times. */
const maxListeners = 30;
/** Limit on the path and the headers of a request. */
export const headerBytes = 16_384;
/** Upper bound of the headers that a gateway adds when forwarding. */
const addedHeaderBytes = 4096;

/** A listener on a port. */
export interface Listening {
  readonly port: number;
  /**
   * Ends event streams, refuses new connections, waits for running requests (up to 10 s), then resolves. Before that, for up to `lingerMs`,
   * it keeps responding and closes each connection with its next response, so that clients with open connections lose no request.
   */
  readonly drain: (lingerMs?: number) => Promise<void>;
}

interface ListenOptions {
  /** Origin of requests: any client, or a gateway that has already applied limits. */
  readonly callers?: 'anybody' | 'a gateway';
  /** Multiplies the time limit of slow clients (default: 1). */
  readonly deadlineFactor?: number;
  /** Name of the setting with the port (default: PORT). */
  readonly setting?: string;
}

/**
 * Listens, with limits on slow clients. Port 0 selects a free port. Rejects with a `SettingsProblem` if the port is unavailable. A gateway
 * disconnects its own slow clients, and with them its requests to services.
 */
export async function listen(
  listener: Listener,
  port: number,
  host: string,
  { callers = 'anybody', deadlineFactor = 1, setting = 'PORT' }: ListenOptions = {},
): Promise<Listening> {
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
    if (callers === 'anybody') response.setTimeout(undrainedMs * deadlineFactor, () => endUndrained(request.socket));
    if (hasTwoHosts(request)) refuseTwoHosts(request, response);
    else begin(request, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isAnswering = running
      .values()
      .some(({ req, headersSent, writableFinished }) => req.socket === socket && headersSent && !writableFinished);
    if (!socket.writable || isAnswering) socket.destroy();
    else refuseUnread(error.code, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => reject(settingAtFault(error, `${setting} ${port}`, host)));
    server.listen({ port, host: host || undefined, backlog }, resolve);
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

/** Announces that the connection closes after this response (RFC 9112, 9.6). */
function endConnectionWith(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** The time limit of a response also passes while its handler works, with nothing to send. */
function endUndrained(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

/** Ends event streams, which never end by themselves. Their clients reconnect. */
function endStreams(streams: ReadonlySet<ServerResponse>): void {
  for (const response of streams) if (response.headersSent) response.end();
}

/** Also ends streams of clients that reconnect meanwhile: another process can serve them for longer. */
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

/** Tokens are looked up without a scheme. Generated clients and proxies prefix `Bearer` (RFC 6750), in any case. */
const bareToken = (authorization: string): string => authorization.replace(/^\s*bearer\s+/i, '');

function settingAtFault(error: NodeJS.ErrnoException, port: string, host: string): Error {
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `${port} is already in use by another process.`,
    EACCES: `${port} requires more privileges than this user has.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence === undefined ? error : new SettingsProblem(sentence);
}

/** Proxies may route by one of them and the product trust the other, so RFC 9112, 3.2 requires 400. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length > 1;

function refuseTwoHosts(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close');
  answerFailure(request, response, new Failure('BadRequestError', 'The request has more than one Host header.'), randomUUID());
}

/** Refuses an unreadable request in the wire format, and closes the connection. */
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
