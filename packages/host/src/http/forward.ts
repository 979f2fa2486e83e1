import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { clientAddressHeader, Failure, principalHeader } from '@signalbox/contracts';
import { allowAnyOrigin, type Listener, Turns } from '@signalbox/kit';
import { Pool } from 'undici';
import type { AddressSignatures } from './address-signature.ts';
import { forwardStream } from './forward-stream.ts';
import { KnownBodies, withEtag } from './known-bodies.ts';
import { refuse, type RefusalParts } from './refuse.ts';
import { matchesEtag } from './target.ts';

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Headers that are not forwarded. The public port decides about traces from outside. */
const notPassedOn = new Set([...hopByHop, 'expect', 'traceparent', 'tracestate']);
const maxWaitMs = 65_000;
const connections = 64;
/** Connections that one caller may hold. A slow caller holds each for as long as a request or a response takes. */
const share = connections / 4;
/**
 * Time that an unused connection to another process stays open. A process that shuts down waits longer before it closes one, so no request
 * is sent on a closing connection.
 */
const idleConnectionMs = 1000;
export const shortlyIdle = { keepAliveTimeout: idleConnectionMs, keepAliveMaxTimeout: idleConnectionMs };
/** Limits of waiting requests, so that requests to an unresponsive service do not pile up here: of one caller, and of all. */
const maxWaitingOfCaller = 250;
const maxWaiting = 1000;

/** A remote listener that must be closed. */
export interface Forwarder {
  readonly listener: Listener;
  readonly close: () => Promise<void>;
}

/** Additions to a forwarded request. */
export interface ForwardingParts extends RefusalParts, Pick<AddressSignatures, 'headersFor'> {
  /** `traceparent` of the active span, if any. */
  readonly traceparent: () => string | undefined;
  /** Also the limit of a readiness check. */
  readonly connectTimeoutMs: number;
}

/**
 * Forwards requests to `url` over pooled keep-alive connections, with unchanged bodies. Callers share the connections fairly. A request that
 * accepts an event stream gets its own connection, so that open streams do not exhaust the pool. Responds with 503 and `Retry-After` if the
 * service is unreachable or too many requests already wait, and with 429 if the caller has too many waiting.
 */
export function forwardTo(service: string, url: string, parts: ForwardingParts): Forwarder {
  const openPool = (limits: Pool.Options) =>
    new Pool(url, { ...shortlyIdle, connect: { timeout: parts.connectTimeoutMs }, headersTimeout: maxWaitMs, ...limits });
  const pool = openPool({ connections, bodyTimeout: maxWaitMs });
  const streams = openPool({ connections: null, bodyTimeout: 0 });
  const fail = (request: IncomingMessage, response: ServerResponse, cause: unknown): void => {
    allowAnyOrigin(response);
    refuse(parts, cause instanceof Failure ? cause : unreachable(service, cause), request, response);
  };
  const turns = new Turns({ atOnce: connections, share, perAuthor: maxWaitingOfCaller, total: maxWaiting, refusal: tooMany(service) });
  const bodies = new KnownBodies();
  const listener: Listener = (request, response) => {
    const open = request.headers.accept?.includes('text/event-stream') ?? false;
    const abort = new AbortController();
    response.once('close', () => response.writableFinished || abort.abort());
    const found = bodies.find(request);
    const options = {
      method: request.method as 'GET',
      path: request.url ?? '/',
      headers: {
        ...passable(request.headers),
        ...parts.headersFor(request.headers),
        ...traceHeaders(parts.traceparent()),
        ...(found?.known && { 'if-none-match': withEtag(request.headers, found.known) }),
      },
      body: bodyOf(request),
      signal: abort.signal,
    };
    const send = () =>
      pool.stream(options, ({ statusCode, headers }) => {
        const { known } = found ?? {};
        if (known && statusCode === 304 && headers['etag'] === known.etag && !matchesEtag(request.headers['if-none-match'], known.etag)) {
          response.writeHead(200, { ...known.headers, ...passable(headers) });
          return bodies.send(known, response);
        }
        const target = begin(response, statusCode, headers);
        return found && statusCode === 200 ? bodies.keep(found, passable(headers), target) : target;
      });
    const sent = open ? forwardStream(streams, options, { response, begin }) : turns.take({ author: callerOf(request), size: 1 }, send);
    sent.catch((error: unknown) => {
      const hasLeft = abort.signal.aborted;
      if (!hasLeft) fail(request, response, error);
    });
  };
  return {
    listener,
    async close() {
      await Promise.all([pool.destroy(), streams.destroy()]);
    },
  };
}

/** A body that has already arrived leaves in one write with its head; others are streamed. */
function bodyOf(request: IncomingMessage): Buffer | IncomingMessage | null {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return null;
  return request.complete && encoding === undefined ? bufferedOf(request) : request;
}

/** All buffered chunks: a single `read` may return only the first. */
function bufferedOf(request: IncomingMessage): Buffer {
  const chunks: Buffer[] = [];
  for (let chunk = request.read() as Buffer | null; chunk !== null; chunk = request.read() as Buffer | null) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Returns the target of the body. An event stream ends with its connection and is written directly to the socket, as the upstream service
 * does. That matters when thousands of streams receive a change.
 */
function begin(response: ServerResponse, status: number, headers: Parameters<typeof passable>[0]): Writable {
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  if (isStream) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, passable(headers));
  if (!isStream || !response.socket) return response;
  response.flushHeaders();
  return response.socket;
}

function passable(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notPassedOn.has(name)) passed[name] = value;
  }
  return passed;
}

const traceHeaders = (traceparent: string | undefined): Record<string, string> => (traceparent === undefined ? {} : { traceparent });

/** Address and credential, so that neither a public token nor an address of many callers is one share. */
const callerOf = ({ headers }: IncomingMessage): string =>
  `${String(headers[clientAddressHeader])} ${headers.authorization ?? String(headers[principalHeader])}`;

const tooMany = (service: string) => (whose: 'own' | 'all') =>
  whose === 'all'
    ? unreachable(service, new Error('too many requests are waiting for it'))
    : new Failure('RateLimitError', `Too many of your requests are waiting for ${service}. Send fewer at once.`, { retryAfterSeconds: 2 });

const unreachable = (service: string, cause: unknown): Failure =>
  new Failure('UnavailableError', `${service} cannot be reached. Try again shortly.`, { retryAfterSeconds: 2, cause });
