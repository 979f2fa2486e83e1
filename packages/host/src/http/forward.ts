import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { Failure } from '@signalbox/contracts';
import { allowAnyOrigin, answerFailure, type Listener } from '@signalbox/kit';
import { Pool } from 'undici';
import type { AddressSignatures } from './address-signature.ts';

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
/** What outside says of its traces stays at the public port, which decides what becomes of it. */
const notPassedOn = new Set([...hopByHop, 'expect', 'traceparent', 'tracestate']);
const maxWaitMs = 65_000;
const connectTimeoutMs = 1000;
const connections = 64;
/**
 * How long a connection to another process stays open without a request. A process that ends waits longer before it closes one, so
 * that no request meets the end of its connection.
 */
const idleConnectionMs = 1000;
export const shortlyIdle = { keepAliveTimeout: idleConnectionMs, keepAliveMaxTimeout: idleConnectionMs };
/** A service that answers nothing, not even refusals, must not gather everybody's requests here. */
const maxWaiting = 1000;

/** A listener somewhere else, with what must be closed in the end. */
export interface Forwarder {
  readonly listener: Listener;
  close(): Promise<void>;
}

/** What a request that is passed on gets. */
export interface ForwardingParts extends Pick<AddressSignatures, 'headersFor'> {
  readonly id: () => string;
  /** The trace that the running code works for, if any. */
  readonly traceparent: () => string | undefined;
}

/**
 * Sends requests on to `url` over pooled keep-alive connections, bodies untouched. A request that accepts an event
 * stream gets a connection of its own, so that open streams never starve the pool. A service that cannot be reached is
 * a 503 with `Retry-After`, and so is one for which too many wait already.
 */
export function forwardTo(service: string, url: string, { id, headersFor, traceparent }: ForwardingParts): Forwarder {
  const pool = new Pool(url, {
    ...shortlyIdle,
    connections,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: maxWaitMs,
    bodyTimeout: maxWaitMs,
  });
  const streams = new Pool(url, {
    ...shortlyIdle,
    connections: null,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: maxWaitMs,
    bodyTimeout: 0,
  });
  const refuse = (request: IncomingMessage, response: ServerResponse, cause: unknown): void => {
    allowAnyOrigin(response);
    answerFailure(request, response, unreachable(service, cause), id());
  };
  const listener: Listener = (request, response) => {
    if (pool.stats.queued >= maxWaiting) {
      refuse(request, response, new Error('too many requests wait for it'));
      return;
    }
    const open = request.headers.accept?.includes('text/event-stream') ?? false;
    const abort = new AbortController();
    response.once('close', () => response.writableFinished || abort.abort());
    const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
    const options = {
      method: request.method as 'GET',
      path: request.url ?? '/',
      headers: { ...passable(request.headers), ...headersFor(request.headers), ...traceHeaders(traceparent()) },
      body: hasBody && request.headers['content-length'] !== '0' ? request : null,
      signal: abort.signal,
    };
    (open ? streams : pool)
      .stream(options, ({ statusCode, headers }) => begin(response, statusCode, passable(headers)))
      .catch((error: unknown) => refuse(request, response, error));
  };
  return {
    listener,
    async close() {
      await Promise.all([pool.destroy(), streams.destroy()]);
    },
  };
}

/**
 * What the body is written to. An event stream ends with its connection and is written past the response, as it is by the service
 * that sends it: that counts when thousands are told of a change.
 */
function begin(response: ServerResponse, status: number, headers: Record<string, string | string[]>): Writable {
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  if (isStream) response.useChunkedEncodingByDefault = false;
  response.writeHead(status, headers);
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

const unreachable = (service: string, cause: unknown): Failure =>
  new Failure('UnavailableError', `${service} cannot be reached. Try again shortly.`, { retryAfterSeconds: 2, cause });
