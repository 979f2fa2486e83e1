import { deepEqual } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { start, type TestApp } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { archive, features } from './feature.fixture.ts';
import { featuresWithTypes, hasOutlived, isPotentiallyStale, readLifetimes } from './potentially-stale.ts';

describe('potentially stale', () => {
  const createdAt = new Date('2026-03-01T12:00:00.000Z');
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => createdAt } });
    const create = (name: string, input: object) => app.as(app.users.admin).post(features, { name, ...input });
    await create('week', { type: 'operational' });
    await create('ever', { type: 'kill-switch' });
    await create('known', { type: 'operational', stale: true });
    await create('gone', { type: 'operational' });
    await archive(app, 'gone');
  });
  after(() => app.close());

  const oldAt = async (ms: number) => {
    const em = app.store('toggles').reader();
    const found = featuresWithTypes(em).where(isPotentiallyStale(new Date(createdAt.getTime() + ms)));
    return (await found.select('feature.name').execute()).map(({ name }) => name);
  };

  it('applies to an active feature from the exact millisecond at which its lifetime ends, unless it is stale', async () => {
    deepEqual(await oldAt(7 * dayMs - 1), []);
    deepEqual(await oldAt(7 * dayMs), ['week']);
  });

  it('counts towards the health of a project', async () => {
    const lifetimes = await readLifetimes(app.store('toggles').reader());
    const isOld = (type: string, ms: number) =>
      hasOutlived({ type, createdAt: createdAt.getTime() }, lifetimes, new Date(createdAt.getTime() + ms));
    deepEqual([isOld('operational', 7 * dayMs - 1), isOld('operational', 7 * dayMs)], [false, true]);
    deepEqual([isOld('kill-switch', 1000 * dayMs), isOld('unknown', 1000 * dayMs)], [false, false]);
  });
});
