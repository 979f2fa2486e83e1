import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { type Collector, eventually, openCollector } from '@signalbox/testing';
import { attributes } from './attributes.ts';
import { openTracing } from './open-tracing.ts';
import type { Tracing } from './tracing.ts';
import type { Limits, TracingOptions } from './tracing-options.ts';

const elsewhere = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const unrecorded = elsewhere.replace(/01$/, '00');

describe('tracing', () => {
  let collector: Collector;
  let tracing: Tracing;
  let warnings: string[];
  beforeEach(async () => {
    collector = await openCollector();
    warnings = [];
  });
  afterEach(async () => {
    collector.answer = (_request, response) => void response.end();
    await tracing.close();
    await collector.close();
  });

  const open = async (options: Partial<TracingOptions> = {}, limits: Partial<Limits> = {}) => {
    tracing = await openTracing({
      endpoint: `${collector.url}/`,
      headers: { 'x-key': 'abc' },
      serviceName: null,
      version: '1.2.3',
      instance: 'this one',
      sampler: 'parentbased_always_on',
      ratio: 1,
      errorTypeOf: (thrown) => (thrown instanceof Error ? thrown.name : null),
      warn: (message) => warnings.push(message),
      limits: { delayMs: 10, ...limits },
      ...options,
    });
    return tracing.tracerOf('shop');
  };
  const arrived = (count: number) => eventually(() => equal(collector.spans.length, count));

  it('sends ended spans to /v1/traces, with the headers of the settings and their service', async () => {
    const shop = await open();
    await shop.run({ name: 'sell', kind: 'server', attributes: { [attributes.httpMethod]: 'POST' } }, async (span) => {
      span.note('rerun');
      span.rename('sell twice');
      await tracing.tracerOf('till').run({ name: 'count' }, async () => undefined);
    });
    await arrived(2);
    const sell = collector.spans.find(({ name }) => name === 'sell twice');
    const count = collector.spans.find(({ name }) => name === 'count');
    deepEqual([sell?.service, sell?.kind, sell?.parentSpanId, sell?.events], ['signalbox-shop', 'server', '', ['rerun']]);
    deepEqual([count?.service, count?.kind, count?.parentSpanId, count?.events], ['signalbox-till', 'internal', sell?.spanId, []]);
    equal(count?.traceId, sell?.traceId);
    const [request] = collector.requests;
    deepEqual([request?.method, request?.url, request?.headers['x-key']], ['POST', '/v1/traces', 'abc']);
    match(collector.bodies.join(''), /"1\.2\.3"/);
  });

  it('uses the service name of the settings for all services', async () => {
    const shop = await open({ serviceName: 'mine' });
    shop.start({ name: 'sell' }).end();
    await arrived(1);
    equal(collector.spans[0]?.service, 'mine');
  });

  it('continues a remote trace, or starts one that links to it, as requested', async () => {
    const shop = await open();
    for (const start of [{ parent: elsewhere }, { parent: null, links: [elsewhere] }, { parent: 'nonsense', links: ['nonsense'] }])
      shop.start({ name: 'sell', ...start }).end();
    await arrived(3);
    deepEqual(
      collector.spans.map(({ traceId, parentSpanId, links }) => [elsewhere.includes(traceId), parentSpanId, links]),
      [
        [true, 'b7ad6b7169203331', []],
        [false, '', ['b7ad6b7169203331']],
        [false, '', []],
      ],
    );
  });

  it('sets the active span in everything that its work starts, and nowhere else', async () => {
    const shop = await open();
    const span = shop.start({ name: 'sell' });
    const [inside, outside] = await Promise.all([
      span.during(async () => {
        await new Promise(setImmediate);
        return tracing.active;
      }),
      (async () => {
        await new Promise(setImmediate);
        return tracing.active;
      })(),
    ]);
    deepEqual([inside?.spanId, outside], [span.spanId, undefined]);
    match(span.traceparent, new RegExp(`^00-${span.traceId}-${span.spanId}-01$`));
    span.end();
  });

  it('records only the type of an error, and nothing of a refusal', async () => {
    const shop = await open();
    for (const thrown of [new TypeError('hunter2'), 'no'])
      await shop.run({ name: 'sell' }, () => Promise.reject(thrown as Error)).catch(() => undefined);
    await arrived(2);
    deepEqual(
      collector.spans.map(({ failed, attributes: recorded }) => [failed, recorded]),
      [
        [true, { 'error.type': 'TypeError' }],
        [false, {}],
      ],
    );
    equal(collector.bodies.join('').includes('hunter2'), false);
  });

  it('records nothing at a ratio of 0, and propagates that decision', async () => {
    const shop = await open({ sampler: 'parentbased_traceidratio', ratio: 0 });
    const traceparents = await shop.run({ name: 'sell' }, async (span) => [span.traceparent, shop.start({ name: 'count' }).traceparent]);
    for (const each of traceparents) match(each, /-00$/);
    shop.start({ name: 'sell', parent: elsewhere }).end();
    await arrived(1);
    equal(collector.spans[0]?.parentSpanId, 'b7ad6b7169203331');
  });

  it("follows the sampling decision of the trace's origin, unless its sampler ignores parents", async () => {
    const shop = await open();
    match(shop.start({ name: 'sell', parent: unrecorded }).traceparent, /-00$/);
    await tracing.close();
    match((await open({ sampler: 'always_on' })).start({ name: 'sell', parent: unrecorded }).traceparent, /-01$/);
  });

  it('queues a limited number of spans while the collector does not respond, and counts the others', async () => {
    const unanswered: (() => void)[] = [];
    collector.answer = (_request, response) => void unanswered.push(() => response.end());
    const shop = await open({}, { queuedSpans: 10, spansPerRequest: 5 });
    for (let count = 0; count < 25; count += 1) shop.start({ name: 'sell' }).end();
    deepEqual(tracing.dropped, { 'queue full': 15, 'not sent': 0 });
    await eventually(() => ok(unanswered.length > 0));
    collector.answer = (_request, response) => void response.end();
    for (const answer of unanswered) answer();
    await arrived(10);
    shop.start({ name: 'sell' }).end();
    await arrived(11);
    deepEqual(tracing.dropped, { 'queue full': 15, 'not sent': 0 });
  });

  it('counts spans that the collector rejects, and warns once until it accepts some', async () => {
    collector.answer = (_request, response) => void response.writeHead(400).end();
    const shop = await open();
    for (const lost of [1, 2]) {
      shop.start({ name: 'sell' }).end();
      await eventually(() => deepEqual(tracing.dropped, { 'queue full': 0, 'not sent': lost }));
    }
    equal(warnings.length, 1);
    collector.answer = (_request, response) => void response.end();
    shop.start({ name: 'sell' }).end();
    await eventually(() => equal(collector.requests.length, 3));
  });

  it('closes with everything sent, or although the collector does not respond', async () => {
    const shop = await open({}, { delayMs: 60_000 });
    shop.start({ name: 'sell' }).end();
    await tracing.close();
    equal(collector.spans.length, 1);
    collector.answer = () => undefined;
    const silent = await open({}, { delayMs: 60_000 });
    silent.start({ name: 'sell' }).end();
    await tracing.close();
  });
});

describe('the attribute names', () => {
  it('follow the conventions', () => {
    const known = new Set<unknown>(Object.values(conventions));
    deepEqual(
      Object.values(attributes).filter((name) => !known.has(name)),
      [],
    );
  });
});

describe('the SDK of OpenTelemetry', () => {
  const modulesOf = async (work: string): Promise<string[]> => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      const { openTracing } = await import('${import.meta.resolve('./index.ts')}');
      ${work}
      console.log(JSON.stringify(loaded));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    return (JSON.parse(stdout) as string[]).filter((url) => url.includes('opentelemetry'));
  };

  it('is loaded when tracing is opened, and not before', async () => {
    deepEqual(await modulesOf(''), []);
    ok(
      (await modulesOf("await openTracing({ endpoint: 'http://127.0.0.1:9', headers: {}, sampler: 'always_off', ratio: 0 });")).length > 0,
    );
  });
});
