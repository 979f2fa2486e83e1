import { deepEqual, equal, ok } from 'node:assert/strict';
import { clientAddressHeader } from '@signalbox/contracts';
import { eventStream, fastRoute, route, type Service, service, surface } from '@signalbox/kit';
import { type CollectedSpan, type Collector, eventually, openCollector, start, type TestApp } from '@signalbox/testing';
import { Type } from 'typebox';
import { addressSignatures } from './address-signature.ts';
import type { ServiceRuntime } from '../runtime/runtime.ts';
import { items, sampleService } from '../sample-service.fixture.ts';
import { tracedRequests } from './trace-requests.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;
const secret = 'test-secret-that-is-long-enough-for-hs256';
const listRoute = 'GET /api/admin/projects/:projectId/items';

/** A service that forwards all requests, like the gateway. */
const passesOn = service({
  surface: surface({ name: 'front', isPublic: true }),
  routes: [],
  open: async ({ upstreams, surfaces }) => ({
    listener: (request, response) => upstreams.get(surfaces[1]?.name ?? '')?.(request, response),
  }),
});

describe('the span of a request', () => {
  let collector: Collector;
  let app: TestApp;
  let gate = Promise.withResolvers<void>();
  beforeEach(async () => {
    collector = await openCollector();
  });
  afterEach(async () => {
    gate.resolve();
    gate = Promise.withResolvers();
    await app.close();
    await collector.close();
  });

  const open = async (services: readonly Service[], settings: Readonly<Record<string, string>> = {}) => {
    app = await start(services, { settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings } });
  };
  /** The span with this name that matches. */
  const span = (name: string, fits: (span: CollectedSpan) => boolean = () => true) =>
    eventually(() => {
      const found = collector.spans.find((each) => each.name === name && fits(each));
      ok(found, `${name} is not among ${collector.spans.map((each) => each.name).join(', ')}`);
      return found;
    });

  it('is named after the declared route, with method and status', async () => {
    await open([sampleService()]);
    equal((await app.as(app.users.editor).get(`${items}?least=1`)).status, 200);
    const { kind, service: of, attributes, failed } = await span(listRoute);
    deepEqual([kind, of, failed], ['server', 'signalbox-sample', false]);
    deepEqual(attributes, {
      'http.request.method': 'GET',
      'http.route': '/api/admin/projects/:projectId/items',
      'http.response.status_code': 200,
    });
  });

  it('is named after a fast route too, or by the method alone without a route', async () => {
    const quick = fastRoute(
      {
        method: 'get',
        path: '/api/quick/:name',
        summary: 'Quick',
        permission: 'public',
        params: Type.Object({ name: Type.String() }),
        answers: { 200: Type.Object({}) },
        failures: [],
      },
      () => ({ json: '{}' }),
    );
    await open([service({ surface: surface({ name: 'quick' }), routes: [quick] })]);
    equal((await app.as(null).get('/api/quick/one')).status, 200);
    equal((await app.as(null).get('/api/nowhere/hunter2')).status, 404);
    equal((await span('GET /api/quick/:name')).attributes['http.route'], '/api/quick/:name');
    equal((await span('GET')).attributes['http.response.status_code'], 404);
  });

  it('fails if the response reports a server error, but not for a refusal', async () => {
    const broken = route(
      { method: 'get', path: '/api/broken', summary: 'A bug', permission: 'public', answers: { 200: Type.Object({}) }, failures: [] },
      async () => {
        throw new TypeError('hunter2');
      },
    );
    await open([sampleService({}, [broken])]);
    equal((await app.as(null).get('/api/broken')).status, 500);
    equal((await app.as(null).get(items)).status, 401);
    const failed = await span('GET /api/broken');
    deepEqual([failed.failed, failed.attributes['error.type']], [true, '500']);
    equal((await span(listRoute)).failed, false);
    equal(collector.bodies.join('').includes('hunter2'), false);
  });

  it('links to a trace from outside, and continues the trace of the public port', async () => {
    await open([sampleService()]);
    const address = { [clientAddressHeader]: '192.0.2.1' };
    await app.with({ traceparent }).get(items);
    const linked = await span(listRoute);
    deepEqual([linked.traceId === traceId, linked.parentSpanId, linked.links], [false, '', [spanId]]);
    await app.with({ traceparent, ...address, ...addressSignatures([secret]).headersFor(address) }).get(items);
    const continued = await span(listRoute, ({ parentSpanId }) => parentSpanId !== '');
    deepEqual([continued.traceId, continued.parentSpanId, continued.links], [traceId, spanId, []]);
  });

  it('continues a trace from outside if the settings allow it', async () => {
    await open([sampleService()], { TRACES_FROM_OUTSIDE: 'continued' });
    await app.with({ traceparent }).get(items);
    const { parentSpanId, links } = await span(listRoute);
    deepEqual([parentSpanId, links], [spanId, []]);
  });

  it("is a child of the forwarding service's span, also within one process", async () => {
    await open([passesOn, sampleService()]);
    await app.with({ traceparent }).get(items);
    const inner = await span(listRoute);
    const passed = await span('GET', ({ kind }) => kind === 'client');
    const outer = await span('GET', ({ kind }) => kind === 'server');
    deepEqual([inner.parentSpanId, passed.parentSpanId, outer.parentSpanId], [passed.spanId, outer.spanId, '']);
    deepEqual([outer.service, passed.attributes['server.service.name'], outer.links], ['signalbox-front', 'sample', [spanId]]);
  });

  it('ends with the headers of an event stream, which continues', async () => {
    const stream = fastRoute(
      { method: 'get', path: '/api/stream', summary: 'Stream', permission: 'public', answers: { 200: eventStream }, failures: [] },
      ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
        void gate.promise.then(() => response.end());
        return undefined;
      },
    );
    await open([service({ surface: surface({ name: 'streaming' }), routes: [stream] })]);
    const answer = await fetch(`${app.url}/api/stream`, { headers: { accept: 'text/event-stream' } });
    equal((await span('GET /api/stream')).attributes['http.response.status_code'], 200);
    gate.resolve();
    equal(await answer.text(), 'data: 1\n\n');
  });

  it('is omitted for frequent machine requests', async () => {
    await open([sampleService()]);
    for (const path of ['/health', '/ready', '/metrics']) await app.as(null).get(path);
    await app.as(null).get('/api/nowhere');
    await span('GET');
    equal(collector.spans.filter(({ attributes }) => 'http.request.method' in attributes).length, 1);
  });

  it('is not created for unsampled traces, and that decision is propagated', async () => {
    await open([sampleService()], { OTEL_TRACES_SAMPLER: 'always_off' });
    equal((await app.as(app.users.editor).post(items, { name: 'unseen' })).status, 201);
    const [event] = await app.events('sample');
    equal(event?.traceparent?.slice(-3), '-00');
    deepEqual(collector.spans, []);
  });

  it('does not affect its request if the collector is down, and is counted as dropped', async () => {
    await open([sampleService()], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    equal((await app.as(app.users.editor).get(items)).status, 200);
    await eventually(async () => {
      const lost = /^signalbox_dropped_spans_total\{reason="not sent"\} (\d+)$/m.exec(await app.host.metrics.registry.metrics())?.[1];
      ok(Number(lost) > 0);
    });
  });
});

describe('without a collector', () => {
  it('uses the original listener', () => {
    const listener = () => undefined;
    equal(tracedRequests({ tracer: null } as ServiceRuntime, listener), listener);
  });

  it('creates no trace, continues none, and writes none into events', async () => {
    const app = await start([passesOn, sampleService()]);
    equal((await app.with({ traceparent }).get(items)).status, 401);
    equal((await app.as(app.users.editor).post(items, { name: 'plain' })).status, 201);
    deepEqual(
      (await app.events('sample')).map((event) => 'traceparent' in event),
      [false],
    );
    await app.close();
  });
});
