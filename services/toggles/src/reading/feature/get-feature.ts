import { type ReadContext, Reply, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { serializeCreator } from '../../feature/feature/creator.schema.ts';
import { etagOf, type FeatureKey, refuseArchived, refuseElsewhere } from '../../feature/feature/feature.ts';
import { newestOf, unionByName } from '../../feature/feature/feature-environment.ts';
import { ownerOf } from '../../feature/owner/set-owner.ts';
import { currentStageOf, stageRowOf } from '../../feature/feature/stage.ts';
import {
  FeatureDetail,
  type FeatureEnvironmentDetail,
  featureParams,
  type FeatureReach,
  serializeMetadata,
} from '../../feature/feature/feature.schema.ts';
import { beginningOfPastHour, sumOfPastHour } from '../usage/past-hour.ts';
import { noUser } from '../favorite/favorite.ts';
import { readOneFeature } from './read-one-feature.ts';
import { reachesOf } from './read-reach.ts';

export const getFeatureRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/features/:featureName',
    agents: true,
    summary: 'Get a feature with its configuration in each environment',
    permission: 'authenticated',
    params: featureParams,
    query: Type.Object({ variantEnvironments: Type.Optional(Type.Boolean()), with: Type.Optional(Type.Enum(['reach'])) }),
    answers: { 200: FeatureDetail },
    headers: { ETag: 'The version of the feature, for `If-Match`.' },
    failures: ['NotFoundError'],
  },
  async ({ params, query }, context) => {
    const { detail, etag } = await getFeature(context, params, {
      withVariants: query.variantEnvironments ?? false,
      withReach: query.with === 'reach',
    });
    return new Reply(detail, { headers: { etag } });
  },
);

/** Throws 404 if the feature is archived or not in the project. */
async function getFeature(
  { em, actor, now }: Pick<ReadContext, 'em' | 'actor' | 'now'>,
  { projectId, featureName }: FeatureKey,
  { withVariants, withReach }: { withVariants: boolean; withReach: boolean },
) {
  const at = now();
  const found = await readOneFeature(em, featureName, { userId: actor.id ?? noUser, since: beginningOfPastHour(at) });
  const { feature, settings, tags, links, children, dependencies, favorite } = found;
  refuseElsewhere(feature, projectId, featureName);
  refuseArchived(feature);
  const reaches = withReach ? await reachesOf(em, settingsWithStrategies(found)) : noReaches;
  const environments = environmentsOf(featureName, found, { withVariants, reaches, now: at });
  const detail: FeatureDetail = {
    ...serializeMetadata(feature, newestOf(settings)),
    createdBy: serializeCreator(feature.createdByUserId, feature.createdBy),
    owner: ownerOf(feature),
    collaborators: { users: found.collaborators },
    lifecycle: currentStageOf(stageRowOf(feature)),
    links,
    enabled: environments.some(({ enabled }) => enabled),
    favorite,
    children,
    dependencies,
    environments,
    variants: unionByName(settings),
    strategies: [],
    tags,
  };
  return { detail, etag: etagOf(feature) };
}

type Found = Awaited<ReturnType<typeof readOneFeature>>;

const noReaches: ReadonlyMap<string, FeatureReach> = new Map();

const settingsWithStrategies = ({ settings, strategiesIn }: Found) =>
  settings.map((own) => ({ ...own, strategies: (strategiesIn.get(own.name) ?? []).map(({ strategy }) => strategy) }));

function environmentsOf(
  featureName: string,
  { settings, strategiesIn, plansIn, safeguardsIn, usageIn }: Found,
  { withVariants, reaches, now }: { withVariants: boolean; reaches: typeof noReaches; now: Date },
) {
  const inOrder = settings.toSorted((one, other) => one.sortOrder - other.sortOrder);
  return inOrder.map(({ name, type, sortOrder, enabled, variants, lastSeenAt }): Static<typeof FeatureEnvironmentDetail> => {
    const own = (strategiesIn.get(name) ?? []).map(({ strategy }) => strategy);
    const reach = reaches.get(name);
    const plan = plansIn.get(name);
    const safeguards = safeguardsIn.get(name) ?? [];
    return {
      name,
      featureName,
      environment: name,
      type,
      // Without a strategy a feature is off, regardless of the stored switch.
      enabled: own.length > 0 && enabled,
      sortOrder,
      variantCount: variants.length,
      strategies: own,
      ...(withVariants ? { variants } : {}),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      hasStrategies: own.length > 0,
      hasEnabledStrategies: own.some(({ disabled }) => !disabled),
      ...sumOfPastHour(usageIn.get(name) ?? [], now),
      ...(reach && { reach }),
      ...(plan && { releasePlans: [plan] }),
      ...(safeguards.length > 0 && { safeguards }),
    };
  });
}
