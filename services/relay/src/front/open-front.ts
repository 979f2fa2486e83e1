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

/** A page that the relay serves itself. */
export type Page = (response: ServerResponse, request: IncomingMessage) => Promise<void>;

const ofPrincipals = [principalHeader, foreignOriginHeader, browserHeader, accessMarkHeader];

/** The public port: serves the pages of the relay, and passes all other requests to delivery. */
export function openFront(parts: OpenParts, pages: Readonly<Record<string, Page>>): Listener {
  const { settings, surfaces, cache } = parts;
  const addressOf = clientAddressReader(settings.trustedProxies);
  const limitRate = rateLimiter(surfaces, settings, cache);
  const handle = (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    request.url = normalizeUrl(request.url ?? '/');
    const path = pathOf(request);
    const page = pages[path];
    if (page && (request.method === 'GET' || request.method === 'HEAD')) return page(response, request);
    const delivery = parts.upstreams.get('delivery');
    if (!delivery) throw new Failure('UnavailableError', 'The relay is starting. Try again shortly.', { retryAfterSeconds: 1 });
    const address = addressOf(request);
    request.headers[clientAddressHeader] = address;
    const counting = limitRate(request.method ?? '', path, address, response);
    if (counting) return counting.then(() => delivery(request, response));
    delivery(request, response);
    return undefined;
  };
  const refuse = (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    const id = parts.id();
    allowAnyOrigin(response);
    const failure = answerFailure(request, response, error, id);
    if (failure.status >= 500) parts.warn(`${failure.message} (${id})`, failure.cause ?? error);
  };
  return (request, response) => {
    for (const header of ofPrincipals) delete request.headers[header];
    try {
      handle(request, response)?.catch((error: unknown) => refuse(request, response, error));
    } catch (error) {
      refuse(request, response, error);
    }
  };
}
