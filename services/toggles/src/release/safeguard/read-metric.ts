import type { ImpactMetricChoice } from '@signalbox/contracts';
import { dayMs, type EntityManager, hourMs } from '@signalbox/kit';
import { aggregateMetric } from '../../metric/store/aggregate-metric.ts';
import { readPeriod } from '../../metric/store/read-points.ts';

const ranges: Readonly<Record<ImpactMetricChoice['timeRange'], number>> = { hour: hourMs, day: dayMs, week: 7 * dayMs, month: 30 * dayMs };

/** The aggregated metric in an environment, over the range until now. Null without values. */
export async function readMetric(
  em: EntityManager,
  environment: string,
  { metricName, timeRange, aggregationMode, labelSelectors }: ImpactMetricChoice,
  now: number,
): Promise<number | null> {
  const period = { from: now - ranges[timeRange], until: now + 1 };
  const points = await readPeriod(em, { environment, metricName, labelSelectors }, period);
  return aggregateMetric(aggregationMode, points, ranges[timeRange] / 1000);
}
