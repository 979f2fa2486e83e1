import type { IncomingMessage, ServerResponse } from 'node:http';
import { accessMarkHeader, browserHeader, clientAddressHeader, Failure, foreignOriginHeader, principalHeader } from '@signalbox/contracts';
import {
  allowAnyOrigin,
  answerFailure,
  clientAddressReader,
  type Listener,
  normalizeUrl,
  type OpenParts,
  pathOf,
  rateLimiter,
} from '@signalbox/kit';
import { allowList, basePath, denyList, disabledEndpoints, tokenHeader } from '../setting/settings.ts';
import { networkRules } from './network-rules.ts';

/** A page that the relay serves itself. */
export type Page = (response: ServerResponse, request: IncomingMessage) => Promise<void> | void;

const ofPrincipals = [principalHeader, foreignOriginHeader, browserHeader, accessMarkHeader];
const allFeatures = /^\/api\/(?:frontend|proxy)\/all\/?$/;

/** The public port: serves the pages of the relay, and passes all other requests to delivery. */
export class Front {
  /** Requests since the last report, and open streams. */
  readonly traffic = { requests: 0, streams: 0 };
  readonly #parts: OpenParts;
  readonly #pages: Readonly<Record<string, Page>>;
  readonly #addressOf: ReturnType<typeof clientAddressReader>;
  readonly #limitRate: ReturnType<typeof rateLimiter>;
  readonly #admits: ReturnType<typeof networkRules>;
  readonly #basePath: string;
  readonly #tokenHeader: string;
  readonly #servesAll: boolean;

  constructor(parts: OpenParts, pages: Readonly<Record<string, Page>>) {
    const { settings, surfaces, cache } = parts;
    this.#parts = parts;
    this.#pages = pages;
    this.#addressOf = clientAddressReader(settings.trustedProxies);
    this.#limitRate = rateLimiter(surfaces, settings, cache);
    this.#admits = networkRules(settings.get(allowList), settings.get(denyList));
    this.#basePath = settings.get(basePath);
    this.#tokenHeader = settings.get(tokenHeader);
    this.#servesAll = !settings.get(disabledEndpoints.allFeatures);
  }

  readonly listener: Listener = (request, response) => {
    // Deleting an absent property would slow down all later reads of the headers.
    for (const header of ofPrincipals) if (header in request.headers) delete request.headers[header];
    try {
      void this.#handle(request, response)?.catch((error: unknown) => this.#refuse(request, response, error));
    } catch (error) {
      this.#refuse(request, response, error);
    }
  };

  #handle(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const address = this.#addressOf(request);
    if (!this.#admits(address)) throw new Failure('NoAccessError', 'Your address may not call this relay.');
    const isBelow = this.#takeBasePath(request);
    const path = pathOf(request);
    const page = request.method === 'GET' || request.method === 'HEAD' ? this.#pages[path] : undefined;
    if (page) return page(response, request) ?? undefined;
    if (!isBelow || (!this.#servesAll && allFeatures.test(path)))
      throw new Failure('NotFoundError', `There is no route ${request.method ?? ''} ${path}.`);
    this.#count(path, response);
    if (this.#tokenHeader !== 'authorization') request.headers.authorization = String(request.headers[this.#tokenHeader] ?? '');
    request.headers[clientAddressHeader] = address;
    const counting = this.#limitRate(request.method ?? '', path, address, response);
    if (counting) return counting.then(() => this.#pass(request, response));
    this.#pass(request, response);
    return undefined;
  }

  /** Removes the base path from the URL. Returns false if the URL has another one. */
  #takeBasePath(request: IncomingMessage): boolean {
    const url = normalizeUrl(request.url ?? '/');
    const base = this.#basePath;
    const isBelow = url.startsWith(base) && (base === '' || ['/', '?', undefined].includes(url[base.length]));
    request.url = isBelow ? url.slice(base.length) || '/' : url;
    return isBelow;
  }

  #count(path: string, response: ServerResponse): void {
    this.traffic.requests += 1;
    if (path !== '/api/client/streaming') return;
    this.traffic.streams += 1;
    response.once('close', () => (this.traffic.streams -= 1));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const delivery = this.#parts.upstreams.get('delivery');
    if (!delivery) throw new Failure('UnavailableError', 'The relay is starting. Try again shortly.', { retryAfterSeconds: 1 });
    delivery(request, response);
  }

  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const id = this.#parts.id();
    allowAnyOrigin(response);
    const failure = answerFailure(request, response, error, id);
    if (failure.status >= 500) this.#parts.warn(`${failure.message} (${id})`, failure.cause ?? error);
  }
}
