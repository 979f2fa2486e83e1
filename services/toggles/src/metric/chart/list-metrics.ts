import { type ImpactMetric, impactMetricTypes, mapOf } from '@signalbox/contracts';
import { dayMs, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { droppedName, dropReasons, everywhere } from '../store/admit-series.ts';
import { aggregateMetric } from '../store/aggregate-metric.ts';
import { readPeriod } from '../store/read-points.ts';

const MetricList = Type.Object({
  series: mapOf(
    Type.Object({
      type: Type.Enum([...impactMetricTypes]),
      help: Type.String(),
      environments: Type.Array(Type.String()),
    }),
  ),
  /** Numbers of values of the last day that were not stored, by the limit that they passed or because they were invalid. */
  dropped: Type.Array(Type.Object({ reason: Type.Enum([...dropReasons]), count: Type.Number() })),
});

export const listMetricsRoute = route(
  {
    method: 'get',
    path: '/api/admin/impact-metrics/metadata',
    summary: 'List the impact metrics that applications report, and the number of values that were not stored',
    permission: 'authenticated',
    answers: { 200: MetricList },
    failures: [],
  },
  async (_input, context) => ({ series: await readMetrics(context), dropped: await readDropped(context) }),
);

async function readMetrics({ em }: ReadContext) {
  const rows = await tablesOf(em)
    .selectFrom('impact_series')
    .where('name', '<>', droppedName)
    .select(['name', 'type', 'environment', ({ fn }) => fn.max('help').as('help')])
    .groupBy(['name', 'type', 'environment'])
    .orderBy('name')
    .orderBy('environment')
    .execute();
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => {
      const environments = own.flatMap(({ environment }) => (environment === everywhere ? [] : [environment]));
      return [name, { type: own[0]?.type as ImpactMetric['type'], help: own[0]?.help ?? '', environments: [...new Set(environments)] }];
    }),
  );
}

async function readDropped({ em, now }: ReadContext) {
  const until = now().getTime();
  const points = await readPeriod(em, { environment: null, metricName: droppedName, labelSelectors: {} }, { from: until - dayMs, until });
  return dropReasons.flatMap((reason) => {
    const count = aggregateMetric(
      'sum',
      points.filter(({ labels }) => labels['reason'] === reason),
      1,
    );
    return count === null ? [] : [{ reason, count }];
  });
}
