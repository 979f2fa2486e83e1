import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AccessChanged,
  clientAddressHeader,
  Failure,
  failureOf,
  ofrepRefusal,
  principalHeader,
  stateKeys,
} from '@signalbox/contracts';
import { allowOrigins, type Opened, type OpenParts, pathOf, sendJson, type Settings } from '@signalbox/kit';
import { clientAddressReader } from './client-address.ts';
import { credentialReader, isPersonal } from './credentials.ts';
import { openHealth } from './health.ts';
import { rateLimiter } from './rate-limits.ts';
import { destinationOf, normalizeUrl } from './routing.ts';
import { startPage } from './start-page.ts';

const usableRequestId = /^[\w.:-]{1,100}$/;
const bulkPaths = /^\/api\/admin\/(?:features-batch|state)\//;
/** Where persons may ask what programs ask. */
const sharedPaths = /^\/api\/client(?:\/|$)/;
const metricsPaths = /^\/(?:api\/(?:client|(?:frontend|proxy)\/client)|edge)\/metrics(?:\/|$)/;

/** What the door needs for each request. */
interface Door {
  readonly settings: Settings;
  readonly credentials: ReturnType<typeof credentialReader>;
  readonly limitRate: ReturnType<typeof rateLimiter>;
  readonly addressOf: ReturnType<typeof clientAddressReader>;
  readonly isPreflight: ReturnType<typeof allowOrigins>;
  readonly upstreams: OpenParts['upstreams'];
  /** What the door answers itself, by path. */
  readonly pages: Readonly<Record<string, (response: ServerResponse) => Promise<void>>>;
}

/**
 * The public door: a listener made of listeners. It knows who calls, bounds what comes in and sends it on untouched; it
 * never answers 401 or 403 itself.
 */
export async function openGateway(parts: OpenParts): Promise<Opened> {
  const { settings, cache, upstreams } = parts;
  const credentials = credentialReader(parts);
  await parts.listen(
    stateKeys.access,
    (change) => credentials.forget(change as AccessChanged),
    () => credentials.forgetAll(),
  );
  const door: Door = {
    settings,
    credentials,
    limitRate: rateLimiter(settings, cache),
    addressOf: clientAddressReader(settings.trustedProxies),
    isPreflight: allowOrigins(parts),
    upstreams,
    pages: pagesOf(parts),
  };
  return {
    front(request, response) {
      delete request.headers[principalHeader];
      const requestId = requestIdOf(request, parts.id);
      request.headers['x-request-id'] = requestId;
      secure(response, requestId, settings);
      letIn(door, request, response).catch((error: unknown) => refuse(request, response, error, parts));
      return true;
    },
  };
}

function pagesOf(parts: OpenParts): Door['pages'] {
  const health = openHealth(parts);
  return {
    '/health': async (response) => {
      const { good } = await health.alive();
      sendJson(response, good ? 200 : 503, JSON.stringify({ health: good ? 'GOOD' : 'BAD' }));
    },
    '/ready': async (response) => {
      const { good, services } = await health.ready();
      sendJson(response, good ? 200 : 503, JSON.stringify({ health: good ? 'GOOD' : 'BAD', services }));
    },
    '/': async (response) => void response.setHeader('content-type', 'text/html; charset=utf-8').end(startPage),
  };
}

async function letIn(door: Door, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.url = normalizeUrl(request.url ?? '/');
  const path = pathOf(request);
  if (door.isPreflight(request, response)) return undefined;
  const page = request.method === 'GET' || request.method === 'HEAD' ? door.pages[path] : undefined;
  if (page) return page(response);
  const destination = destinationOf(path);
  const upstream = destination && door.upstreams.get(destination.service);
  if (!destination || !upstream) throw new Failure('NotFoundError', `There is no ${request.method ?? ''} ${path}.`);
  const address = door.addressOf(request);
  request.headers[clientAddressHeader] = address;
  await door.limitRate(request.method ?? '', path, address, response);
  refuseLarge(request, path, door.settings);
  if (!destination.raw || (sharedPaths.test(path) && isPersonal(request))) await introduce(door, request);
  upstream(request, response);
}

/** Puts the signed principal in the place of the credential. */
async function introduce({ credentials }: Door, request: IncomingMessage): Promise<void> {
  const principal = await credentials.read(request);
  if (principal) request.headers[principalHeader] = principal;
  delete request.headers.authorization;
  delete request.headers.cookie;
}

function requestIdOf(request: IncomingMessage, id: () => string): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && usableRequestId.test(given) ? given : id();
}

function secure(response: ServerResponse, requestId: string, settings: Settings): void {
  response.setHeader('x-request-id', requestId);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-frame-options', 'DENY');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'");
  if (settings.baseUrl?.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains');
}

/** What says its own length is refused before it is read; the rest is bounded by the service that reads it. */
function refuseLarge(request: IncomingMessage, path: string, settings: Settings): void {
  const limit = bulkPaths.test(path)
    ? settings.bulkLimitBytes
    : metricsPaths.test(path)
      ? settings.metricsLimitBytes
      : settings.bodyLimitBytes;
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  throw new Failure('ContentTooLarge', `The body is larger than the ${limit} bytes that this route accepts.`);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown, parts: OpenParts): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const failure = failureOf(error);
  const id = parts.id();
  if (failure.status >= 500) parts.warn(`${failure.message} (${id})`, failure.cause ?? error);
  if (failure.retryAfterSeconds !== undefined) response.setHeader('retry-after', failure.retryAfterSeconds);
  if (failure.status === 413) response.setHeader('connection', 'close');
  sendJson(response, failure.status, JSON.stringify({ ...ofrepRefusal(pathOf(request), failure), ...failure.body(id) }));
}
