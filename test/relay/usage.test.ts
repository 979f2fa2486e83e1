import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchanges } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { openFaultProxy } from '@signalbox/testing/fault-proxy';
import { type DeliveryApp, features, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { openRelayApp, type RelayApp } from './relay.fixture.ts';

type Counted = Record<string, unknown> & { readonly toggles: Record<string, { yes: number }> };

describe('usage at a relay', () => {
  let upstream: DeliveryApp;
  let proxy: Awaited<ReturnType<typeof openFaultProxy>>;
  let folder: string;
  let token: string;
  const counted = new Map<string, Counted[]>();
  before(async () => {
    upstream = await openDeliveryApp();
    proxy = await openFaultProxy(upstream.url);
    token = await upstream.token();
    folder = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
    await upstream.app.host.bus.subscribe(
      { kind: 'broadcast', bindings: [{ exchange: exchanges.usage, pattern: '#' }] },
      async (messages) => {
        for (const { id, body } of messages) counted.set(id, JSON.parse(body) as Counted[]); // A bus may deliver twice.
      },
    );
  });
  after(async () => {
    await proxy.close();
    await upstream.close();
    await rm(folder, { recursive: true });
  });

  const open = () => openRelayApp(proxy.url, { TOKENS: token, METRICS_INTERVAL_SECONDS: '1', BACKUP_FOLDER: folder });
  const sumOf = (feature: string) =>
    [...counted.values()].flat().reduce((sum, { kind, toggles }) => sum + (kind === 'metrics' ? (toggles[feature]?.yes ?? 0) : 0), 0);

  async function report(relay: RelayApp, feature: string): Promise<void> {
    const now = new Date().toISOString();
    const bucket = { start: now, stop: now, toggles: { [feature]: { yes: 1, no: 0 } } };
    const application = relay.application(token);
    await eventually(async () => equal((await application.get(features)).status, 200));
    equal((await application.post('/api/client/metrics', { appName: 'shop', instanceId: 'i', bucket })).status, 202);
    const registration = { appName: 'shop', instanceId: 'i', strategies: ['default'], started: now, interval: 1000, sdkVersion: 'node:1' };
    equal((await application.post('/api/client/register', registration)).status, 202);
  }

  it('reaches the upstream, summed', async () => {
    const relay = await open();
    await report(relay, 'cart');
    await report(relay, 'cart');
    await eventually(() => equal(sumOf('cart'), 2));
    const [registration] = [...counted.values()].flat().filter(({ kind }) => kind === 'register');
    deepEqual(
      [registration?.['appName'], registration?.['environment'], registration?.['sdkVersion'], registration?.['strategies']],
      ['shop', 'development', 'node:1', ['default']],
    );
    await relay.close();
  });

  it('is reported when the relay stops', async () => {
    const relay = await open();
    const feature = `stop-${randomUUID()}`;
    await report(relay, feature);
    await relay.close();
    await eventually(() => equal(sumOf(feature), 1));
  });

  it('is saved while the upstream is away, and reported by the next process', async () => {
    const relay = await open();
    await report(relay, 'later');
    proxy.inject({ reset: true });
    await report(relay, 'away');
    await relay.close();
    equal(sumOf('away'), 0);
    proxy.inject({});
    const next = await open();
    await eventually(() => deepEqual([sumOf('away'), sumOf('later')], [1, 1]));
    await next.close();
  });

  it('is encrypted in the backup folder with ENCRYPTION_KEY, as are features', async () => {
    const own = await mkdtemp(join(tmpdir(), 'signalbox-relay-'));
    const openEncrypted = (key: string) => openRelayApp(proxy.url, { TOKENS: token, BACKUP_FOLDER: own, ENCRYPTION_KEY: key.repeat(32) });
    await upstream.createFeature('unannounced');
    const relay = await openEncrypted('a');
    await eventually(async () => equal((await relay.application(token).get(features)).body.features.length, 1));
    await report(relay, 'unannounced');
    proxy.inject({ reset: true });
    await relay.close();
    for (const file of ['delivery/state', 'delivery/tokens', 'relay/usage.ndjson']) {
      const text = await readFile(join(own, file), 'utf8');
      deepEqual([/^(?:\d+\n)?sealed:/.test(text), text.includes('unannounced'), text.includes('environment')], [true, false, false], file);
    }
    const served = async (key: string) => {
      const next = await openEncrypted(key);
      const { status, body } = await next.application(token).get(features);
      await next.close();
      return status === 200 ? body.features.length : status;
    };
    equal(await served('b'), 503);
    equal(await served('a'), 1);
    proxy.inject({});
    await rm(own, { recursive: true });
  });
});
