import { isDeepStrictEqual } from 'node:util';
import { ImpactChart as ImpactChartShape, impactMetricUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { findActiveFeature, type NamedFeature } from '../../feature/feature/feature.ts';
import { chartParams, completeChart, featureChartParams, findChart, serializeChart, WriteChart } from './chart.ts';
import { chartEventKeys } from './create-chart.ts';

const replacement = { method: 'put', body: WriteChart, answers: { 200: ImpactChartShape }, events: [impactMetricUpdated] } as const;

export const updateChartRoute = route(
  {
    ...replacement,
    path: '/api/admin/impact-metrics/config/:chartId',
    summary: 'Replace a saved chart of the instance',
    permission: 'UPDATE_APPLICATION',
    params: chartParams,
    failures: ['BadDataError', 'NotFoundError'],
  },
  ({ params, body }, context) => updateChart(context, null, params.chartId, body),
);

export const updateFeatureChartRoute = route(
  {
    ...replacement,
    path: '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config/:chartId',
    summary: 'Replace a saved chart of a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureChartParams,
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
  },
  async ({ params, body }, context) => updateChart(context, await findActiveFeature(context, params), params.chartId, body),
);

async function updateChart(context: Context, feature: NamedFeature | null, id: string, input: WriteChart): Promise<ImpactChartShape> {
  const chart = await findChart(context.em, feature?.name ?? null, id);
  const preData = serializeChart(chart);
  Object.assign(chart, completeChart(input));
  const data = serializeChart(chart);
  if (!isDeepStrictEqual(data, preData)) context.publish(impactMetricUpdated, { ...chartEventKeys(feature), data, preData });
  return data;
}
