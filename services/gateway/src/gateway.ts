import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  accessMarkHeader,
  type AccessChanged,
  browserHeader,
  clientAddressHeader,
  Failure,
  foreignOriginHeader,
  principalHeader,
  sessionCookie,
  stateKeys,
} from '@signalbox/contracts';
import {
  bodyLimitOf,
  clientAddressReader,
  type FoundPrefix,
  metric,
  metricsPaths,
  normalizeUrl,
  openCounter,
  type Opened,
  type OpenParts,
  pathOf,
  prefixFinder,
  rateLimiter,
  sendJson,
  type Settings,
} from '@signalbox/kit';
import { accessMarks } from './access-marks.ts';
import { agentsPath, openAgents } from './agents.ts';
import { CallerStreams } from './caller-streams.ts';
import { authenticate, type Callers, findAgent } from './callers.ts';
import { openConsole } from './console-pages.ts';
import { CredentialReader } from './credentials.ts';
import { openDocs } from './docs-page.ts';
import { openHealth } from './health.ts';
import { metricsPage } from './metrics-page.ts';
import { refuse } from './refuse.ts';
import { consoleEnabled } from './surface.ts';

/** Interval at which the gateway checks whether credentials of open streams have expired. */
const expiryMs = 60_000;
const usableRequestId = /^[\w.:-]{1,100}$/;

export const answersMetric = metric({
  name: 'signalbox_gateway_answers_total',
  help: 'Responses of the public port, by the service that owns the path.',
  kind: 'counter',
  labels: ['service', 'status'],
});

/** Everything that the gateway needs to handle a request. */
interface Gateway extends Callers {
  readonly limitRate: ReturnType<typeof rateLimiter>;
  /** Counts a sent response. */
  readonly count: (labels: { service: string; status: string }) => void;
  /** Serves agents; undefined if they are disabled. */
  readonly agents: ReturnType<typeof openAgents>;
  /** The console by path; it has no paths if the console is disabled. */
  readonly console: ReturnType<typeof openConsole>;
  /** Pages that the gateway serves itself, by path. */
  readonly pages: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => Promise<void>>>;
}

/**
 * The public port: a listener in front of the services' listeners. It authenticates the caller, enforces limits, and forwards requests
 * untouched. It never returns 401 or 403 itself. The services' surfaces declare which service owns a path, and its special limits.
 */
export async function openGateway(parts: OpenParts): Promise<Opened> {
  const { settings, surfaces, cache } = parts;
  const credentials = new CredentialReader(parts, sessionCookie(settings.secureCookies));
  const streams = new CallerStreams((request) => credentials.read(request));
  await parts.listen(
    stateKeys.access,
    (change) => {
      credentials.forget(change as AccessChanged);
      void streams.checkAll();
    },
    () => {
      credentials.forgetAll();
      void streams.checkAll();
    },
  );
  parts.every(expiryMs, () => streams.checkAll());
  const gateway: Gateway = {
    parts,
    credentials,
    streams,
    marks: accessMarks(parts),
    limitRate: rateLimiter(surfaces, settings, cache),
    addressOf: clientAddressReader(settings.trustedProxies),
    find: prefixFinder(surfaces),
    agents: openAgents(parts, (request) => findAgent(gateway, request)),
    console: consoleOf(parts),
    pages: { ...pagesOf(parts, credentials), ...(await openDocs()) },
    count: openCounter(parts, answersMetric),
  };
  return {
    listener(request, response) {
      for (const header of [principalHeader, foreignOriginHeader, browserHeader, accessMarkHeader]) delete request.headers[header];
      const requestId = requestIdOf(request, parts.id);
      request.headers['x-request-id'] = requestId;
      secure(response, requestId, settings);
      handle(gateway, request, response).catch((error: unknown) => refuse(request, response, error, parts));
    },
  };
}

/** Imported only if the console is enabled, because it loads a bundler. */
function consoleOf(parts: OpenParts): Gateway['console'] {
  if (parts.settings.get(consoleEnabled) === 'off') return () => undefined;
  return openConsole(
    async () => (await import('@signalbox/console')).bundleConsole(),
    (cause) => parts.warn('could not build the console: serving the API only', cause),
  );
}

function pagesOf(parts: OpenParts, credentials: Gateway['credentials']): Gateway['pages'] {
  const health = openHealth(parts);
  const metrics = metricsPage(parts, credentials);
  return {
    ...Object.fromEntries(metricsPaths.map((path) => [path, metrics])),
    '/live': async (response) => sendJson(response, 200, JSON.stringify({ health: 'GOOD' })),
    '/health': async (response) => {
      const { good } = await health.alive();
      sendJson(response, good ? 200 : 503, JSON.stringify({ health: good ? 'GOOD' : 'BAD' }));
    },
    '/ready': async (response) => {
      const { good, services } = await health.ready();
      sendJson(response, good ? 200 : 503, JSON.stringify({ health: good ? 'GOOD' : 'BAD', services }));
    },
  };
}

async function handle(gateway: Gateway, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { parts, credentials, count, find, pages, addressOf, limitRate, console } = gateway;
  let service = 'gateway';
  response.once('close', () => count({ service, status: String(response.statusCode) }));
  request.url = normalizeUrl(request.url ?? '/');
  const path = pathOf(request);
  const found = find(path);
  service = found?.service ?? service;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const page = isRead ? (console(path) ?? pages[path]) : undefined;
  if (page) return page(response, request);
  if (path === agentsPath && gateway.agents) return gateway.agents(request, response);
  const upstream = found && parts.upstreams.get(found.service);
  if (!found || !upstream) throw new Failure('NotFoundError', `There is no route ${request.method ?? ''} ${path}.`);
  const isExchanged = found.credential === undefined || (found.credential !== 'own' && credentials.isPersonal(request));
  if (isExchanged) keepOutOfCaches(response);
  const address = addressOf(request);
  request.headers[clientAddressHeader] = address;
  await limitRate(request.method ?? '', path, address, response);
  refuseLarge(request, found, parts.settings);
  if (isExchanged) await authenticate(gateway, request, response);
  upstream(request, response);
}

/** Responses depend on the caller, so caches must not store them unless the service allows it. */
function keepOutOfCaches(response: ServerResponse): void {
  response.setHeader('cache-control', 'private, no-store');
  response.setHeader('vary', 'Cookie, Authorization');
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

/** Refuses bodies with a declared length above the limit before they are read. The service that reads a body bounds all others. */
function refuseLarge(request: IncomingMessage, found: FoundPrefix, settings: Settings): void {
  const limit = bodyLimitOf(found, settings);
  if (Number(request.headers['content-length'] ?? 0) <= limit) return;
  throw new Failure('ContentTooLarge', `The request body exceeds the limit of ${limit} bytes.`);
}
