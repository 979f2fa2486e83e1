import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import { type Context, only, route } from '@signalbox/kit';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { type FeatureEnvironmentKey, findFeaturesInEnvironment } from '../feature/feature-in-environment.ts';
import { writeVariants } from './write-variants.ts';
import { FeatureVariants, serializeVariants, VariantList } from './variant.schema.ts';

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
  async ({ params, body }, context) => serializeVariants(await updateEnvironmentVariants(context, params, body)),
);

const updateEnvironmentVariants = async (
  context: Context,
  key: FeatureEnvironmentKey,
  variants: readonly FeatureVariant[],
): Promise<FeatureVariant[]> => only(await replaceVariants(context, key, new Map([[key.featureName, variants]])));

/** Replaces the variants of features of one project in one environment. `variants` has the new ones by feature. */
export async function replaceVariants(
  context: Context,
  target: Omit<FeatureEnvironmentKey, 'featureName'>,
  variants: ReadonlyMap<string, readonly FeatureVariant[]>,
): Promise<FeatureVariant[][]> {
  const targets = await findFeaturesInEnvironment(context, target, [...variants.keys()]);
  return targets.map((one) => writeVariants(context, one, variants.get(one.feature.name) ?? []));
}
