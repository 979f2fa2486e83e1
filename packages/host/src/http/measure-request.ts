import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceRuntime } from '../runtime/runtime.ts';

/** The label of what no route took: what is nowhere, or was refused before a route was looked for. */
export const noRoute = 'none';

/** Times a request up to the end of its answer; a stream of events, which may last for days, is counted as answered at once. */
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
