import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments, environmentKeys, isOn, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';
import { StrategySegment } from './strategy.ts';

describe('delete strategy', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['kept', 'last', 'off', 'viewed']);
  });
  after(() => app.close());

  const remove = (environmentPath: string, id: string | undefined) =>
    app.as(app.users.editor).delete(`${environmentPath}/strategies/${id}`);

  it('removes the strategy with its segments and emits feature-strategy-remove', async () => {
    const environmentPath = featureEnvironmentPath('kept');
    const segments = await addSegments(app, ['used']);
    const [preData, other] = await postStrategies(app, environmentPath, { segments, title: 'gone' }, {});
    await app.as(app.users.editor).post(`${environmentPath}/on`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await remove(environmentPath, preData?.id);
      deepEqual([status, body], [200, '']);
    });
    deepEqual(emitted(events), [{ type: 'feature-strategy-remove', ...environmentKeys('kept'), data: null, preData }]);
    deepEqual((await app.as(app.users.viewer).get(`${environmentPath}/strategies`)).body, [other]);
    equal(
      await app
        .store('toggles')
        .reader()
        .count(StrategySegment, { strategyId: preData?.id ?? '' }),
      0,
    );
    equal(await isOn(app, environmentPath), true);
    equal((await remove(environmentPath, preData?.id)).status, 404);
  });

  it('switches the feature off first if only disabled strategies are left', async () => {
    const environmentPath = featureEnvironmentPath('last');
    const [preData] = await postStrategies(app, environmentPath, {}, { disabled: true });
    await app.as(app.users.editor).post(`${environmentPath}/on`);
    const events = await app.eventsOf('toggles', () => remove(environmentPath, preData?.id));
    deepEqual(emitted(events), [
      { type: 'feature-environment-disabled', ...environmentKeys('last'), data: null, preData: null },
      { type: 'feature-strategy-remove', ...environmentKeys('last'), data: null, preData },
    ]);
    equal(await isOn(app, environmentPath), false);
  });

  it('emits no switch for a feature that was off', async () => {
    const environmentPath = featureEnvironmentPath('off');
    const [only] = await postStrategies(app, environmentPath, {});
    const events = await app.eventsOf('toggles', () => remove(environmentPath, only?.id));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-strategy-remove'],
    );
  });

  it('refuses a viewer with 403', async () => {
    const [only] = await postStrategies(app, featureEnvironmentPath('viewed'), {});
    const { status, body } = await app.as(app.users.viewer).delete(`${featureEnvironmentPath('viewed')}/strategies/${only?.id}`);
    deepEqual([status, body.permissions], [403, ['DELETE_FEATURE_STRATEGY']]);
  });
});
