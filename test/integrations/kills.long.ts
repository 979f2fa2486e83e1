import { deepEqual, equal, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { baseTables, openStore } from '@signalbox/store';
import { eventually, settingsOf } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from '../failure/crashing.fixture.ts';

const settings = { INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8', INTEGRATIONS_TIMEOUT_MS: '2000' };

describe('sending events from processes that are killed', () => {
  let product: CrashingProduct;
  const received: { id: number; featureName: string; messageId: string }[] = [];
  /** Called after each response. */
  let answered = (): unknown => undefined;
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { id, featureName } = JSON.parse(Buffer.concat(parts).toString()) as { id: number; featureName: string };
      received.push({ id, featureName, messageId: String(request.headers['webhook-id']) });
      response.end(() => answered());
    });
  });
  before(async () => {
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    product = await openCrashingProduct(settings);
  });
  after(async () => {
    await product.close();
    receiver.closeAllConnections();
    receiver.close();
  });

  /** Skips the lease of the killed process. */
  async function endLease(): Promise<void> {
    const { workspace } = product;
    const where = { service: 'integrations', prefix: workspace.prefix, dataDir: workspace.dataDir };
    const store = await openStore(settingsOf(workspace).databaseUrl, where, { entities: [], migrations: [] });
    await store.transaction((em) => baseTables(em).updateTable('lease').set({ expires_at: 0 }).execute());
    await store.close();
  }
  /** Kills the process after the given number of responses, before it can record the last one. */
  async function killAt(count: number, meanwhile: () => Promise<void>): Promise<void> {
    const dead = new Promise<void>((resolve, reject) => {
      answered = () => {
        if (received.length === count) product.kill().then(resolve, reject);
      };
    });
    product.start();
    await meanwhile();
    await dead;
    await endLease();
  }

  const stop = new AbortController();
  let written: Promise<string[]> = Promise.resolve([]);

  it('survives a kill between a response and its record', async () => {
    await killAt(3, async () => {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
      const addon = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters: { url } };
      await eventually(async () => equal((await product.client.post('/api/admin/addons', addon)).status, 201));
      written = product.write(2, stop.signal);
      written.catch(() => undefined);
    });
    ok(received.length >= 3);
  });

  it('loses none, and sends them in order, at least once, with the same id each time', async () => {
    await product.crash({ point: 'after commit', service: 'integrations', at: 7 });
    await endLease();
    stop.abort();
    product.start();
    const names = await written;
    await eventually(() => deepEqual(new Set(names).difference(new Set(received.map(({ featureName }) => featureName))), new Set()));
    ok(names.length > 10, String(names.length));
    const ids = received.map(({ id }) => id);
    deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
    );
    ok(new Set(ids).size < ids.length, 'the event acknowledged before the kill is sent again');
    for (const { id, messageId } of received) equal(received.find((other) => other.id === id)?.messageId, messageId);
    equal(new Set(received.map(({ messageId }) => messageId)).size, new Set(ids).size);
  });
});
