import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { archive, postFeatures } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';
import type { SerializedStrategy } from './strategy.ts';

describe('read strategies', () => {
  let app: TestApp;
  let strategies: SerializedStrategy[];
  const environmentPath = featureEnvironmentPath('checkout');
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['checkout', 'old']);
    strategies = await postStrategies(app, environmentPath, { sortOrder: 2 }, { sortOrder: 1 });
    await archive(app, 'old');
  });
  after(() => app.close());

  const get = (path: string) => app.as(app.users.viewer).get(path);

  it('lists strategies in their order of evaluation, by environment', async () => {
    deepEqual((await get(`${environmentPath}/strategies`)).body, strategies.toReversed());
    deepEqual((await get(`${featureEnvironmentPath('checkout', 'production')}/strategies`)).body, []);
  });

  it('returns a strategy as it was written', async () => {
    deepEqual((await get(`${environmentPath}/strategies/${strategies[0]?.id}`)).body, strategies[0]);
  });

  it('returns the state of the feature in the environment with its strategies', async () => {
    const expected = {
      name: 'checkout',
      environment: 'development',
      enabled: false,
      strategies: strategies.toReversed().map((strategy) => ({ ...strategy, featureName: 'checkout' })),
    };
    deepEqual((await get(environmentPath)).body, expected);
    await app.as(app.users.editor).post(`${environmentPath}/on`);
    deepEqual((await get(environmentPath)).body, { ...expected, enabled: true });
  });

  it('refuses unknown, archived and foreign features and environments with 404', async () => {
    for (const at of [
      featureEnvironmentPath('nowhere'),
      featureEnvironmentPath('old'),
      featureEnvironmentPath('checkout', 'default'),
      featureEnvironmentPath('checkout', 'development', 'other'),
    ]) {
      for (const path of [at, `${at}/strategies`, `${at}/strategies/${strategies[0]?.id}`]) {
        const { status, body } = await get(path);
        deepEqual([status, body.name], [404, 'NotFoundError']);
      }
    }
  });

  it('refuses an anonymous caller with 401', async () => {
    for (const path of [environmentPath, `${environmentPath}/strategies`, '/api/admin/strategies'])
      equal((await app.as(null).get(path)).status, 401);
  });

  it('lists strategy types in their order, with built-in ones not editable', async () => {
    const { status, body } = await get('/api/admin/strategies');
    equal(status, 200);
    equal(body.version, 1);
    deepEqual(
      body.strategies.map((kind: { name: string; editable: boolean; deprecated: boolean }) => [kind.name, kind.editable, kind.deprecated]),
      [
        ['flexibleRollout', false, false],
        ['default', false, false],
        ['userWithId', false, true],
        ['remoteAddress', false, false],
        ['applicationHostname', false, false],
      ],
    );
  });

  it('returns one strategy type, and 404 for an unknown one', async () => {
    const { status, body } = await get('/api/admin/strategies/remoteAddress');
    equal(status, 200);
    deepEqual(body, {
      name: 'remoteAddress',
      displayName: 'IPs',
      title: null,
      description: 'On for the listed addresses.',
      editable: false,
      deprecated: false,
      parameters: [{ name: 'IPs', type: 'list', description: '', required: true }],
    });
    equal((await get('/api/admin/strategies/nope')).status, 404);
  });
});
