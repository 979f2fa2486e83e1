import { deepEqual, equal, ok } from 'node:assert/strict';
import { baseTables } from '@signalbox/store';
import { type CollectedSpan, type Collector, eventually, openCollector, start, type TestApp } from '@signalbox/testing';
import { items, listener, sampleService } from '../sample-service.fixture.ts';

const newItem = 'POST /api/admin/projects/:projectId/items';

describe('the trace of an event', () => {
  let collector: Collector;
  let app: TestApp;
  let handle: () => Promise<void>;
  beforeEach(async () => {
    handle = async () => undefined;
    collector = await openCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const job = { name: 'count', everyMs: 3_600_000, oneAtATime: true, run: async () => undefined };
    app = await start([sampleService({ jobs: [job] }), listener(() => handle())], { settings, jobs: true });
  });
  afterEach(async () => {
    await app.close();
    await collector.close();
  });

  const create = async (name: string) => equal((await app.as(app.users.editor).post(items, { name })).status, 201);
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  const parentOf = ({ parentSpanId }: CollectedSpan) => collector.spans.find(({ spanId }) => spanId === parentSpanId);

  it('continues from its request until the event has been handled elsewhere', async () => {
    await create('one');
    await eventually(() => {
      const [request] = named(newItem);
      const [publishing] = named('publish signalbox.events');
      const [processing] = named('process listener');
      ok(request && publishing && processing);
      for (const span of [publishing, processing]) {
        equal(parentOf(span)?.name, 'transaction');
        equal(parentOf(parentOf(span) as CollectedSpan)?.spanId, request.spanId);
      }
      deepEqual([publishing.kind, processing.kind], ['producer', 'consumer']);
      equal(processing.attributes['messaging.destination.subscription.name'], 'listener');
      ok(named('transaction').some((span) => span.parentSpanId === processing.spanId));
    });
    const [event] = await app.events('sample');
    equal(event?.traceparent?.split('-')[1], named(newItem)[0]?.traceId);
  });

  it('includes the handling of a batch with events of several requests', async () => {
    const gate = Promise.withResolvers<void>();
    handle = () => gate.promise;
    for (const name of ['first', 'second', 'third']) await create(name);
    gate.resolve();
    await eventually(() => {
      const traces = named(newItem).map(({ traceId }) => traceId);
      equal(traces.length, 3);
      for (const traceId of traces) ok(named('process listener').some((span) => span.traceId === traceId));
    });
    const known = new Set(collector.spans.map(({ spanId }) => spanId));
    await eventually(() => ok(named('process listener').every(({ links }) => links.every((link) => known.has(link)))));
  });

  it('records a failed handler by the type of the error only', async () => {
    handle = () => Promise.reject(new RangeError('hunter2'));
    await create('poison');
    await eventually(async () => {
      equal((await baseTables(app.store('listener').reader()).selectFrom('dead_letter').selectAll().execute()).length, 1);
      ok(named('process listener').some(({ events }) => events.includes('dead letter')));
      ok(named('transaction').some(({ failed, attributes }) => failed && attributes['error.type'] === 'RangeError'));
    });
    equal(collector.bodies.join('').includes('hunter2'), false);
  });

  it('is separate from that of a job, each run of which starts its own', async () => {
    const job = await eventually(() => {
      const [found] = named('job count');
      ok(found);
      return found;
    });
    deepEqual([job.parentSpanId, job.service], ['', 'signalbox-sample']);
  });
});
