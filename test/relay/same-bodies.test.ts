import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type DeliveryApp, features, openDeliveryApp } from '../delivery/delivery-app.fixture.ts';
import { seeded } from '../races/random.ts';
import { contentOf, openRelayApp, type RelayApp, separateSegments } from './relay.fixture.ts';

describe('a relay serves the same as its upstream', () => {
  let upstream: DeliveryApp;
  let relay: RelayApp;
  let tokens: string[];
  const seed = Number(process.pid);
  before(async () => {
    upstream = await openDeliveryApp();
    for (const id of ['shop', 'mail']) equal((await upstream.operator.post('/api/admin/projects', { id, name: id })).status, 201);
    const segment = { name: 'staff', constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'] }] };
    equal((await upstream.operator.post('/api/admin/segments', segment)).status, 201);
    tokens = [
      await upstream.token({ projects: ['*'] }),
      await upstream.token({ projects: ['shop'] }),
      await upstream.token({ projects: ['shop', 'mail'], environment: 'production' }),
    ];
    relay = await openRelayApp(upstream.url, { TOKENS: tokens.slice(0, 2).join() });
  });
  after(async () => {
    await relay.close();
    await upstream.close();
  });

  const assertSame = () =>
    eventually(async () => {
      for (const token of tokens) {
        for (const headers of [{}, separateSegments]) {
          const [one, other] = await Promise.all(
            [upstream, relay].map(async (server) => contentOf(await server.application(token, headers).get(features))),
          );
          deepEqual(other, one, `seed ${seed}`);
        }
      }
    });

  it('after any sequence of changes', async () => {
    const next = seeded(seed);
    const random = (limit: number) => Math.floor(next() * limit);
    const change = changesOn(upstream, random);
    for (let count = 0; count < 60; count += 1) {
      await change();
      if (count % 15 === 14) await assertSame();
    }
    const { body: all } = await relay.application(tokens[0] ?? '').get(features);
    equal(all.features.length > 3, true);
  });

  it('to applications that evaluate nothing themselves', async () => {
    const token = await upstream.token({ type: 'frontend', projects: ['*'] });
    const [one, other] = await Promise.all([upstream, relay].map((server) => server.application(token).get('/api/frontend?userId=1')));
    deepEqual(
      [other?.status, other?.body.toggles.map(({ name }: { name: string }) => name)],
      [200, one?.body.toggles.map(({ name }: { name: string }) => name)],
    );
  });
});

/** Makes one random change. Refusals are part of the sequence. */
function changesOn({ operator }: DeliveryApp, random: (limit: number) => number): () => Promise<unknown> {
  const name = () => `f${random(12)}`;
  const project = () => ['default', 'shop', 'mail'][random(3)] ?? '';
  const environment = () => ['development', 'production'][random(2)] ?? '';
  const path = () => `/api/admin/projects/${project()}/features/${name()}`;
  const strategy = () => ({
    name: 'flexibleRollout',
    parameters: { rollout: String(random(101)), stickiness: 'default', groupId: name() },
    constraints: random(2) ? [{ contextName: 'userId', operator: 'STR_CONTAINS', values: ['a', 'b'], inverted: random(2) === 1 }] : [],
    variants: random(2)
      ? [{ name: 'v1', weight: 1000, weightType: 'variable', stickiness: 'default', payload: { type: 'json', value: '{}' } }]
      : [],
    segments: random(2) ? [1] : [],
  });
  const variants = () => [{ name: 'red', weight: 1000, weightType: 'variable', stickiness: 'userId', overrides: [] }];
  const create = () =>
    operator.post(`/api/admin/projects/${project()}/features`, { name: name(), description: 'x'.repeat(random(3)), impressionData: true });
  const changes = [
    create,
    create,
    create,
    () => operator.post(`${path()}/environments/${environment()}/${random(2) ? 'on' : 'off'}`),
    () => operator.post(`${path()}/environments/${environment()}/strategies`, strategy()),
    () => operator.put(`${path()}/environments/${environment()}/variants`, variants()),
    () => operator.post(`${path()}/dependencies`, { feature: name() }),
    () => operator.post(`${path()}/changeProject`, { newProjectId: project() }),
    () => operator.delete(path()),
    () =>
      operator.put('/api/admin/segments/1', { name: 'staff', constraints: [{ contextName: 'userId', operator: 'IN', values: [name()] }] }),
  ];
  return () => changes[random(changes.length)]?.() ?? Promise.resolve();
}
