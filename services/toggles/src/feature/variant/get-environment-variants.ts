import { route } from '@signalbox/kit';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { readFeatureInEnvironment } from '../feature/feature-in-environment.ts';
import { serializeVariants, VariantList } from './variant.schema.ts';

export const getEnvironmentVariantsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    summary: 'List the variants of a feature in one environment',
    permission: 'authenticated',
    params: featureEnvironmentParams,
    answers: { 200: VariantList },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeVariants((await readFeatureInEnvironment(em, params)).settings.variants),
);
