import { Failure, featureStrategyAdd } from '@signalbox/contracts';
import { type Context, type EntityManager, route } from '@signalbox/kit';
import { recordContext } from '../context-field/strategy-context.ts';
import { Environment } from '../environment/environment.ts';
import { findActiveFeature } from '../feature/feature.ts';
import { findFeatureEnvironment } from '../feature/feature-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { type Place, type PlaceKey, whereOf } from './place.ts';
import { type SettledStrategy, settleStrategy } from './settle-strategy.ts';
import { presentStrategy, type PresentedStrategy, strategiesOf, Strategy, StrategySegment } from './strategy.ts';
import { CreateStrategy, FeatureStrategy } from './strategy.schema.ts';

export const createStrategyRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    summary: 'Add a strategy to a feature in one environment',
    permission: 'CREATE_FEATURE_STRATEGY',
    scope: 'environment of the path',
    protectedBy: 'environment',
    params: featureEnvironmentParams,
    body: CreateStrategy,
    answers: { 200: FeatureStrategy },
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureStrategyAdd],
  },
  ({ params, body }, context) => createStrategy(context, params, body),
);

/** Adds a strategy, as the last one unless its place in the order is named. */
export async function createStrategy(context: Context, key: PlaceKey, input: CreateStrategy): Promise<PresentedStrategy> {
  const feature = await findActiveFeature(context, key);
  await refuseUnknownEnvironment(context.em, key.environment);
  const settings = await findFeatureEnvironment(context.em, feature.name, key.environment);
  const settled = await settleStrategy(context.em, feature.project, input);
  return appendStrategy(context, { feature, settings }, settled, input.sortOrder);
}

/** Stores a strategy that passed every rule. The feature's row is locked, so no other takes the same number. */
export async function appendStrategy(
  context: Context,
  place: Place,
  { segments, ...settled }: SettledStrategy,
  sortOrder?: number,
): Promise<PresentedStrategy> {
  const { environment, featureName } = whereOf(place);
  const strategy = context.em.create(Strategy, {
    ...settled,
    id: context.id(),
    featureName,
    environment,
    sortOrder: sortOrder ?? (await nextSortOrder(context.em, featureName, environment)),
    createdAt: context.now(),
  });
  await context.em.flush(); // Rows refer to each other by id alone, so the ORM cannot see that this one comes first.
  for (const segmentId of segments) context.em.create(StrategySegment, { strategyId: strategy.id, segmentId });
  await recordContext(context.em, strategy.id, [], strategy.constraints);
  const data = presentStrategy(strategy, segments);
  context.publish(featureStrategyAdd, { ...whereOf(place), data });
  return data;
}

async function nextSortOrder(em: EntityManager, featureName: string, environment: string): Promise<number> {
  const last = (await strategiesOf(em, featureName, environment)).at(-1);
  return last ? last.sortOrder + 1 : 0;
}

/** An environment that nobody knows is a mistake in the request; one that the feature does not have is not found. */
async function refuseUnknownEnvironment(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(Environment, { name })) return;
  throw new Failure('BadDataError', `environment must be one of the instance's environments; got ${name}`);
}
