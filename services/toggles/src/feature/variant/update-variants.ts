import { isDeepStrictEqual } from 'node:util';
import { type FeatureVariant, featureVariantsUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { refuseProtected } from '../../project/protection/refuse-protected.ts';
import { eventKeys, type FeatureKey, findActiveFeature } from '../feature/feature.ts';
import { FeatureEnvironment, unionByName } from '../feature/feature-environment.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { inEachEnvironment } from './get-variants.ts';
import { normaliseVariants } from './normalise-variants.ts';
import { FeatureVariants, serializeVariants, VariantList } from './variant.schema.ts';

export const updateVariantsRoute = route(
  {
    method: 'put',
    path: '/api/admin/projects/:projectId/features/:featureName/variants',
    summary: 'Replace the variants of a feature in all environments',
    permission: 'UPDATE_FEATURE_VARIANTS',
    scope: 'project of the path',
    params: featureParams,
    body: FeatureVariants,
    answers: { 200: VariantList },
    failures: ['NoAccessError', 'BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureVariantsUpdated],
    deprecated: inEachEnvironment,
  },
  async ({ params, body }, context) => serializeVariants(await updateVariants(context, params, body)),
);

/** Emits one event for all environments; its `preData` has the variants that any of them had. Any of them may be protected. */
async function updateVariants(context: Context, key: FeatureKey, input: readonly FeatureVariant[]): Promise<FeatureVariant[]> {
  const feature = await findActiveFeature(context, key);
  const variants: FeatureVariant[] = normaliseVariants(input);
  const settings = await context.em.find(FeatureEnvironment, { featureName: feature.name }, { orderBy: { environment: 'asc' } });
  const changed = settings.filter((own) => !isDeepStrictEqual(own.variants, variants));
  if (changed.length === 0) return variants;
  for (const { environment } of changed) await refuseProtected(context, 'environment', { project: feature.project, environment });
  const before = unionByName(settings);
  for (const own of changed) own.variants = variants;
  context.publish(featureVariantsUpdated, { ...eventKeys(feature), data: { variants }, preData: { variants: before } });
  return variants;
}
