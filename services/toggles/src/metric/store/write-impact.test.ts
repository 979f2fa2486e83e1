import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type ImpactMetric } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { droppedName } from './admit-series.ts';
import { forgetImpactJob } from './forget-impact.ts';
import { readPeriod, readPoints } from './read-points.ts';
import type { Resolution } from './resolution.ts';

const day = '2026-03-01';
const timeOf = (time: string) => Date.parse(`${day}T${time}:00.000Z`);
const labels = { appName: 'shop' };
const counter = (name: string, value: number, more: Record<string, string> = {}): ImpactMetric => ({
  name,
  help: `Number of ${name}`,
  type: 'counter',
  samples: [{ value, labels: { ...labels, ...more } }],
});
const always = { from: 0, until: Number.MAX_SAFE_INTEGER };

describe('impact metrics', () => {
  let app: TestApp;
  let clock = timeOf('10:20');
  before(async () => {
    const services = [{ ...toggles, jobs: [{ ...forgetImpactJob, everyMs: 20 }] }];
    app = await start(services, {
      jobs: true,
      settings: { IMPACT_SERIES: '5', IMPACT_METRICS: '4' },
      effects: { now: () => new Date(clock) },
    });
  });
  after(() => app.close());

  const report = (metrics: readonly unknown[], { environment = 'development', at = timeOf('10:20'), dropped = 0 } = {}) =>
    app.host.bus.publish([
      {
        id: randomUUID(),
        exchange: exchanges.usage,
        key: 'delivery.usage',
        body: JSON.stringify([{ kind: 'impact', environment, at: new Date(at).toISOString(), metrics, ...(dropped && { dropped }) }]),
      },
    ]);
  const reader = () => app.store('toggles').reader();
  const select = (metricName: string, environment: string | null = 'development') => ({ metricName, environment, labelSelectors: {} });
  async function valuesOf(name: string, step: Resolution = 'minute', environment: string | null = 'development') {
    const points = await readPoints(reader(), select(name, environment), step, always);
    return points.map(({ at, part, value }) => [new Date(at).toISOString().slice(11, 16), part, value]);
  }
  const droppedFor = async (reason: string) =>
    (await readPoints(reader(), select(droppedName, null), 'hour', always))
      .filter((point) => point.labels['reason'] === reason)
      .reduce((sum, { value }) => sum + value, 0);

  it('add up increments of a counter by minute and hour, and keep the last value of a gauge', async () => {
    const gauge = (value: number) => ({ name: 'heap', help: '', type: 'gauge', samples: [{ value, labels }] });
    await report([counter('orders', 2), gauge(7.5)]);
    await report([counter('orders', 3), gauge(1.25)]);
    await report([counter('orders', 4)], { at: timeOf('10:21') });
    await report([counter('orders', 1)], { at: timeOf('11:00') });
    await report([counter('orders', 1)], { environment: 'moon' });
    await eventually(async () =>
      deepEqual(await valuesOf('orders'), [
        ['10:20', 'value', 5],
        ['10:21', 'value', 4],
        ['11:00', 'value', 1],
      ]),
    );
    deepEqual(await valuesOf('orders', 'hour'), [
      ['10:00', 'value', 9],
      ['11:00', 'value', 1],
    ]);
    deepEqual(await valuesOf('orders', 'hour', null), await valuesOf('orders', 'hour'));
    deepEqual(await valuesOf('heap'), [['10:20', 'value', 1.25]]);
  });

  it('are read by minute up to the first full hour, and by hour after it', async () => {
    const points = await readPeriod(reader(), select('orders'), { from: timeOf('10:21'), until: timeOf('11:30') });
    deepEqual(
      points.map(({ at, value }) => [at, value]),
      [
        [timeOf('10:21'), 4],
        [timeOf('11:00'), 1],
      ],
    );
  });

  it('add up the parts of a histogram, whatever the order of its labels, up to 20 buckets', async () => {
    const histogram = (own: Record<string, string>, bounds: readonly number[]) => ({
      name: 'latency',
      help: 'Duration',
      type: 'histogram',
      samples: [{ count: 3, sum: 0.75, buckets: bounds.map((le) => ({ le, count: 2 })), labels: own }],
    });
    const own = { appName: 'shop', route: '/' };
    await report([histogram(own, [0.5]), histogram({ route: '/', appName: 'shop' }, [0.5])], { environment: 'production' });
    await eventually(async () =>
      deepEqual(await valuesOf('latency', 'minute', 'production'), [
        ['10:20', 'count', 6],
        ['10:20', 'sum', 1.5],
        ['10:20', 'le 0.5', 4],
      ]),
    );
    await report(
      [
        histogram(
          own,
          Array.from({ length: 20 }, (_, index) => index + 1),
        ),
      ],
      { environment: 'production' },
    );
    await eventually(async () => equal(await droppedFor('buckets'), 2));
    equal((await valuesOf('latency', 'minute', 'production')).length, 22);
  });

  it('count as dropped above the limits of a day or if invalid, while known series go on', async () => {
    const at = timeOf('12:00');
    await report([counter('flood', 1, { index: 'first' })], { at });
    await eventually(async () => equal((await valuesOf('flood')).length, 1));
    await report(
      Array.from({ length: 8 }, (_, index) => counter('flood', 1, { index: String(index) })),
      { at },
    );
    await report([counter('flood', 1, { index: 'first' }), counter('flood', 1, { index: 'another' })], { at, dropped: 3 });
    await eventually(async () => equal(await droppedFor('invalid'), 3));
    equal(await droppedFor('series'), 5);
    deepEqual(
      (await valuesOf('flood')).map(([, , value]) => Number(value)).toSorted((one, other) => one - other),
      [1, 1, 1, 1, 2],
    );
    await report([counter('fourth', 1), counter('fifth', 1)], { at });
    await eventually(async () => equal(await droppedFor('metrics'), 1));
    await report([counter('fifth', 1)], { at: at + 24 * 3_600_000 + 60_000 });
    await eventually(async () => equal((await valuesOf('fifth')).length, 1));
  });

  it('are deleted after 14 days by minute and 13 months by hour, with series that are no longer reported', async () => {
    clock = timeOf('12:00') + 15 * 24 * 3_600_000;
    await eventually(async () => deepEqual(await valuesOf('orders'), []));
    equal((await valuesOf('orders', 'hour')).length, 2);
    clock = timeOf('12:00') + 400 * 24 * 3_600_000;
    await eventually(async () => deepEqual(await tablesOf(reader()).selectFrom('impact_series').select('name').execute(), []));
    await eventually(async () => deepEqual(await tablesOf(reader()).selectFrom('impact_block').select('start').execute(), []));
  });
});
