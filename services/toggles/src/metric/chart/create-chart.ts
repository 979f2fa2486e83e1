import { ImpactChart as ImpactChartShape, impactMetricCreated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { eventKeys, findActiveFeature, type NamedFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { completeChart, ImpactChart, maxCharts, serializeChart, WriteChart } from './chart.ts';

const creation = { method: 'post', body: WriteChart, answers: { 201: ImpactChartShape }, events: [impactMetricCreated] } as const;

export const createChartRoute = route(
  {
    ...creation,
    path: '/api/admin/impact-metrics/config',
    summary: 'Save a chart of an impact metric for the instance',
    permission: 'UPDATE_APPLICATION',
    failures: ['BadDataError'],
  },
  ({ body }, context) => createChart(context, null, body),
);

export const createFeatureChartRoute = route(
  {
    ...creation,
    path: '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config',
    summary: 'Save a chart of an impact metric for a feature',
    permission: 'UPDATE_FEATURE',
    scope: 'project of the path',
    params: featureParams,
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
  },
  async ({ params, body }, context) => createChart(context, await findActiveFeature(context, params), body),
);

async function createChart(context: Context, feature: NamedFeature | null, input: WriteChart): Promise<ImpactChartShape> {
  const { em } = context;
  const featureName = feature?.name ?? null;
  if ((await em.count(ImpactChart, { featureName })) >= maxCharts) throw badValue('', `There can be at most ${maxCharts} charts.`);
  const data = serializeChart(em.create(ImpactChart, { id: ulidOf(context.id()), featureName, ...completeChart(input) }));
  context.publish(impactMetricCreated, { ...chartEventKeys(feature), data });
  return data;
}

/** The scope of events: the feature, if any. */
export const chartEventKeys = (feature: NamedFeature | null) => (feature ? eventKeys(feature) : { project: null, featureName: null });
