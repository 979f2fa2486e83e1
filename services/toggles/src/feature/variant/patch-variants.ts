import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { FeatureEnvironment, unionByName } from '../feature/feature-environment.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { applyPatch } from '../../base/input/apply-patch.ts';
import { inEachEnvironment } from './get-variants.ts';
import { writeVariants } from './write-variants.ts';
import { JsonPatch } from '../../base/input/json-patch.schema.ts';
import { isFeatureVariants, serializeVariants, VariantList } from './variant.schema.ts';

export const patchVariantsRoute = route(
  {
    method: 'patch',
    path: '/api/admin/projects/:projectId/features/:featureName/variants',
    summary: 'Patch the variants of a feature in all environments with a JSON Patch',
    permission: 'UPDATE_FEATURE_VARIANTS',
    scope: 'project of the path',
    params: featureParams,
    body: JsonPatch,
    answers: { 200: VariantList },
    failures: ['NoAccessError', 'BadDataError', 'ValidationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentVariantsUpdated],
    deprecated: inEachEnvironment,
  },
  async ({ params, body }, context) => serializeVariants(await patchVariants(context, params, body)),
);

/** Patches the variants of each environment separately, in all or none. Any of them may be protected. */
async function patchVariants(context: Context, key: FeatureKey, patch: JsonPatch): Promise<FeatureVariant[]> {
  const feature = await findActiveFeature(context, key);
  const all = await context.em.find(FeatureEnvironment, { featureName: feature.name }, { orderBy: { environment: 'asc' } });
  for (const settings of all) {
    writeVariants(context, { feature, settings }, applyPatch(settings.variants, patch, isFeatureVariants));
  }
  return unionByName(all);
}
