import type { ImpactMetricChoice } from '@signalbox/contracts';
import { beginningOf, dayMs, type EntityManager, hourMs } from '@signalbox/kit';
import { tablesOf } from '../../tables/tables.ts';
import { aggregateMetric } from './aggregate-metric.ts';

const ranges: Readonly<Record<ImpactMetricChoice['timeRange'], number>> = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs };

/** The aggregated metric in an environment, from all hours that the range touches. Null without values. */
export async function readMetric(
  em: EntityManager,
  environment: string,
  { metricName, timeRange, aggregationMode, labelSelectors }: ImpactMetricChoice,
  now: number,
): Promise<number | null> {
  const from = beginningOf(hourMs, now - ranges[timeRange]);
  const rows = await tablesOf(em)
    .selectFrom('impact_series')
    .innerJoin('impact_hour', 'impact_hour.series_id', 'impact_series.id')
    .where('impact_series.name', '=', metricName)
    .where('impact_series.environment', '=', environment)
    .where('impact_hour.hour', '>=', from)
    .select(['impact_series.id as series', 'type', 'labels', 'hour', 'part', 'value'])
    .execute();
  const values = rows
    .filter(({ labels }) => isSelected(JSON.parse(labels) as Record<string, string>, labelSelectors))
    .map(({ series, type, hour, part, value }) => ({ series, type, hour: Number(hour), part, value: Number(value) }));
  return aggregateMetric(aggregationMode, values, Math.max(1, (now - from) / 1000));
}

const isSelected = (labels: Readonly<Record<string, string>>, selectors: ImpactMetricChoice['labelSelectors']): boolean =>
  Object.entries(selectors).every(([label, values]) => values.length === 0 || values.includes(labels[label] ?? ''));
