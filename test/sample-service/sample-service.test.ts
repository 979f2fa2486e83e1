import { deepEqual, equal, match } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { gateway } from '@signalbox/gateway';
import { processListener, listen, type Listening } from '@signalbox/host';
import { identity } from '@signalbox/identity';
import { eventually, start, type TestApp } from '@signalbox/testing';
import { describeSettings } from '../../tools/describe-settings.ts';
import { depot, depotSurface } from './parcels.fixture.ts';

const token = `*:*.${randomBytes(28).toString('hex')}`;
const common = { ownIdentity: true, surfaces: [gateway.surface, identity.surface, depotSurface] } as const;
const own = { INIT_ADMIN_API_TOKENS: token, INIT_ADMIN_PASSWORD: 'a parcel of 1000 miles', MAX_PARCELS: '7' };

/** The public port with the service behind it: in the same process, or in its own process at a URL. */
const ways: Readonly<Record<string, () => Promise<{ app: TestApp; close: () => Promise<void> }>>> = {
  'in the process of the public port': async () => {
    const app = await start([gateway, identity, depot], { ...common, settings: own });
    return { app, close: () => app.close() };
  },
  'in a separate process': async () => {
    const behind = await start([depot, identity], { ...common, settings: own });
    const internal: Listening = await listen(processListener(behind.host, [depot, identity]), 0, '127.0.0.1');
    const url = `http://127.0.0.1:${internal.port}`;
    const identityUrl = await identityOf(behind);
    const app = await start([gateway], { ...common, settings: { DEPOT_URL: url, IDENTITY_URL: identityUrl.url } });
    const close = async () => {
      await app.close();
      await internal.drain();
      await identityUrl.close();
      await behind.close();
    };
    return { app, close };
  },
};

async function identityOf({ host }: TestApp): Promise<{ url: string; close: () => Promise<void> }> {
  const { port, drain } = await listen(processListener(host, [identity]), 0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, close: drain };
}

for (const [way, open] of Object.entries(ways)) {
  describe(`a service unknown to the rest of the product, ${way}`, () => {
    let app: TestApp;
    let close: () => Promise<void>;
    before(async () => {
      ({ app, close } = await open());
    });
    after(() => close());

    const admin = () => app.with({ authorization: token });

    it('responds through the public port, emits and consumes events, and broadcasts its state', async () => {
      const answer = await eventually(async () => {
        const taken = await admin().post('/depot/parcels', { name: 'books' });
        equal(taken.status, 201);
        return taken;
      });
      equal(answer.headers['x-revision'], '1');
      await eventually(async () => deepEqual((await admin().get('/depot/parcels')).body, { heard: ['books'], known: ['books'], max: 7 }));
    });

    it('has the rate limits, origins and credentials on its paths that its surface declares', async () => {
      equal((await admin().post('/depot/parcels', { name: 'x'.repeat(2500) })).status, 413);
      const { headers, body } = await app.with({ authorization: 'mine', origin: 'https://a.example' }).get('/depot/count');
      deepEqual([headers['access-control-allow-origin'], body.credential], ['*', 'mine']);
    });

    it("is part of the public port's readiness, and its dead letters are accessible", async () => {
      const { body } = await app.with({}).get('/ready');
      deepEqual(Object.keys(body.services), ['identity', 'depot']);
      deepEqual((await admin().get('/api/admin/dead-letters/depot')).body, { messages: [], total: 0 });
    });
  });
}

describe('the settings of a service unknown to the rest of the product', () => {
  it('are listed with all others', () => {
    match(describeSettings([depotSurface]), /## depot[^]*`DEPOT_URL`[^]*`MAX_PARCELS`/);
  });
});
