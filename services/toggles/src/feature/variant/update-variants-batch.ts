import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import { type Context, requirePermission, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { findFeatureEnvironment } from '../feature/feature-environment.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { normaliseVariants } from './normalise-variants.ts';
import { storeVariants } from './write-variants.ts';
import { FeatureVariants, serializeVariants, VariantList } from './variant.schema.ts';

const permission = 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS';

const VariantsBatch = Type.Object({ environments: Type.Array(Type.String(), { minItems: 1 }), variants: FeatureVariants });
type VariantsBatch = Static<typeof VariantsBatch>;

export const updateVariantsBatchRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/variants-batch',
    summary: 'Replace the variants of a feature in several environments, all or none',
    permission,
    scope: 'project of the feature',
    params: featureParams,
    body: VariantsBatch,
    answers: { 200: VariantList },
    failures: ['NoAccessError', 'BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentVariantsUpdated],
  },
  async ({ params, body }, context) => serializeVariants(await updateVariantsBatch(context, params, body)),
);

/** Returns the variants in the order of the request, with their distributed weights. */
async function updateVariantsBatch(context: Context, key: FeatureKey, input: VariantsBatch): Promise<FeatureVariant[]> {
  const environments = [...new Set(input.environments)];
  const project = key.projectId;
  for (const environment of environments) requirePermission(context, permission, { project, environment });
  const feature = await findActiveFeature(context, key);
  const variants: FeatureVariant[] = normaliseVariants(input.variants);
  for (const environment of environments) {
    const settings = await findFeatureEnvironment(context.em, feature.name, environment);
    storeVariants(context, { feature, settings }, variants);
  }
  const position = new Map(input.variants.map(({ name }, index) => [name, index]));
  return variants.toSorted((left, right) => (position.get(left.name) ?? 0) - (position.get(right.name) ?? 0));
}
