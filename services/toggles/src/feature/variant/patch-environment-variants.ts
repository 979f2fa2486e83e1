import { type FeatureVariant, featureEnvironmentVariantsUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { applyPatch } from '../../base/input/apply-patch.ts';
import { findFeatureInEnvironment, type FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { writeVariants } from './write-variants.ts';
import { JsonPatch } from '../../base/input/json-patch.schema.ts';
import { isFeatureVariants, serializeVariants, VariantList } from './variant.schema.ts';

export const patchEnvironmentVariantsRoute = route(
  {
    method: 'patch',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    summary: 'Patch the variants of a feature in one environment with a JSON Patch',
    permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: JsonPatch,
    answers: { 200: VariantList },
    failures: ['BadDataError', 'ValidationError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureEnvironmentVariantsUpdated],
  },
  async ({ params, body }, context) => serializeVariants(await patchEnvironmentVariants(context, params, body)),
);

/** Applies the patch to the variants sorted by name, and distributes variable weights again. */
async function patchEnvironmentVariants(context: Context, key: FeatureEnvironmentKey, patch: JsonPatch): Promise<FeatureVariant[]> {
  const target = await findFeatureInEnvironment(context, key);
  return writeVariants(context, target, applyPatch(target.settings.variants, patch, isFeatureVariants));
}
