import { deepEqual, equal, match } from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { clientAddressHeader, clientAddressSignatureHeader } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import { gateway } from '@signalbox/gateway';
import { listen, type Listening, processListener } from '@signalbox/host';
import { surfaces } from '@signalbox/standalone/services';
import { type Client, eventually, openClient, start, type TestApp } from '@signalbox/testing';
import { Agent } from 'undici';
import { type DeliveryApp, openDeliveryApp } from './delivery-app.fixture.ts';

const perMinute = 3;
const limits = { SDK_REQUESTS_PER_MINUTE: String(perMinute) };
const nowhere = 'http://127.0.0.1:1';
/** An address for which the feature `home` is on, and one for which it is off. */
const [home, abroad] = ['203.0.113.1', '203.0.113.2'];

/** Delivery as in its own process, and a gateway of another process in front of it. */
interface DirectApp {
  readonly port: number;
  readonly direct: (headers: Record<string, string>) => Client;
  readonly through: TestApp['with'];
  close(): Promise<void>;
}

async function openDirectApp(settings: Record<string, string>): Promise<DirectApp> {
  const world = await openDeliveryApp({ surfaces, settings: { ...limits, ...settings } });
  await prepareHome(world);
  const listening: Listening = await listen(processListener(world.app.host, [delivery]), 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const urls = { DELIVERY_URL: url, TOGGLES_URL: nowhere, AUDIT_URL: nowhere, PLAYGROUND_URL: nowhere };
  const front = await start([gateway], { surfaces, settings: { ...limits, TRUSTED_PROXIES: '127.0.0.1', ...urls } });
  const agent = new Agent();
  const authorization = await world.token({ type: 'frontend' });
  return {
    port: listening.port,
    direct: (headers) => openClient(url, agent, () => ({ authorization, ...headers })),
    through: (headers) => front.with({ authorization, ...headers }),
    async close() {
      await agent.destroy();
      await front.close();
      await listening.drain();
      await world.close();
    },
  };
}

async function prepareHome(world: DeliveryApp): Promise<void> {
  await world.createFeature('home');
  await world.addStrategy('home', { name: 'remoteAddress', parameters: { IPs: home } });
  await world.switchOn('home');
  const ask = async () => world.application(await world.token({ type: 'frontend' })).get(`/api/frontend?remoteAddress=${home}`);
  await eventually(async () => (await ask()).body.toggles.length === 1);
}

async function isHome(client: Client): Promise<boolean> {
  const { status, body } = await client.get('/api/frontend?sessionId=1');
  equal(status, 200);
  return body.toggles.length === 1;
}

const metrics = '/api/frontend/client/metrics';
const remaining = async (client: Client, path = metrics) => Number((await client.post(path, {})).headers['ratelimit-remaining']);

/** Sends a raw request that no client library would send. Returns the raw response. */
async function exchange(port: number, target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST ${target} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

describe('delivery without the gateway', () => {
  let app: DirectApp;
  before(async () => {
    app = await openDirectApp({});
  });
  after(() => app.close());

  it('ignores headers that claim a client address', async () => {
    const claims: Record<string, string>[] = [
      { 'x-forwarded-for': home },
      { [clientAddressHeader]: home },
      { [clientAddressHeader]: home, [clientAddressSignatureHeader]: 'x' },
      { [clientAddressHeader]: home, [clientAddressSignatureHeader]: '' },
    ];
    for (const claim of claims) equal(await isHome(app.direct(claim)), false, JSON.stringify(claim));
  });

  it('counts a client that claims many addresses as one', async () => {
    const seen = [];
    for (const [index, header] of ['x-forwarded-for', clientAddressHeader].entries())
      seen.push(await remaining(app.direct({ [header]: `203.0.113.${7 + index}` })));
    deepEqual(seen, [perMinute - 1, perMinute - 2]);
  });

  it("trusts the gateway's address, and does not count its requests again", async () => {
    equal(await isHome(app.through({ 'x-forwarded-for': home })), true);
    equal(await isHome(app.through({ 'x-forwarded-for': abroad, [clientAddressHeader]: home })), false);
    for (let count = 1; count <= perMinute; count += 1)
      equal(await remaining(app.through({ 'x-forwarded-for': '203.0.113.9' })), perMinute - count);
  });
});

describe('delivery behind a trusted proxy', () => {
  let app: DirectApp;
  before(async () => {
    app = await openDirectApp({ TRUSTED_PROXIES: '127.0.0.1' });
  });
  after(() => app.close());

  it('takes the address from X-Forwarded-For, and from no internal header', async () => {
    equal(await isHome(app.direct({ 'x-forwarded-for': home })), true);
    equal(await isHome(app.direct({ 'x-forwarded-for': `${home}, ${abroad}` })), false);
    equal(await isHome(app.direct({ 'x-forwarded-for': abroad, [clientAddressHeader]: home })), false);
    equal(await isHome(app.direct({ [clientAddressHeader]: home })), false);
  });

  const paths = (delivery.surface.rateLimits ?? []).flatMap(({ paths: limited }) => limited);
  const upper = (path: string) => path.replace(/\w+$/, (word) => word.toUpperCase());
  const encoded = (path: string) => path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  const spellingsOf = (path: string) => [`${path}/`, path.replaceAll('/', '//'), upper(path), encoded(path), `${path}?a=b`, path];

  for (const [index, path] of paths.entries()) {
    it(`counts every spelling of ${path} and refuses the next request with a 429 that pages can read`, async () => {
      const client = app.direct({ 'x-forwarded-for': `198.51.100.${index}`, origin: 'https://a.example' });
      const seen = [];
      for (const spelling of spellingsOf(path).slice(0, perMinute)) seen.push(await remaining(client, spelling));
      deepEqual(seen, [2, 1, 0]);
      for (const spelling of spellingsOf(path)) {
        const { status, headers, body } = await client.post(spelling, {});
        deepEqual([status, body.name, headers['access-control-allow-origin']], [429, 'RateLimitError', '*'], spelling);
        match(String(headers['retry-after']), /^\d+$/);
      }
    });

    it(`rejects a fragment after ${path}`, async () => {
      for (const target of [`${path}#`, `${path}/#x`]) match(await exchange(app.port, target), /^HTTP\/1.1 400 /);
    });
  }

  it('does not limit reads', async () => {
    const client = app.direct({ 'x-forwarded-for': abroad });
    for (let count = 0; count < perMinute + 2; count += 1) equal((await client.get('/api/frontend')).headers['ratelimit-limit'], undefined);
  });
});
