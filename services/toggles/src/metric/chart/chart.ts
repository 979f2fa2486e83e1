import { Failure, ImpactChart as ImpactChartShape } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { type Static, Type } from 'typebox';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { impactChartTable } from '../../tables/metric.ts';

/** A saved chart of an impact metric. */
export class ImpactChart extends impactChartTable.entity.class {}
impactChartTable.entity.setClass(ImpactChart);

/** Far above what people look at together. */
export const maxCharts = 100;

export const chartParams = Type.Object({ chartId: Type.String() });
export const featureChartParams = Type.Object({ ...featureParams.properties, chartId: Type.String() });

const { title, yAxisMin, metricName, timeRange, aggregationMode, labelSelectors } = ImpactChartShape.properties;

export const WriteChart = Type.Object({
  title: Type.Optional(title),
  metricName,
  timeRange,
  aggregationMode,
  labelSelectors: Type.Optional(labelSelectors),
  yAxisMin: Type.Optional(yAxisMin),
});
export type WriteChart = Static<typeof WriteChart>;

/** The written properties, with defaults. Leaves out properties that a chart has but callers do not choose, such as its feature. */
export const completeChart = (chart: WriteChart) => {
  const { title, metricName, timeRange, aggregationMode, labelSelectors = {}, yAxisMin = 'auto' } = chart;
  return { title: title || null, metricName, timeRange, aggregationMode, labelSelectors, yAxisMin };
};

export const serializeChart = ({
  id,
  featureName,
  title,
  metricName,
  timeRange,
  aggregationMode,
  labelSelectors,
  yAxisMin,
}: ImpactChart): ImpactChartShape => ({
  id,
  featureName: featureName ?? null,
  title: title ?? null,
  metricName,
  timeRange,
  aggregationMode,
  labelSelectors,
  yAxisMin,
});

/** Throws 404 also for a chart of another feature. */
export async function findChart(em: EntityManager, featureName: string | null, id: string): Promise<ImpactChart> {
  const chart = await em.findOne(ImpactChart, { id, featureName });
  if (!chart) throw new Failure('NotFoundError', `There is no chart ${id}.`);
  return chart;
}
