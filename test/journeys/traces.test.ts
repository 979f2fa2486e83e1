import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type CollectedSpan, type Collector, eventually, openCollector } from '@signalbox/testing';
import { type Product, startProduct } from './product.ts';

const features = '/api/admin/projects/default/features';
const created = 'signalbox-toggles server POST /api/admin/projects/:projectId/features';
const secret = () => randomBytes(28).toString('hex');
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the trace of a request', () => {
  let collector: Collector;
  let product: Product;
  let log = '';
  before(async () => {
    collector = await openCollector();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'debug' };
    product = await startProduct(settings, { log: (text) => (log += text) });
    equal((await product.admin.get(features)).status, 200);
  });
  after(async () => {
    await product.close();
    await collector.close();
  });

  it('leads from the gateway through the service, its outbox and the bus to the event log', async () => {
    const tree = [
      'signalbox-gateway server POST /api/admin',
      ['signalbox-gateway client POST', [created, ['signalbox-toggles client transaction', ...afterwards]]],
    ];
    equal((await product.as({ ...authorization(product), traceparent }).post(features, { name: 'traced' })).status, 201);
    await eventually(() => {
      const trace = traceOf(collector, created);
      // Whether the gateway still has the token or asks for it depends on timing.
      deepEqual(
        ancestriesIn(trace).filter((ancestry) => !ancestry.includes('authenticate')),
        pathsOf(tree),
      );
      equal(trace[0]?.traceId === traceparent.split('-')[1], false);
    });
  });

  it('leads to the service that answers a question', async () => {
    equal((await product.as({ authorization: `*:*.${secret()}` }).get(features)).status, 401);
    await eventually(() => {
      const requested = 'signalbox-identity server authenticate';
      const path = pathsOf(['signalbox-gateway server GET /api/admin', ['signalbox-gateway client authenticate', [requested]]]);
      for (const each of path) ok(ancestriesIn(collector.spans).includes(each), each);
    });
  });

  it('contains no tokens, passwords, queries, headers, paths or bodies, and neither does the log, whose lines have the trace id', async () => {
    const secrets = { token: secret(), password: secret(), query: secret(), header: secret(), body: secret(), path: secret() };
    const application = product.as({ authorization: `default:development.${secrets.token}`, 'user-agent': secrets.header });
    equal((await application.get(`/api/client/features?q=${secrets.query}`)).status, 401);
    const login = { username: secrets.body, password: secrets.password };
    equal((await product.as({ 'x-request-id': 'of-the-log-in' }).post('/auth/simple/login', login)).status, 401);
    equal((await product.admin.get(`/api/admin/nowhere/default:development.${secrets.path}`)).status, 404);
    equal((await product.admin.post(features, { name: secrets.body, description: secrets.header })).status, 201);

    const refused = 'signalbox-identity server POST /auth/simple/login';
    const trace = await eventually(() => traceOf(collector, refused));
    await eventually(() => ok(log.includes('"requestId":"of-the-log-in"')));
    const lines = log.split('\n').filter((line) => line.startsWith('{'));
    const line = JSON.parse(lines.find((each) => each.includes('"requestId":"of-the-log-in"')) ?? '') as CollectedSpan;
    const named = trace.find(({ spanId }) => spanId === line.spanId);
    deepEqual([line.traceId, named?.service], [trace[0]?.traceId, 'signalbox-identity']);

    const all = { ...secrets, admin: product.tokens.admin.split('.')[1] ?? '', correct: product.password };
    const shownIn = (text: string) => Object.entries(all).flatMap(([name, value]) => (text.includes(value) ? [name] : []));
    deepEqual([shownIn(collector.bodies.join('\n')), shownIn(log)], [[], []]);
  });
});

/** Spans of an event in the outbox, on the bus, and in its consumers. */
const afterwards = [
  ['signalbox-toggles producer publish signalbox.events'],
  ['signalbox-audit consumer process audit', ['signalbox-audit client transaction']],
];

const authorization = ({ tokens }: Product) => ({ authorization: tokens.admin });

type Tree = readonly (string | Tree)[];

/** Each span with its descendants, as a path of titles. */
function pathsOf([title = '', ...below]: Tree, before: readonly string[] = []): string[] {
  const path = [...before, String(title)];
  return [path.join(' > '), ...below.flatMap((each) => pathsOf([each].flat(), path))].sort();
}

const titleOf = ({ service, kind, name }: CollectedSpan): string => `${service} ${kind} ${name}`;

/** The part of this span's trace that has arrived. */
function traceOf({ spans }: Collector, title: string): CollectedSpan[] {
  const found = spans.find((span) => titleOf(span) === title);
  ok(found, `${title} is not among ${spans.map(titleOf).join(', ')}`);
  return spans.filter(({ traceId }) => traceId === found.traceId);
}

/** Each span with its ancestors, from the root. */
const ancestriesIn = (spans: readonly CollectedSpan[]): string[] => spans.map((span) => ancestryOf(span, spans).join(' > ')).sort();

function ancestryOf(span: CollectedSpan, spans: readonly CollectedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  const before = parent ? ancestryOf(parent, spans) : span.parentSpanId === '' ? [] : ['?'];
  return [...before, titleOf(span)];
}
