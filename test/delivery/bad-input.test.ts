import { deepEqual, equal } from 'node:assert/strict';
import { type FeatureState, fetchState } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import { answer, service, surface } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { answerWhen, type DeliveryApp, features, namesOn, openDeliveryApp } from './delivery-app.fixture.ts';

const everywhere = '/ofrep/v1/evaluate/flags';
const path = '/api/frontend';

describe('unreasonable input', () => {
  let world: DeliveryApp;
  let admin: string;
  before(async () => {
    world = await openDeliveryApp();
    admin = await world.token({ type: 'admin', environment: '*' });
    equal((await world.operator.post('/api/admin/projects', { id: 'hidden', name: 'Hidden' })).status, 201);
    await world.createFeature('parent', 'hidden');
    for (const name of ['child', 'slow', 'plain']) await world.createFeature(name);
    await world.addStrategy('slow', { name: 'default', constraints: [{ contextName: 'userId', operator: 'REGEX', value: '^(a+)+$' }] });
    const parent = await world.operator.post('/api/admin/projects/default/features/child/dependencies', { feature: 'plain' });
    equal(parent.status, 200, JSON.stringify(parent.body));
    for (const name of ['child', 'slow', 'plain']) await world.switchOn(name);
    const ask = () => world.application(admin).get(`${features}?environment=development`);
    await answerWhen(ask, (answer) => answer.status === 200 && namesOn(answer).length === 3);
  });
  after(() => world.close());

  const on = async (query: string): Promise<string[]> => {
    const { status, body } = await world.application(admin).get(`${path}?environment=development&${query}`);
    equal(status, 200);
    return body.toggles.map(({ name }: { name: string }) => name);
  };

  it('a regular expression that would never finish elsewhere is answered', async () => {
    deepEqual(await on(`userId=${'a'.repeat(5000)}!`), ['child', 'plain']);
    deepEqual(await on(`userId=${'a'.repeat(5000)}`), ['child', 'plain', 'slow']);
  });

  it('an unknown environment has every feature, all of them off', async () => {
    const application = world.application(admin);
    const { status, body } = await application.get(`${features}?environment=nowhere`);
    deepEqual([status, body.features.length, body.features.filter(({ enabled }: { enabled: boolean }) => enabled)], [200, 4, []]);
    deepEqual((await application.get(`${path}?environment=nowhere`)).body, { toggles: [] });
    const answer = await application.post(everywhere, { context: { environment: 'nowhere' } });
    deepEqual([answer.status, answer.body.flags.filter(({ reason }: { reason: string }) => reason !== 'DISABLED')], [200, []]);
  });

  it('an environment with the name of an object property is an unknown environment', async () => {
    const application = world.application(admin);
    for (const environment of ['__proto__', 'constructor', 'toString']) {
      for (const search of [`environment=${environment}`, `environment=${environment}&namePrefix=slow`]) {
        const { status, body } = await application.get(`${features}?${search}`);
        equal(status, 200);
        for (const { enabled, strategies, variants } of body.features) deepEqual([enabled, strategies, variants], [false, [], []]);
      }
      deepEqual((await application.get(`${path}?environment=${environment}`)).body, { toggles: [] });
      const { body } = await application.post(`${everywhere}/slow`, { context: { environment } });
      deepEqual([body.value, body.reason, body.metadata.environment], [false, 'DISABLED', environment]);
      equal((await application.get(`/api/client/delta?environment=${environment}`)).status, 200);
    }
  });

  it('parents that form a cycle, belong to other projects or do not exist are rejected', async () => {
    const add = async (child: string, parent: string) => {
      const { status } = await world.operator.post(`/api/admin/projects/default/features/${child}/dependencies`, { feature: parent });
      return status;
    };
    deepEqual([await add('plain', 'child'), await add('slow', 'parent'), await add('slow', 'nothing')], [403, 403, 403]);
    deepEqual(await on('userId=7'), ['child', 'plain']);
  });
});

const on = (name: string, parents: readonly string[], expected = true): FeatureState => ({
  name,
  project: 'default',
  type: 'release',
  description: null,
  stale: false,
  impressionData: false,
  dependencies: parents.map((feature) => ({ feature, enabled: expected, variants: [] })),
  environments: { development: { enabled: true, strategies: [], variants: [] } },
});

const inCircles = [
  on('alone', []),
  on('child', ['alone']),
  on('grandchild', ['child']),
  on('itself', ['itself']),
  on('left', ['right']),
  on('right', ['left'], false),
  on('orphan', ['nobody']),
  on('glad-orphan', ['nobody'], false),
];

/** Replaces toggles, which would reject all of these. */
const source = service({
  surface: surface({ name: 'toggles' }),
  routes: [],
  answers: [answer(fetchState, async () => ({ revision: 1, features: inCircles, segments: [], next: null }))],
});

describe('invalid parents in stored features', () => {
  let app: TestApp;
  let authorization: string;
  before(async () => {
    app = await start([delivery, source]);
    authorization = await app.users.token({ type: 'admin', environment: '*' });
    await eventually(async () => equal((await app.with({ authorization }).get(features)).status, 200));
  });
  after(() => app.close());
  const application = () => app.with({ authorization });

  it('are returned to SDKs unchanged', async () => {
    const { body } = await application().get(`${features}?environment=development`);
    const parents = body.features.map(({ name, dependencies = [] }: Partial<FeatureState>) => [
      name,
      dependencies.map(({ feature }) => feature).join(),
    ]);
    deepEqual(Object.fromEntries(parents), {
      alone: '',
      child: 'alone',
      'glad-orphan': 'nobody',
      grandchild: 'child',
      itself: 'itself',
      left: 'right',
      orphan: 'nobody',
      right: 'left',
    });
  });

  it('are never satisfied: the feature is off for everyone', async () => {
    const { body } = await application().get(`${path}?environment=development`);
    deepEqual(
      body.toggles.map(({ name }: { name: string }) => name),
      ['alone', 'child'],
    );
    const all = await application().post(everywhere, { context: { environment: 'development' } });
    for (const { key, value, reason } of all.body.flags) {
      const isOn = key === 'alone' || key === 'child';
      deepEqual([value, reason], [isOn, key === 'alone' ? 'STATIC' : isOn ? 'TARGETING_MATCH' : 'DEFAULT'], key);
      const one = await application().post(`${everywhere}/${key}`, { context: { environment: 'development' } });
      deepEqual([one.status, one.body.value], [200, isOn]);
    }
  });
});
