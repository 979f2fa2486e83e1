import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, addStrategy, archive, postFeatures, setEnvironment } from '../../feature/feature/feature.fixture.ts';
import { addSegments, featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';

const path = (project: string, from: string, to: string, rest = '') =>
  `/api/admin/projects/${project}/environments/${from}/differences?to=${to}${rest}`;

describe('compare environments', () => {
  let app: TestApp;
  let segment = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await postFeatures(app, ['alike', 'asleep', 'bare', 'switched', 'varied', 'wider']);
    await postFeatures(app, ['sold'], 'shop');
    [segment = 0] = await addSegments(app, ['beta']);
    for (const environment of ['development', 'production']) {
      for (const name of ['alike', 'asleep', 'switched', 'varied']) await addStrategy(app, name, environment);
      await postStrategies(app, featureEnvironmentPath('wider', environment), { segments: [segment] });
    }
    await addStrategy(app, 'wider', 'development', { title: 'More' });
    await addStrategy(app, 'asleep', 'development', { title: 'More' });
    await setEnvironment(app, 'switched', 'development', { enabled: true });
    await setEnvironment(app, 'varied', 'development', { variants: [{ name: 'v', weight: 1000 }] });
    await setEnvironment(app, 'bare', 'development', { enabled: true });
    await archive(app, 'asleep');
  });
  after(() => app.close());

  const compare = async (rest = '', from = 'development', to = 'production') =>
    app.as(app.users.viewer).get(path('default', from, to, rest));

  it('lists differences of switch, strategies and variants, with both sides', async () => {
    const { status, body } = await compare();
    equal(status, 200);
    equal(body.total, 3);
    deepEqual(
      body.features.map(({ name }: { name: string }) => name),
      ['switched', 'varied', 'wider'],
    );
    const [switched, varied, wider] = body.features;
    deepEqual([switched.from.enabled, switched.to.enabled], [true, false]);
    deepEqual([varied.from.variants.map(({ name }: { name: string }) => name), varied.to.variants], [['v'], []]);
    deepEqual([wider.from.strategies.length, wider.to.strategies.length], [2, 1]);
    deepEqual(wider.to.strategies[0].segments, [segment]);
  });

  it('lists the same in reverse, and nothing for an environment and itself', async () => {
    const { body } = await compare('', 'production', 'development');
    deepEqual([body.total, body.features[0].to.enabled], [3, true]);
    deepEqual((await compare('', 'production', 'production')).body, { total: 0, features: [] });
  });

  it('returns a page and the total number', async () => {
    const { body } = await compare('&offset=1&limit=1');
    deepEqual([body.total, body.features.map(({ name }: { name: string }) => name)], [3, ['varied']]);
    equal((await compare('&limit=501')).status, 400);
    equal((await compare('&offset=-1')).status, 400);
  });

  it('refuses unknown projects and environments, and anonymous callers', async () => {
    equal((await compare('', 'development', 'nowhere')).status, 404);
    equal((await compare('', '__proto__', 'production')).status, 404);
    equal((await app.as(app.users.viewer).get(path('nothing', 'development', 'production'))).status, 404);
    equal((await app.as(app.users.viewer).get('/api/admin/projects/default/environments/development/differences')).status, 400);
    equal((await app.as(null).get(path('default', 'development', 'production'))).status, 401);
  });
});
