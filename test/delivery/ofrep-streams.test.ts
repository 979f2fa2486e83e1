import { deepEqual, equal, match, notEqual, ok, rejects } from 'node:assert/strict';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider } from '@openfeature/web-sdk';
import { eventually } from '@signalbox/testing';
import { EventSource } from 'undici';
import { answerWhen, type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';
import { type EventStream, openStream } from './event-stream.fixture.ts';

const path = '/ofrep/v1/evaluate/flags';

describe('event streams of OFREP', () => {
  let world: DeliveryApp;
  let token: string;
  let ahead = 0;
  const open: EventStream[] = [];
  before(async () => {
    world = await openDeliveryApp({
      settings: { MAX_STREAMS: '3', BASE_URL: 'https://flags.example.com/box/' },
      effects: { now: () => new Date(Date.now() + ahead) },
    });
    await world.createFeature('cart');
    token = await world.token({ type: 'frontend', projects: ['default'] });
    await answerWhen(
      () => world.application(token).post(path, {}),
      ({ status, body }) => status === 200 && body.flags.length === 1,
    );
  });
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  after(() => world.close());

  const evaluate = (query = '', headers: Record<string, string> = {}, secret = token) =>
    world.application(secret).post(`${path}${query}`, {}, { headers });
  const addressFor = async (secret = token): Promise<string> => {
    const { body } = await evaluate('', {}, secret);
    const [stream, ...others] = body.eventStreams;
    deepEqual([stream.type, stream.inactivityDelaySec, others], ['sse', 120, []]);
    match(stream.endpoint.requestUri, /^\/box\/ofrep\/v1\/events\?ticket=[\w.-]+$/);
    return stream.endpoint.requestUri.slice('/box'.length);
  };
  const follow = async (address: string, headers: Record<string, string> = {}) => {
    const stream = await openStream(world.url, headers, address);
    open.push(stream);
    return stream;
  };
  const firstOf = ({ events }: EventStream) =>
    eventually(() => {
      const [event] = events;
      ok(event);
      return event;
    });
  const set = async (name: string, onOff: 'on' | 'off') => {
    const change = `/api/admin/projects/default/features/${name}/environments/development/${onOff}`;
    equal((await world.operator.post(change)).status, 200);
  };

  it('need no header, and send a notice on connecting and for each change', async () => {
    const stream = await follow(await addressFor());
    const first = await firstOf(stream);
    deepEqual([first.type, first.data], ['message', { type: 'refetchEvaluation', etag: `"${first.id}"` }]);
    await set('cart', 'on');
    await eventually(() => equal(stream.events.length, 2));
    ok(Number(stream.events[1]?.id) > first.id);
  });

  it('send nothing on reconnecting with the current event id, and then only changes of the scope', async () => {
    const address = await addressFor();
    const { id } = await firstOf(await follow(address));
    const again = await follow(address, { 'last-event-id': String(id) });
    equal((await world.operator.post('/api/admin/projects/default/features/cart/environments/production/on')).status, 200);
    await set('cart', 'off');
    await eventually(() => ok(again.events.length > 0));
    deepEqual([again.events.length, Number(again.events[0]?.id) > id], [1, true]);
  });

  it('announce a revision that the next evaluation waits for', async () => {
    const { id, data } = await firstOf(await follow(await addressFor()));
    equal((await evaluate(`?flagConfigEtag=${encodeURIComponent(data.etag)}`)).status, 200);
    const early = await evaluate(`?flagConfigEtag=${encodeURIComponent(`"${id + 1000}"`)}`);
    deepEqual([early.status, early.body.name], [425, 'TooEarlyError']);
    equal((await evaluate('?flagConfigEtag=%22of+another+server%22&flagConfigLastModified=1771622898')).status, 200);
  });

  it('keep their address and the ETag for an hour, then both change', async () => {
    const first = await evaluate();
    const etag = String(first.headers['etag']);
    equal((await evaluate('', { 'if-none-match': etag })).status, 304);
    ahead += 3_600_000;
    const next = await evaluate('', { 'if-none-match': etag });
    equal(next.status, 200);
    notEqual(next.body.eventStreams[0].endpoint.requestUri, first.body.eventStreams[0].endpoint.requestUri);
    deepEqual(next.body.flags, first.body.flags);
    await follow(first.body.eventStreams[0].endpoint.requestUri.slice('/box'.length));
    ahead += 3_600_000;
    await rejects(follow(first.body.eventStreams[0].endpoint.requestUri.slice('/box'.length)), /401/);
  });

  it('are refused without a valid ticket, and without the header of an event stream', async () => {
    const address = await addressFor();
    const other = await addressFor(await world.token({ type: 'frontend', projects: ['default'], environment: 'production' }));
    const [, ticket = ''] = address.split('ticket=');
    const [digits = '', hour = '', proof = ''] = ticket.split('.');
    const wrong = [
      'x',
      `${digits}.${Number(hour) + 1}.${proof}`,
      `${digits}.${Number(hour) - 1}.${proof}`,
      `${digits}.${hour}.${proof.slice(1)}`,
      `${digits}.${hour}.${'A'.repeat(43)}`,
      `${'0'.repeat(16)}.${hour}.${proof}`,
      `${(other.split('ticket=')[1] ?? '').split('.')[0]}.${hour}.${proof}`,
      token,
    ];
    for (const each of wrong) await rejects(follow(`/ofrep/v1/events?ticket=${encodeURIComponent(each)}`), /^Error: 401/, each);
    await rejects(follow('/ofrep/v1/events'), /^Error: 400/);
    equal((await world.application(null).get(address)).status, 400);
    equal(JSON.stringify(address).includes(token), false);
  });

  it('can be read by pages of other origins', async () => {
    const { body } = await world.application(null).get('/ofrep/v1/events?ticket=x', { headers: { accept: 'text/event-stream' } });
    equal(body.errorCode, 'GENERAL');
    const response = await fetch(world.url + (await addressFor()), {
      headers: { accept: 'text/event-stream', origin: 'https://shop.example' },
    });
    equal(response.headers.get('access-control-allow-origin'), '*');
    await response.body?.cancel();
  });

  it('end when their token is revoked', async () => {
    const secret = await world.token({ type: 'frontend', projects: ['default'] });
    const address = await addressFor(secret);
    const stream = await follow(address);
    await world.app.users.revoke(secret);
    await stream.ended;
    await rejects(follow(address), /^Error: 401/);
  });

  it('are limited, without those of SDKs', async () => {
    const address = await addressFor();
    for (let count = 0; count < 3; count += 1) await follow(address);
    await rejects(follow(address), /^Error: 429/);
    const client = await world.token({ projects: ['default'] });
    open.push(await openStream(world.url, { authorization: client }));
  });

  it('keep the published web provider current without polling', async () => {
    const scope = globalThis as { EventSource?: unknown };
    scope.EventSource = EventSource;
    const origin = { baseUrl: world.url, pollInterval: 0, headers: [['Authorization', token]] as [string, string][] };
    // The provider completes the address by the origin alone, and no proxy removes the path of BASE_URL here.
    const fetchImplementation: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const text = (await response.text()).replace('/box/ofrep', '/ofrep');
      return new Response(response.status === 304 ? null : text, { status: response.status, headers: response.headers });
    };
    const provider = new OFREPWebProvider({ ...origin, fetchImplementation });
    try {
      await OpenFeature.setProviderAndWait(provider as Provider);
      const flags = OpenFeature.getClient();
      equal(flags.getBooleanValue('cart', true), false);
      await set('cart', 'on');
      await eventually(() => equal(flags.getBooleanValue('cart', false), true));
      await set('cart', 'off');
      await eventually(() => equal(flags.getBooleanValue('cart', true), false));
    } finally {
      await OpenFeature.close();
      delete scope.EventSource;
    }
  });
});
