import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { createFeatures, told } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments, inPlace, isOn, placeOf, postStrategies } from './strategy.fixture.ts';
import { StrategySegment } from './strategy.ts';

describe('delete strategy', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await createFeatures(app, ['kept', 'last', 'off', 'viewed']);
  });
  after(() => app.close());

  const remove = (place: string, id: string | undefined) => app.as(app.users.editor).delete(`${place}/strategies/${id}`);

  it('removes it with its use of segments and states feature-strategy-remove', async () => {
    const place = placeOf('kept');
    const segments = await addSegments(app, ['used']);
    const [preData, other] = await postStrategies(app, place, { segments, title: 'gone' }, {});
    await app.as(app.users.editor).post(`${place}/on`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await remove(place, preData?.id);
      deepEqual([status, body], [200, '']);
    });
    deepEqual(told(events), [{ type: 'feature-strategy-remove', ...inPlace('kept'), data: null, preData }]);
    deepEqual((await app.as(app.users.viewer).get(`${place}/strategies`)).body, [other]);
    equal(
      await app
        .store('toggles')
        .reader()
        .count(StrategySegment, { strategyId: preData?.id ?? '' }),
      0,
    );
    equal(await isOn(app, place), true);
    equal((await remove(place, preData?.id)).status, 404);
  });

  it('switches the feature off first when only disabled ones are left', async () => {
    const place = placeOf('last');
    const [preData] = await postStrategies(app, place, {}, { disabled: true });
    await app.as(app.users.editor).post(`${place}/on`);
    const events = await app.eventsOf('toggles', () => remove(place, preData?.id));
    deepEqual(told(events), [
      { type: 'feature-environment-disabled', ...inPlace('last'), data: null, preData: null },
      { type: 'feature-strategy-remove', ...inPlace('last'), data: null, preData },
    ]);
    equal(await isOn(app, place), false);
  });

  it('states no switch for a feature that was off', async () => {
    const place = placeOf('off');
    const [only] = await postStrategies(app, place, {});
    const events = await app.eventsOf('toggles', () => remove(place, only?.id));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-strategy-remove'],
    );
  });

  it('refuses a viewer with 403', async () => {
    const [only] = await postStrategies(app, placeOf('viewed'), {});
    const { status, body } = await app.as(app.users.viewer).delete(`${placeOf('viewed')}/strategies/${only?.id}`);
    deepEqual([status, body.permissions], [403, ['DELETE_FEATURE_STRATEGY']]);
  });
});
