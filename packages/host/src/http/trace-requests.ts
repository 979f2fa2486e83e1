import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listener, metricsPaths, type OpenParts, pathOf, prefixFinder } from '@signalbox/kit';
import { attributes, type Span, type SpanStart, type Tracer } from '@signalbox/tracing';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { addressSignatures } from './address-signature.ts';

/** What machines ask every few seconds begins no trace. */
const unseen: readonly string[] = ['/live', '/health', '/ready', ...metricsPaths];
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers each request in a span, whose name is the declared route: what the request says in its own words, such as its path, its query and
 * its headers, stays out of traces. Where there are none, this is the listener itself. A `traceparent` from outside is linked to, not continued:
 * its sender would otherwise decide what is recorded here.
 */
export function tracedRequests({ tracer, settings, surfaces, service }: ServiceRuntime, listener: Listener): Listener {
  if (!tracer) return listener;
  const { isSigned } = addressSignatures(settings.internalSecrets);
  const continuesOthers = settings.tracesFromOutside === 'continued';
  const find = service.surface.isPublic ? prefixFinder(surfaces) : () => null;
  const originOf = ({ headers }: IncomingMessage): Pick<SpanStart, 'parent' | 'links'> => {
    if (tracer.active) return {}; // The public port of this process passes it on.
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

/** Passes requests on in a span of the service that does. */
export const tracedUpstreams = (upstreams: OpenParts['upstreams'], tracer: Tracer): OpenParts['upstreams'] => ({
  get(service) {
    const listener = upstreams.get(service);
    if (!listener) return undefined;
    return (request, response) => {
      const { name, attributes: said } = startOf(request);
      const span = tracer.start({ name, kind: 'client', attributes: { ...said, [attributes.calledService]: service } });
      whenAnswered(request, response, () => endAnswered(span, response, 400));
      span.during(() => listener(request, response));
    };
  },
});

/** Says which route it is that the active span answers. */
export function nameByRoute(span: Span | undefined, request: IncomingMessage, route: string): void {
  span?.rename(`${methodOf(request)} ${route}`);
  span?.set({ [attributes.httpRoute]: route });
}

function startOf(request: IncomingMessage): Pick<SpanStart, 'name'> & { attributes: Record<string, string> } {
  const method = methodOf(request);
  return { name: method, attributes: { [attributes.httpMethod]: method } };
}

/** A method that nobody knows is as long as its caller likes. */
const methodOf = ({ method = '' }: IncomingMessage): string => (methods.includes(method) ? method : '_OTHER');

/** Calls `end` when the answer has left or its caller has; a stream of events, which may last for days, is answered when it begins. */
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

/** By the conventions, a refusal is an error to the one who asked, and an answer to the one who gave it. */
function endAnswered(span: Span, { headersSent, statusCode }: ServerResponse, firstError: number): void {
  if (!headersSent) return span.end('aborted');
  span.set({ [attributes.httpStatus]: statusCode });
  span.end(statusCode >= firstError ? String(statusCode) : null);
}
