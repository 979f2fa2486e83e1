import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddressHeader } from '@signalbox/contracts';
import { allowAnyOrigin, clientAddressReader, type Listener, normalizeUrl, type OpenParts, pathOf, rateLimiter } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { addressSignatures } from './address-signature.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { refuse } from './refuse.ts';

/** Tools that limit requests which bypass the public port. */
export interface DirectParts extends Pick<ServiceRuntime, 'settings' | 'surfaces' | 'log' | 'effects' | 'metrics' | 'service'> {
  readonly cache: Pick<OpenParts['cache'], 'count'>;
}

/**
 * Protects a service that some clients reach without the public port, as the public port would. The client address is the peer of the
 * connection, or comes from TRUSTED_PROXIES; any other claim is overwritten. The rate limits of all surfaces apply and share their counts
 * with the public port. Requests signed by the public port pass unchanged.
 */
export function reachedDirectly(routes: Listener, parts: DirectParts): Listener {
  const { settings, surfaces, cache } = parts;
  const { isSigned } = addressSignatures(settings.internalSecrets);
  const addressOf = clientAddressReader(settings.trustedProxies);
  const limitRate = rateLimiter(surfaces, settings, cache);
  const limited = async (request: IncomingMessage, response: ServerResponse, counting: Promise<void>) => {
    try {
      await counting;
    } catch (error) {
      allowAnyOrigin(response);
      return refuseMeasured(parts, error, request, response);
    }
    routes(request, response);
  };
  return (request, response) => {
    if (isSigned(request.headers)) return routes(request, response);
    try {
      request.url = normalizeUrl(request.url ?? '/');
    } catch (error) {
      return refuseMeasured(parts, error, request, response);
    }
    const address = addressOf(request);
    request.headers[clientAddressHeader] = address;
    const counting = limitRate(request.method ?? '', pathOf(request), address, response);
    if (counting) void limited(request, response, counting);
    else routes(request, response);
  };
}

function refuseMeasured(parts: DirectParts, error: unknown, request: IncomingMessage, response: ServerResponse): void {
  measureRequest(parts, request, response, () => noRoute);
  refuse(parts, error, request, response);
}
