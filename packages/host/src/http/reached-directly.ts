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
  const limited = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      request.url = normalizeUrl(request.url ?? '/');
      const address = addressOf(request);
      request.headers[clientAddressHeader] = address;
      await limitRate(request.method ?? '', pathOf(request), address, response);
    } catch (error) {
      allowAnyOrigin(response);
      measureRequest(parts, request, response, () => noRoute);
      return refuse(parts, error, request, response);
    }
    routes(request, response);
  };
  return (request, response) => (isSigned(request.headers) ? routes(request, response) : void limited(request, response));
}
