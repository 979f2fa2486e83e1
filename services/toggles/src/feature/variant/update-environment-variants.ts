import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { findFeatureInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { writeVariants } from './write-variants.ts';
import { FeatureVariants, presentVariants, VariantList } from './variant.schema.ts';

export const updateEnvironmentVariantsRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    summary: 'Replace the variants of a feature in one environment',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: FeatureVariants,
    answers: { 200: VariantList },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentVariantsUpdated],
  },
  async ({ params, body }, context) => presentVariants(await updateEnvironmentVariants(context, params, body)),
);

export async function updateEnvironmentVariants(
  context: Context,
  key: FeatureEnvironmentKey,
  variants: readonly FeatureVariant[],
): Promise<FeatureVariant[]> {
  return writeVariants(context, await findFeatureInEnvironment(context, key), variants);
}
