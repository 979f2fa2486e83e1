import { impactMetricDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { findActiveFeature, type NamedFeature } from '../../feature/feature/feature.ts';
import { chartParams, featureChartParams, findChart, serializeChart } from './chart.ts';
import { chartEventKeys } from './create-chart.ts';

const deletion = { method: 'delete', answers: { 204: empty }, events: [impactMetricDeleted] } as const;

export const deleteChartRoute = route(
  {
    ...deletion,
    path: '/api/admin/impact-metrics/config/:chartId',
    summary: 'Delete a saved chart of the instance',
    permission: 'UPDATE_APPLICATION',
    params: chartParams,
    failures: ['NotFoundError'],
  },
  ({ params }, context) => deleteChart(context, null, params.chartId),
);

export const deleteFeatureChartRoute = route(
  {
    ...deletion,
    path: '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config/:chartId',
    summary: 'Delete a saved chart of a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureChartParams,
    failures: ['NotFoundError', 'PreconditionFailedError'],
  },
  async ({ params }, context) => deleteChart(context, await findActiveFeature(context, params), params.chartId),
);

async function deleteChart(context: Context, feature: NamedFeature | null, id: string): Promise<void> {
  const chart = await findChart(context.em, feature?.name ?? null, id);
  context.em.remove(chart);
  context.publish(impactMetricDeleted, { ...chartEventKeys(feature), preData: serializeChart(chart) });
}
