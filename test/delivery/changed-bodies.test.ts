import { deepEqual, equal } from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import type { Answer } from '@signalbox/testing';
import { request } from 'undici';
import { type DeliveryApp, features, openDeliveryApp } from './delivery-app.fixture.ts';

interface Shown {
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string | null;
  readonly strategies: readonly { readonly constraints: readonly { readonly values: readonly string[] }[] }[];
}

const named = (index: number) => `feature-${String(index).padStart(3, '0')}`;

describe('bodies assembled from chunks', () => {
  const initial = Array.from({ length: 90 }, (_, index) => named(index));
  let world: DeliveryApp;
  let segment: number;
  before(async () => {
    world = await openDeliveryApp();
    equal((await world.operator.post('/api/admin/projects', { id: 'shop', name: 'Shop' })).status, 201);
    for (const [index, name] of initial.entries()) await world.createFeature(name, index % 3 === 0 ? 'shop' : 'default');
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    segment = (await world.operator.post('/api/admin/segments', { name: 'gold', constraints })).body.id;
    await world.addStrategy(named(1), { name: 'default', segments: [segment] });
  });
  after(() => world.close());

  /** Returns the raw bodies that every reader receives right after a change. */
  async function read(changed: Answer, projects: string[], clientSpec?: string): Promise<Shown[]> {
    const authorization = await world.token({ projects });
    const texts: string[] = [];
    for (const encoding of ['gzip', 'identity']) {
      const headers = {
        authorization,
        'accept-encoding': encoding,
        'if-min-revision': String(changed.headers['x-revision']),
        ...(clientSpec && { 'unleash-client-spec': clientSpec }),
      };
      const answer = await request(world.url + features, { headers });
      const bytes = Buffer.from(await answer.body.arrayBuffer());
      equal(answer.statusCode, 200, bytes.toString('utf8'));
      equal(answer.headers['content-encoding'], encoding === 'gzip' ? 'gzip' : undefined);
      texts.push((encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8'));
    }
    equal(texts[0], texts[1]);
    return JSON.parse(texts[0] ?? '').features;
  }

  const namesOf = (shown: readonly Shown[]) => shown.map(({ name }) => name);

  it('contain a changed feature immediately in every scope that has it', async () => {
    for (const [round, index] of [0, 45, 88, 45].entries()) {
      const project = index % 3 === 0 ? 'shop' : 'default';
      const path = `/api/admin/projects/${project}/features/${named(index)}`;
      const changed = await world.operator.put(path, { type: 'release', description: `changed ${round}` });
      for (const projects of [['*'], [project]]) {
        const shown = await read(changed, projects);
        equal(shown.find(({ name }) => name === named(index))?.description, `changed ${round}`);
        deepEqual(namesOf(shown), projects[0] === '*' ? initial : namesOf(shown).toSorted());
      }
    }
  });

  it('contain a feature that was switched on, at the same position and nowhere else', async () => {
    const changed = await world.operator.post(`/api/admin/projects/default/features/${named(2)}/environments/development/on`);
    const on = (await read(changed, ['*'])).filter(({ enabled }) => enabled);
    deepEqual(namesOf(on), [named(2)]);
    deepEqual(
      namesOf(await read(changed, ['shop'])),
      initial.filter((_, index) => index % 3 === 0),
    );
  });

  it('contain an added feature at its position, and not an archived one', async () => {
    const added = await world.operator.post('/api/admin/projects/shop/features', { name: `${named(31)}-more` });
    deepEqual(namesOf(await read(added, ['*'])), initial.toSpliced(32, 0, `${named(31)}-more`));
    const archived = await world.operator.delete(`/api/admin/projects/shop/features/${named(31)}-more`);
    deepEqual(namesOf(await read(archived, ['*'])), initial);
  });

  it('contain a changed segment in the features that use it', async () => {
    for (const values of [['8'], ['9', '10']]) {
      const constraints = [{ contextName: 'userId', operator: 'IN', values }];
      const changed = await world.operator.put(`/api/admin/segments/${segment}`, { name: 'gold', constraints });
      const inside = (await read(changed, ['*'])).find(({ name }) => name === named(1));
      deepEqual(
        inside?.strategies.flatMap(({ constraints: found }) => found.map((each) => each.values)),
        [values],
      );
      deepEqual((await read(changed, ['*'], '5.1.0')).find(({ name }) => name === named(1))?.strategies[0]?.constraints, []);
    }
  });
});

describe('cached responses', () => {
  let world: DeliveryApp;
  before(async () => {
    world = await openDeliveryApp();
    await world.createFeature('cart');
    await world.addStrategy('cart', { name: 'default' });
  });
  after(() => world.close());

  it('change as soon as a feature changes, for a context that was evaluated before', async () => {
    const token = await world.token({ type: 'frontend' });
    const toggle = '/api/admin/projects/default/features/cart/environments/development';
    for (const state of ['on', 'off', 'on']) {
      const changed = await world.operator.post(`${toggle}/${state}`);
      const headers = { 'if-min-revision': String(changed.headers['x-revision']) };
      const etags = new Set<unknown>();
      for (let time = 0; time < 4; time += 1) {
        const page = await world.application(token, headers).get('/api/frontend?userId=7&sessionId=8');
        deepEqual(
          page.body.toggles.map(({ name }: Shown) => name),
          state === 'on' ? ['cart'] : [],
        );
        etags.add(page.headers['etag']);
        const flags = await world.application(token, headers).post('/ofrep/v1/evaluate/flags', { context: { targetingKey: '7' } });
        deepEqual(
          flags.body.flags.map(({ value }: { value: unknown }) => value),
          [state === 'on'],
        );
      }
      equal(etags.size, 1);
    }
  });
});
