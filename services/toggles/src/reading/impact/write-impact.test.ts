import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { exchanges, type ImpactMetric } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { forgetUsageJob } from '../usage/forget-usage.ts';
import { droppedName } from './write-impact.ts';

const at = '2026-03-01T10:20:00.000Z';
const hour = Date.parse('2026-03-01T10:00:00.000Z');
const labels = { appName: 'shop' };
const counter = (name: string, value: number, more: Record<string, string> = {}): ImpactMetric => ({
  name,
  help: `Number of ${name}`,
  type: 'counter',
  samples: [{ value, labels: { ...labels, ...more } }],
});

describe('impact metrics', () => {
  let app: TestApp;
  let clock = Date.parse(at);
  before(async () => {
    const services = [{ ...toggles, jobs: [{ ...forgetUsageJob, everyMs: 20 }] }];
    app = await start(services, { settings: { IMPACT_SERIES: '5' }, effects: { now: () => new Date(clock) } });
  });
  after(() => app.close());

  const report = (metrics: readonly unknown[], environment = 'development', time = at) =>
    app.host.bus.publish([
      {
        id: randomUUID(),
        exchange: exchanges.usage,
        key: 'delivery.usage',
        body: JSON.stringify([{ kind: 'impact', environment, at: time, metrics }]),
      },
    ]);
  const reader = () => app.store('toggles').reader();
  async function valuesOf(name: string): Promise<(string | number)[][]> {
    const rows = await tablesOf(reader())
      .selectFrom('impact_hour as hour')
      .innerJoin('impact_series as series', 'series.id', 'hour.series_id')
      .where('series.name', '=', name)
      .select(['hour.hour', 'hour.environment', 'series.labels', 'hour.part', 'hour.value'])
      .orderBy('hour.hour')
      .orderBy('hour.environment')
      .orderBy('series.labels')
      .orderBy('hour.part')
      .execute();
    return rows.map((row) => [Number(row.hour), row.environment, row.labels, row.part, Number(row.value)]);
  }
  const shop = JSON.stringify(labels);

  it('add up increments of a counter by hour, and keep the last value of a gauge', async () => {
    const gauge = (value: number) => ({ name: 'heap', help: '', type: 'gauge', samples: [{ value, labels }] });
    await report([counter('orders', 2), gauge(7.5)]);
    await report([counter('orders', 3), gauge(1.25)]);
    await report([counter('orders', 1)], 'development', '2026-03-01T11:00:00.000Z');
    await report([counter('orders', 1)], 'moon');
    await eventually(async () =>
      deepEqual(await valuesOf('orders'), [
        [hour, 'development', shop, 'value', 5],
        [hour + 3_600_000, 'development', shop, 'value', 1],
      ]),
    );
    deepEqual(await valuesOf('heap'), [[hour, 'development', shop, 'value', 1.25]]);
  });

  it('add up the parts of a histogram, whatever the order of its labels', async () => {
    const histogram = (own: Record<string, string>) => ({
      name: 'latency',
      help: 'Duration',
      type: 'histogram',
      samples: [
        {
          count: 3,
          sum: 0.75,
          buckets: [
            { le: 0.5, count: 2 },
            { le: '+Inf', count: 3 },
          ],
          labels: own,
        },
      ],
    });
    await report([histogram({ appName: 'shop', route: '/' }), histogram({ route: '/', appName: 'shop' })], 'production');
    const both = JSON.stringify({ appName: 'shop', route: '/' });
    await eventually(async () =>
      deepEqual(await valuesOf('latency'), [
        [hour, 'production', both, 'count', 6],
        [hour, 'production', both, 'le +Inf', 6],
        [hour, 'production', both, 'le 0.5', 4],
        [hour, 'production', both, 'sum', 1.5],
      ]),
    );
  });

  it('above the limit of an hour are counted as dropped, while known series go on', async () => {
    const later = '2026-03-02T10:20:00.000Z';
    await report([counter('flood', 1, { index: 'first' })], 'production', later);
    await eventually(async () => equal((await valuesOf('flood')).length, 1));
    await report(
      Array.from({ length: 8 }, (_, index) => counter('flood', 1, { index: String(index) })),
      'production',
      later,
    );
    await report([counter('flood', 1, { index: 'first' }), counter('flood', 1, { index: 'another' })], 'production', later);
    await eventually(async () =>
      deepEqual(
        (await valuesOf(droppedName)).map((row) => row.slice(3)),
        [['value', 5]],
      ),
    );
    const flood = await valuesOf('flood');
    equal(flood.length, 5);
    deepEqual(
      flood.filter(([, , own]) => String(own).includes('first')).map(([, , , , value]) => value),
      [2],
    );
  });

  it('are deleted after two days, with series that are no longer reported', async () => {
    clock = Date.parse('2026-03-03T11:30:00.000Z');
    await eventually(async () => equal((await valuesOf('orders')).length, 1));
    deepEqual(await valuesOf('heap'), []);
    await eventually(async () => {
      const names = await tablesOf(reader()).selectFrom('impact_series').select('name').where('name', 'in', ['heap', 'orders']).execute();
      deepEqual(names, [{ name: 'orders' }]);
    });
  });
});
