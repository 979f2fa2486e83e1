import type { FeatureVariant } from '@signalbox/contracts';
import { compareTexts, type EntityManager, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import { type FeatureKey, readFeature } from '../feature/feature.ts';
import { featureParams } from '../feature/feature.schema.ts';

export const listParentVariantsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName/parent-variants',
    summary: 'List the parent variants that a dependent feature can require',
    permission: 'authenticated',
    params: featureParams,
    answers: { 200: Type.Array(Type.String()) },
    failures: ['NotFoundError'],
  },
  ({ params }, { em }) => listParentVariants(em, params),
);

/** The unique names of variants in its environments and strategies. */
async function listParentVariants(em: EntityManager, key: FeatureKey): Promise<string[]> {
  const { name } = await readFeature(em, key);
  const ofStrategies = tablesOf(em).selectFrom('feature_strategy').where('feature_name', '=', name).select('variants');
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .where('feature_name', '=', name)
    .select('variants')
    .unionAll(ofStrategies)
    .execute();
  const names = rows.flatMap(({ variants }) => (JSON.parse(variants) as FeatureVariant[]).map((variant) => variant.name));
  return [...new Set(names)].toSorted(compareTexts);
}
