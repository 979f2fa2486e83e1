import { deepEqual, equal, match } from 'node:assert/strict';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClient } from '@signalbox/testing';
import { Agent } from 'undici';
import { type Context, Unleash } from 'unleash-client';
import { type Reference, startReference } from '../reference/start-reference.ts';
import { fillReference, type Filled } from './fill-reference.ts';
import { type Migration, startMigration } from './migration.fixture.ts';

/** Forwards requests to one of several servers, like DNS or a proxy in front of them. */
interface Front {
  readonly url: string;
  target: string;
  readonly server: Server;
}

async function openFront(target: string): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const forwarded = request(front.target + String(incoming.url), { method: incoming.method, headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: Front = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, target, server };
  return front;
}

const names = ['plain', 'rollout', 'constrained', 'child', 'sibling', 'variants', 'shop-rollout', 'shop-variants'];
const contexts: Context[] = ['7', '8', '11', '70', '1000', '1001'].map((userId) => ({
  userId,
  sessionId: userId,
  properties: { plan: 'pro', age: '20', version: '2.0.0' },
}));

describe('following an unleash-server until SDKs are switched over', () => {
  const agent = new Agent();
  const lines: string[] = [];
  const stop = new AbortController();
  let reference: Reference;
  let filled: Filled;
  let migration: Migration;
  let following: Promise<number>;
  before(async () => {
    reference = await startReference('8.2.0');
    filled = await fillReference(reference);
    migration = await startMigration(reference, ['--database', reference.databaseUrl], 20);
    following = migration.follow(lines, stop.signal);
    await nextRound();
  });
  after(async () => {
    stop.abort();
    await following;
    await migration?.close();
    await reference?.close();
    await agent.destroy();
  });

  const admin = () => openClient(reference.url, agent, () => ({ authorization: reference.tokens.admin }));
  const features = '/api/admin/projects/default/features';
  /** Waits until the line of another round. */
  const nextRound = async () => {
    const count = lines.length;
    while (lines.length === count) await new Promise((resolve) => setTimeout(resolve, 50));
    return lines.at(-1) ?? '';
  };
  /** Makes changes in the source, and waits until a round without differences has written them. */
  const change = async (...requests: Promise<{ status: number; body: unknown }>[]) => {
    for (const { status, body } of await Promise.all(requests)) equal(status < 300, true, JSON.stringify(body));
    let line = await nextRound();
    for (const end = Date.now() + 30_000; !line.endsWith(' 0 differences') && Date.now() < end; ) line = await nextRound();
    match(line, / 0 differences$/);
  };
  const read = async (name: string) => (await migration.product.admin.get(`${features}/${name}`)).body;
  const isArchived = async (name: string) => {
    const { body } = await migration.product.admin.get('/api/admin/archive/features');
    return body.features.some((feature: { name: string }) => feature.name === name);
  };

  it('imports new features, and writes changed ones', async () => {
    await change(admin().post(features, { name: 'newer' }));
    const development = `${features}/newer/environments/development`;
    await change(
      admin().post(`${development}/strategies`, {
        name: 'flexibleRollout',
        parameters: { rollout: '30', stickiness: 'userId', groupId: 'n' },
        segments: [2],
      }),
    );
    await change(
      admin().post(`${development}/on`),
      admin().patch(`${features}/newer`, [{ op: 'replace', path: '/description', value: 'Newer' }]),
    );
    const { description, environments } = await read('newer');
    const { enabled, strategies } = environments.find(({ name }: { name: string }) => name === 'development');
    deepEqual([description, enabled, strategies.length, strategies[0].parameters.rollout], ['Newer', true, 1, '30']);
  });

  it('writes changed segments, and archives and revives features', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7', '1001'] }];
    await change(admin().put('/api/admin/segments/1', { name: 'testers', constraints }), admin().delete(`${features}/custom`));
    equal(await isArchived('custom'), true);
    await change(admin().post('/api/admin/projects/default/revive', { features: ['custom'] }));
    equal(await isArchived('custom'), false);
  });

  it('deletes features that are deleted for good', async () => {
    await change(admin().delete(`${features}/newer`));
    equal(await isArchived('newer'), true);
    await change(admin().delete('/api/admin/archive/newer'));
    equal(await isArchived('newer'), false);
    equal((await migration.product.admin.get(`${features}/newer`)).status, 404);
  });

  it('adds no strategies when an import follows', async () => {
    const before = await migration.eventCount();
    equal((await migration.run('import')).code, 0);
    equal(await migration.eventCount(), before);
  });

  it('switches a running SDK over without an error or a changed result', async () => {
    const front = await openFront(reference.url);
    const errors: unknown[] = [];
    const sdk = new Unleash({
      url: `${front.url}/api`,
      appName: 'shop',
      customHeaders: { authorization: filled.client },
      refreshInterval: 100,
      metricsInterval: 200,
    });
    for (const event of ['error', 'warn'] as const) sdk.on(event, (error) => errors.push(error));
    await new Promise((resolve) => sdk.once('synchronized', resolve));
    const results = () => contexts.map((context) => names.map((name) => [sdk.isEnabled(name, context), sdk.getVariant(name, context)]));
    const before = results();
    const received = new Promise((resolve) => sdk.once('changed', resolve));
    sdk.on('changed', () => deepEqual(results(), before));
    front.target = migration.product.url;
    await received;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    deepEqual(results(), before);
    deepEqual(errors, []);
    sdk.destroy();
    front.server.closeAllConnections();
    front.server.close();
  });
});
