import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceRuntime } from '../runtime/runtime.ts';

/** Label of requests without a route: not found, or refused before routing. */
export const noRoute = 'none';

/** Measures a request until the end of its response. An event stream, which may last for days, counts as finished immediately. */
export function measureRequest(
  { metrics, service }: Pick<ServiceRuntime, 'metrics' | 'service'>,
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: () => string,
): void {
  const begun = performance.now();
  response.once('close', () => {
    const labels = { service: service.name, method: request.method ?? '', route: routeOf(), status: response.statusCode };
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
    metrics.requests.observe(labels, isStream ? 0 : (performance.now() - begun) / 1000);
  });
}
