import type { FeatureVariant } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { presentStrategy, readStrategies } from '../../feature/strategy/strategy.ts';
import { tablesOf } from '../../base/database/tables.ts';
import { presentCreator } from '../../feature/feature/creator.schema.ts';
import { etagOf, type FeatureKey, readFeature } from '../../feature/feature/feature.ts';
import { newestOf, unionByName } from '../../feature/feature/feature-environment.ts';
import { readLinks } from '../../feature/feature/feature-link.ts';
import { currentStageOf, stageRowOf } from '../../feature/feature/stage.ts';
import { FeatureDetail, type FeatureEnvironmentDetail, featureParams, presentMetadata } from '../../feature/feature/feature.schema.ts';
import { tagsOf } from '../../feature/tag/feature-tag.ts';
import { readCollaborators } from './collaborators.ts';
import { type HourOfUsage, readCurrentHour } from './current-hour.ts';
import { readRelations } from './relations.ts';

export const getFeatureRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName',
    summary: 'Get a feature with its configuration in each environment',
    permission: 'authenticated',
    params: featureParams,
    query: Type.Object({ variantEnvironments: Type.Optional(Type.Boolean()) }),
    answers: { 200: FeatureDetail },
    headers: { ETag: 'The version of the feature, for `If-Match`.' },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => {
    const { detail, etag } = await getFeature(context, params, { withVariants: query.variantEnvironments ?? false });
    return new Reply(detail, { headers: { etag } });
  },
);

/** The feature's row is read first, so that the `ETag` is never newer than what it stands for. */
export async function getFeature(
  { em, actor, now }: Pick<ReadContext, 'em' | 'actor' | 'now'>,
  key: FeatureKey,
  options: { withVariants: boolean },
) {
  const feature = await readFeature(em, key);
  const settings = await readSettings(em, feature.name);
  const usageOf = await readCurrentHour(em, [feature.name], now());
  const environments = await environmentsOf(em, feature.name, settings, options.withVariants);
  const tags = await tagsOf(em, feature.name);
  const detail: FeatureDetail = {
    ...presentMetadata(feature, newestOf(settings)),
    createdBy: presentCreator(feature.createdByUserId, feature.createdBy),
    collaborators: { users: await readCollaborators(em, feature.name) },
    lifecycle: currentStageOf(stageRowOf(feature)),
    links: (await readLinks(em, [feature.name])).get(feature.name) ?? [],
    enabled: environments.some(({ enabled }) => enabled),
    ...(await readRelations(em, feature.name, actor.id)),
    environments: environments.map((own) => ({ ...own, ...usageOf(feature.name, own.name) })),
    variants: unionByName(settings),
    strategies: [],
    tags,
  };
  return { detail, etag: etagOf(feature) };
}

type Detail = Omit<Static<typeof FeatureEnvironmentDetail>, keyof HourOfUsage>;

type Setting = Awaited<ReturnType<typeof readSettings>>[number];

/** A feature's settings, each with what it knows of its environment, by name. */
async function readSettings(em: EntityManager, featureName: string) {
  const rows = await tablesOf(em)
    .selectFrom('feature_environment')
    .innerJoin('environment', 'environment.name', 'feature_environment.environment')
    .where('feature_name', '=', featureName)
    .select(['environment.name', 'type', 'sort_order', 'feature_environment.enabled', 'variants', 'last_seen_at'])
    .orderBy('environment.name')
    .execute();
  return rows.map(({ name, type, sort_order, enabled, variants, last_seen_at }) => ({
    name,
    type,
    sortOrder: sort_order,
    enabled: Boolean(enabled),
    variants: JSON.parse(variants) as FeatureVariant[],
    lastSeenAt: last_seen_at === null ? null : new Date(Number(last_seen_at)),
  }));
}

async function environmentsOf(em: EntityManager, featureName: string, settings: readonly Setting[], withVariants: boolean) {
  const strategies = await readStrategies(em, [featureName]);
  const strategiesIn = Map.groupBy(strategies, ({ environment }) => environment);
  const inOrder = settings.toSorted((one, other) => one.sortOrder - other.sortOrder);
  return inOrder.map(({ name, type, sortOrder, enabled, variants, lastSeenAt }): Detail => {
    const own = strategiesIn.get(name) ?? [];
    return {
      name,
      featureName,
      environment: name,
      type,
      // Without a strategy nothing is on, whatever is stored.
      enabled: own.length > 0 && enabled,
      sortOrder,
      variantCount: variants.length,
      strategies: own.map((strategy) => presentStrategy(strategy, strategy.segments)),
      ...(withVariants ? { variants } : {}),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      hasStrategies: own.length > 0,
      hasEnabledStrategies: own.some(({ disabled }) => !disabled),
    };
  });
}
