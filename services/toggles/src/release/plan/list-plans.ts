import { ReleasePlanShape } from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { readFeatureInEnvironment } from '../../feature/feature/feature-in-environment.ts';
import { featureEnvironmentParams } from '../../feature/feature/feature.schema.ts';
import { planOf, serializePlan } from './plan.ts';

export const listPlansRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/release-plans',
    summary: 'List the release plans of a feature in one environment, of which there is at most one',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: { 200: Type.Array(ReleasePlanShape) },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => {
    await readFeatureInEnvironment(em, params);
    const plan = await planOf(em, params);
    return plan ? [serializePlan(plan)] : [];
  },
);
