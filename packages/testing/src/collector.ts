import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the collector received it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** Its `service.name`. */
  readonly service: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  /** Ids of linked spans. */
  readonly links: readonly string[];
  readonly failed: boolean;
}

/** Handles a request to the collector: 200 by default. */
type CollectorAnswer = (request: IncomingMessage, response: ServerResponse) => void;

/** A receiver of traces: OTLP over HTTP, as JSON. */
export interface Collector {
  readonly url: string;
  /** All received spans, in order of arrival. */
  readonly spans: readonly CollectedSpan[];
  /** Bodies of all requests, as received. */
  readonly bodies: readonly string[];
  readonly requests: readonly IncomingMessage[];
  answer: CollectorAnswer;
  close(): Promise<void>;
}

const accept: CollectorAnswer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');

/** Opens a collector on a free port of the loopback interface. */
export async function openCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push(request);
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      if (request.url === '/v1/traces') spans.push(...spansIn(body));
      collector.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    requests,
    answer: accept,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return collector;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes?: readonly KeyValue[];
  readonly events?: readonly { readonly name: string }[];
  readonly links?: readonly { readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const failed = 2;

function spansIn(body: string): CollectedSpan[] {
  const { resourceSpans } = JSON.parse(body) as OtlpRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(span, service)));
  });
}

function collected(span: OtlpSpan, service: string): CollectedSpan {
  const { traceId, spanId, parentSpanId = '', name, kind, attributes = [], events = [], links = [], status } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: kinds[kind] ?? 'internal',
    service,
    attributes: valuesOf(attributes),
    events: events.map((event) => event.name),
    links: links.map((link) => link.spanId),
    failed: status?.code === failed,
  };
}

const valuesOf = (pairs: readonly KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
