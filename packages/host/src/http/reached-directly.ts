import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientAddressHeader } from '@signalbox/contracts';
import { allowAnyOrigin, clientAddressReader, type Listener, normalizeUrl, type OpenParts, pathOf, rateLimiter } from '@signalbox/kit';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { addressSignatures } from './address-signature.ts';
import { measureRequest, noRoute } from './measure-request.ts';
import { refuse } from './refuse.ts';

/** What requests that come past the public port are bounded with. */
export interface DirectParts extends Pick<ServiceRuntime, 'settings' | 'surfaces' | 'log' | 'effects' | 'metrics' | 'service'> {
  readonly cache: Pick<OpenParts['cache'], 'count'>;
}

/**
 * A service that some reach past the public port: does for them what that does for others. From where a request came is the
 * connection's address, or what TRUSTED_PROXIES say; whatever else it says of itself is written over. The limits of the
 * services' surfaces hold, counted together with those of the public port. What the public port has signed is let through.
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
