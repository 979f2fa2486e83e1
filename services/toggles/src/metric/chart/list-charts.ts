import { ImpactChart as ImpactChartShape } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readFeature } from '../../feature/feature/feature.ts';
import { featureParams } from '../../feature/feature/feature.schema.ts';
import { ImpactChart, serializeChart } from './chart.ts';

export const ImpactCharts = Type.Object({ configs: Type.Array(ImpactChartShape) });

const listing = { method: 'get', permission: 'authenticated', answers: { 200: ImpactCharts } } as const;

export const listChartsRoute = route(
  { ...listing, path: '/api/admin/impact-metrics/config', summary: 'List the saved charts of the instance', failures: [] },
  (_input, { em }) => listCharts(em, null),
);

export const listFeatureChartsRoute = route(
  {
    ...listing,
    path: '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config',
    summary: 'List the saved charts of a feature',
    params: featureParams,
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => listCharts(em, (await readFeature(em, params)).name),
);

async function listCharts(em: EntityManager, featureName: string | null) {
  return { configs: (await em.find(ImpactChart, { featureName }, { orderBy: { id: 'asc' } })).map(serializeChart) };
}
