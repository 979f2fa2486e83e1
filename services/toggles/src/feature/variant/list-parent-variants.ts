import { compareTexts, type EntityManager, route } from '@signalbox/kit';
import { Projection } from '@signalbox/table';
import { Type } from 'typebox';
import { featureEnvironmentTable } from '../../tables/feature-parts.ts';
import { strategyTable } from '../../tables/strategy.ts';
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
  const ofStrategies = tablesOf(em).selectFrom('feature_strategy').where('feature_name', '=', name).select(ofStrategy.selection);
  const settings = tablesOf(em).selectFrom('feature_environment').where('feature_name', '=', name);
  const rows = await settings.select(ofEnvironment.selection).unionAll(ofStrategies).execute();
  const names = rows.flatMap((row) => ofEnvironment.decode(row).variants.map((variant) => variant.name));
  return [...new Set(names)].toSorted(compareTexts);
}

const ofEnvironment = new Projection(featureEnvironmentTable, ['variants']);
const ofStrategy = new Projection(strategyTable, ['variants']);
