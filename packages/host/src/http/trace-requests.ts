import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listener, metricsPaths, type OpenParts, pathOf, prefixFinder } from '@signalbox/kit';
import { attributes, type Span, type SpanStart, type Tracer } from '@signalbox/tracing';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { addressSignatures } from './address-signature.ts';

/** Frequent machine requests start no trace. */
const unseen: readonly string[] = ['/live', '/health', '/ready', ...metricsPaths];
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Handles each request in a span named after the declared route. Content of the request, such as its path, query and headers, stays out of
 * traces. Without tracing, returns the listener itself. A `traceparent` from outside is linked, not continued; otherwise its sender could
 * decide what is recorded here.
 */
export function tracedRequests({ tracer, settings, surfaces, service }: ServiceRuntime, listener: Listener): Listener {
  if (!tracer) return listener;
  const { isSigned } = addressSignatures(settings.internalSecrets);
  const continuesOthers = settings.tracesFromOutside === 'continued';
  const find = service.surface.isPublic ? prefixFinder(surfaces) : () => null;
  const originOf = ({ headers }: IncomingMessage): Pick<SpanStart, 'parent' | 'links'> => {
    if (tracer.active) return {}; // The public port of this process forwards the request.
    const { traceparent } = headers;
    if (typeof traceparent !== 'string') return { parent: null };
    return continuesOthers || isSigned(headers) ? { parent: traceparent } : { parent: null, links: [traceparent] };
  };
  return (request, response) => {
    if (unseen.includes(pathOf(request))) return listener(request, response);
    const span = tracer.start({ ...startOf(request), kind: 'server', ...originOf(request) });
    whenAnswered(request, response, () => {
      const prefix = find(pathOf(request))?.prefix;
      if (prefix !== undefined) nameByRoute(span, request, prefix);
      endAnswered(span, response, 500);
    });
    span.during(() => listener(request, response));
  };
}

/** Forwards requests in a span of the forwarding service. */
export const tracedUpstreams = (upstreams: OpenParts['upstreams'], tracer: Tracer): OpenParts['upstreams'] => ({
  get(service) {
    const listener = upstreams.get(service);
    if (!listener) return undefined;
    return (request, response) => {
      const { name, attributes: own } = startOf(request);
      const span = tracer.start({ name, kind: 'client', attributes: { ...own, [attributes.calledService]: service } });
      whenAnswered(request, response, () => endAnswered(span, response, 400));
      span.during(() => listener(request, response));
    };
  },
});

/** Names the active span after its route. */
export function nameByRoute(span: Span | undefined, request: IncomingMessage, route: string): void {
  span?.rename(`${methodOf(request)} ${route}`);
  span?.set({ [attributes.httpRoute]: route });
}

function startOf(request: IncomingMessage): Pick<SpanStart, 'name'> & { attributes: Record<string, string> } {
  const method = methodOf(request);
  return { name: method, attributes: { [attributes.httpMethod]: method } };
}

/** An unknown method may be arbitrarily long. */
const methodOf = ({ method = '' }: IncomingMessage): string => (methods.includes(method) ? method : '_OTHER');

/** Calls `end` when the response has been sent or the caller has disconnected; for an event stream, when it begins. */
function whenAnswered(request: IncomingMessage, response: ServerResponse, end: () => void): void {
  response.once('close', end);
  if (!request.headers.accept?.includes('text/event-stream')) return;
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    const written = writeHead(...head);
    end();
    return written;
  };
}

/** By the conventions, a refusal is an error for the client and a normal response for the server. */
function endAnswered(span: Span, { headersSent, statusCode }: ServerResponse, firstError: number): void {
  if (!headersSent) return span.end('aborted');
  span.set({ [attributes.httpStatus]: statusCode });
  span.end(statusCode >= firstError ? String(statusCode) : null);
}
