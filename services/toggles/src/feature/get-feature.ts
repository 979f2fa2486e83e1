import type { FeatureVariant } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { Environment } from '../environment/environment.ts';
import { presentStrategy, segmentsOf, strategiesOf } from '../strategy/strategy.ts';
import { FeatureTag } from '../tag/feature-tag.ts';
import { etagOf, type FeatureKey, readFeature } from './feature.ts';
import { FeatureEnvironment, newestOf } from './feature-environment.ts';
import { FeatureDetail, type FeatureEnvironmentDetail, featureParams, presentMetadata } from './feature.schema.ts';
import { readRelations } from './relations.ts';

export const getFeatureRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName',
    summary: 'Read an active feature with its settings in each environment',
    permission: 'authenticated',
    params: featureParams,
    query: Type.Object({ variantEnvironments: Type.Optional(Type.Boolean()) }),
    answers: { 200: FeatureDetail },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => {
    const { detail, etag } = await getFeature(context, params, { withVariants: query.variantEnvironments ?? false });
    return new Reply(detail, { headers: { etag } });
  },
);

/** The feature's row is read first, so that the `ETag` is never newer than what it stands for. */
export async function getFeature({ em, actor }: Pick<ReadContext, 'em' | 'actor'>, key: FeatureKey, options: { withVariants: boolean }) {
  const feature = await readFeature(em, key);
  const settings = await em.find(FeatureEnvironment, { featureName: feature.name });
  const environments = await environmentsOf(em, feature.name, settings, options.withVariants);
  const tags = await em.find(FeatureTag, { featureName: feature.name }, { orderBy: { type: 'asc', value: 'asc' } });
  const detail: FeatureDetail = {
    ...presentMetadata(feature, newestOf(settings)),
    enabled: environments.some(({ enabled }) => enabled),
    ...(await readRelations(em, feature.name, actor.id)),
    environments,
    variants: unionByName(settings),
    strategies: [],
    tags: tags.map(({ type, value }) => ({ type, value })),
  };
  return { detail, etag: etagOf(feature) };
}

type Detail = Static<typeof FeatureEnvironmentDetail>;

async function environmentsOf(em: EntityManager, featureName: string, settings: FeatureEnvironment[], withVariants: boolean) {
  const orderBy = { sortOrder: 'asc', name: 'asc' } as const;
  const environments = await em.find(Environment, { name: { $in: settings.map(({ environment }) => environment) } }, { orderBy });
  const strategies = await strategiesOf(em, featureName);
  const segments = await segmentsOf(em, strategies);
  const settingOf = new Map(settings.map((setting) => [setting.environment, setting]));
  const strategiesIn = Map.groupBy(strategies, ({ environment }) => environment);
  return environments.map(({ name, type, sortOrder }): Detail => {
    const setting = settingOf.get(name);
    const own = strategiesIn.get(name) ?? [];
    const variants = setting?.variants ?? [];
    return {
      name,
      featureName,
      environment: name,
      type,
      // Without a strategy nothing is on, whatever is stored.
      enabled: own.length > 0 && setting?.enabled === true,
      sortOrder,
      variantCount: variants.length,
      strategies: own.map((strategy) => presentStrategy(strategy, segments.get(strategy.id) ?? [])),
      ...(withVariants ? { variants } : {}),
      lastSeenAt: setting?.lastSeenAt?.toISOString() ?? null,
      hasStrategies: own.length > 0,
      hasEnabledStrategies: own.some(({ disabled }) => !disabled),
    };
  });
}

/** The variants of all environments, of each name one. */
export function unionByName(settings: readonly FeatureEnvironment[]): FeatureVariant[] {
  return [...new Map(settings.flatMap(({ variants }) => variants.map((variant) => [variant.name, variant] as const))).values()];
}
