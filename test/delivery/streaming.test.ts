import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, openDeliveryApp } from './delivery-app.fixture.ts';
import { type EventStream, openStream, streaming } from './event-stream.fixture.ts';

describe('GET /api/client/streaming', () => {
  let world: DeliveryApp;
  let token: string;
  const open: EventStream[] = [];
  before(async () => {
    world = await openDeliveryApp({ settings: { MAX_STREAMS: '5' } });
    await world.createFeature('cart');
    await world.createFeature('menu');
    token = await world.token({ projects: ['default'] });
    await answerWhen(
      () => world.application(token).get(features),
      ({ body }) => body.features?.length === 2,
    );
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  after(() => world.close());

  const stream = async (headers: Record<string, string> = {}, secret = token) => {
    const opened = await openStream(world.url, { authorization: secret, ...headers });
    open.push(opened);
    return opened;
  };
  const first = ({ events }: EventStream) =>
    eventually(() => {
      const [event] = events;
      ok(event);
      return event;
    });
  const set = async (name: string, onOff: 'on' | 'off') => {
    const path = `/api/admin/projects/default/features/${name}/environments/development/${onOff}`;
    equal((await world.operator.post(path)).status, 200);
  };

  it('begins with everything, then sends each change', async () => {
    const opened = await stream();
    const connected = await first(opened);
    equal(connected.type, 'unleash-connected');
    const [{ type, eventId, features: sent }] = connected.data.events;
    deepEqual([type, eventId, sent.length], ['hydration', connected.id, 2]);
    await set('cart', 'on');
    await eventually(() =>
      opened.events.some(({ data }) => data.events.some((event: { feature?: { enabled: boolean } }) => event.feature?.enabled)),
    );
    const last = opened.events.at(-1);
    equal(last?.type, 'unleash-updated');
    deepEqual(
      last?.data.events.map((event: { type: string; feature: { name: string } }) => [event.type, event.feature.name]),
      [['feature-updated', 'cart']],
    );
    ok(Number(last?.id) > connected.id);
  });

  it('sends nothing for changes in other scopes', async () => {
    const bystander = await stream({}, await world.token({ projects: ['default'], environment: 'production' }));
    await first(bystander);
    const opened = await stream();
    await first(opened);
    await set('cart', 'off');
    await eventually(() => equal(opened.events.length, 2));
    equal(bystander.events.length, 1);
  });

  it('resumes after Last-Event-ID', async () => {
    const earlier = await stream();
    const id = String((await first(earlier)).id);
    const current = await first(await stream({ 'last-event-id': id }));
    deepEqual([current.type, String(current.id), current.data.events], ['unleash-connected', id, []]);
    await set('menu', 'on');
    await eventually(() => equal(earlier.events.length, 2));
    const resumed = await first(await stream({ 'last-event-id': id }));
    deepEqual(
      resumed.data.events.map(({ type }: { type: string }) => type),
      ['feature-updated'],
    );
    const unknown = await first(await stream({ 'last-event-id': '999999' }));
    equal(unknown.data.events[0].type, 'hydration');
  });

  it('ends when its token is deleted', async () => {
    const secret = await world.token({ projects: ['default'] });
    const [other, opened] = [await stream(), await stream({}, secret)];
    await first(opened);
    await world.app.users.revoke(secret);
    await opened.ended;
    await set('menu', 'off');
    await eventually(() => equal(other.events.length, 2));
    await rejects(stream({}, secret), /401/);
  });

  it('ends when its token expires', async () => {
    const opened = await stream({}, await world.token({ expiresAt: Date.now() + 1500 }));
    await first(opened);
    await opened.ended;
  });

  it('rejects streams above the limit with 429, after which SDKs poll', async () => {
    for (let count = 0; count < 5; count += 1) await first(await stream());
    const { status, headers, body } = await world.application(token, { accept: 'text/event-stream' }).get(streaming);
    deepEqual([status, headers['retry-after'], body.name], [429, '30', 'RateLimitError']);
    open.pop()?.close();
    await eventually(async () => void (await first(await stream())));
  });

  it('rejects missing tokens, tokens of another type, and requests that do not accept a stream', async () => {
    const accept = { accept: 'text/event-stream' };
    equal((await world.application(null, accept).get(streaming)).status, 401);
    equal((await world.application(await world.token({ type: 'frontend' }), accept).get(streaming)).status, 403);
    const { status, body } = await world.application(token).get(streaming);
    equal(status, 400);
    match(body.message, /Accept: text\/event-stream/);
  });

  it('counts its responses in metrics', async () => {
    await first(await stream());
    const text = await world.app.host.metrics.registry.metrics();
    match(text, /signalbox_delivery_streams 1\n/);
    const labels = 'service="delivery",method="GET",route="/api/client/streaming"';
    for (const status of [200, 401]) ok(text.includes(`signalbox_request_seconds_count{${labels},status="${status}"} `), `${status}`);
    match(text, /signalbox_delivery_stale\{what="features"\} 0\n/);
  });
});

describe('a stream of a process that stops', () => {
  it('ends immediately, without a hint to poll, which SDKs would follow until they restart', async () => {
    const world = await openDeliveryApp();
    const token = await world.token();
    await answerWhen(
      () => world.application(token).get(features),
      ({ status }) => status === 200,
    );
    const opened = await openStream(world.url, { authorization: token });
    await eventually(() => equal(opened.events.length, 1));
    await world.close();
    await opened.ended;
    deepEqual(
      opened.events.map(({ type }) => type),
      ['unleash-connected'],
    );
  });
});
