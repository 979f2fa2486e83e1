import { route } from '@signalbox/kit';
import { readFeature } from '../feature/feature.ts';
import { FeatureEnvironment, unionByName } from '../feature/feature-environment.ts';
import { featureParams } from '../feature/feature.schema.ts';
import { serializeVariants, VariantList } from './variant.schema.ts';

/** Deprecation note of the routes that ignore environments. */
export const inEachEnvironment =
  'Variants belong to environments. Use the variants route of one environment, or variants-batch for several.';

export const getVariantsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/variants',
    summary: 'List the variants of a feature across all environments',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: VariantList },
    failures: ['NotFoundError'],
    deprecated: inEachEnvironment,
  },
  async ({ params }, { em }) => {
    const feature = await readFeature(em, params);
    return serializeVariants(unionByName(await em.find(FeatureEnvironment, { featureName: feature.name })));
  },
);
