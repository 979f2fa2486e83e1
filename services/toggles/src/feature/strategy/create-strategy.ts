import { Failure, FeatureStrategy, featureStrategyAdd } from '@signalbox/contracts';
import { compositeKey, type Context, type EntityManager, only, route } from '@signalbox/kit';
import { tablesOf } from '../../base/database/tables.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentStrategies } from '../../base/setting/limits.ts';
import { recordContext } from '../../vocabulary/context-field/strategy-context.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { Environment } from '../../project/environment/environment.ts';
import { findActiveFeature } from '../feature/feature.ts';
import { findFeatureEnvironment } from '../feature/feature-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { countStrategies } from './count-strategies.ts';
import { type FeatureEnvironmentKey, type EventKeys, environmentEventKeys } from '../feature/feature-in-environment.ts';
import { type StrategyContent, normaliseStrategies, type StrategyInput } from './normalise-strategy.ts';
import { presentStrategy, type PresentedStrategy, Strategy, StrategySegment } from './strategy.ts';
import { CreateStrategy } from './strategy.schema.ts';

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
    headers: undeclaredWarning,
    failures: ['BadDataError', 'NotFoundError', 'PreconditionFailedError'],
    events: [featureStrategyAdd],
  },
  async ({ params, body }, context) => {
    const strategy = await createStrategy(context, params, body);
    return warned(context.em, strategy, strategy.constraints);
  },
);

/** Adds a strategy, as the last one unless its sort order is given. */
export async function createStrategy(context: Context, key: FeatureEnvironmentKey, input: CreateStrategy): Promise<PresentedStrategy> {
  const feature = await findActiveFeature(context, key);
  await refuseUnknownEnvironment(context.em, key.environment);
  const settings = await findFeatureEnvironment(context.em, feature.name, key.environment);
  return only(
    await createStrategies(context, feature.project, [{ keys: environmentEventKeys({ feature, settings }), input, pointer: { path: '' } }]),
  );
}

/** What a strategy shall hold, and of which feature and environment it is. */
export interface StrategyInputWithKeys extends StrategyInput {
  readonly keys: EventKeys;
}

/** Adds strategies to features of one project, which must be locked. */
export async function createStrategies(
  context: Context,
  project: string,
  inputs: readonly StrategyInputWithKeys[],
): Promise<PresentedStrategy[]> {
  const normalised = await normaliseStrategies(context, project, inputs);
  return appendStrategies(
    context,
    normalised.map(({ keys, content, input }) => ({ keys, content, sortOrder: input.sortOrder })),
  );
}

/** A strategy that passed every rule. Without a number it comes last; such a one must be the only addition to its feature in its environment. */
export interface StrategyAddition {
  /** Absent: a fresh one. */
  readonly id?: string;
  readonly keys: EventKeys;
  readonly content: StrategyContent;
  readonly sortOrder: number | undefined;
}

/** Stores strategies and states them, in this order. The rows of their features are locked, so no other takes the same number. */
export async function appendStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<PresentedStrategy[]> {
  const stored = await storeStrategies(context, additions);
  for (const { keys, data } of stored) context.publish(featureStrategyAdd, { ...keys, data });
  return stored.map(({ data }) => data);
}

interface StoredStrategy {
  readonly keys: EventKeys;
  readonly data: PresentedStrategy;
}

/** Writes the rows of strategies. */
export async function storeStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<StoredStrategy[]> {
  if (additions.length === 0) return [];
  const next = await nextSortOrders(context.em, additions);
  const rows = additions.map((addition) => ({ ...addition, strategy: createRow(context, addition, next) }));
  await context.em.flush(); // Rows refer to each other by id alone, so the ORM cannot see that these come first.
  for (const { content, strategy } of rows) {
    const { id: strategyId, featureName } = strategy;
    for (const segmentId of content.segments) context.em.create(StrategySegment, { strategyId, segmentId, featureName });
    await recordContext(context.em, strategy.id, [], strategy.constraints);
  }
  await countStrategies(context.em, namesOf(additions), environmentsOf(additions));
  await refuseTooManyStrategies(context, additions);
  return rows.map(({ keys, content, strategy }) => ({ keys, data: presentStrategy(strategy, content.segments) }));
}

const namesOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ keys }) => keys.featureName))];
const environmentsOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ keys }) => keys.environment))];

/** Counted when they are written, under the locks on their features. */
async function refuseTooManyStrategies({ em, settings }: Context, additions: readonly StrategyAddition[]): Promise<void> {
  const max = settings.get(environmentStrategies);
  const beyond = await tablesOf(em)
    .selectFrom('feature_environment')
    .where('feature_name', 'in', namesOf(additions))
    .where('environment', 'in', environmentsOf(additions))
    .where('strategy_count', '>', max)
    .orderBy('feature_name')
    .select(['feature_name', 'environment', 'strategy_count'])
    .executeTakeFirst();
  if (!beyond) return;
  const { feature_name: feature, environment, strategy_count: count } = beyond;
  throw badValue({ path: 'strategies', feature }, `must have at most ${max} entries in environment ${environment}; got ${count}`);
}

function createRow(
  context: Context,
  { id, keys, content: { segments: _links, ...columns }, sortOrder }: StrategyAddition,
  next: ReadonlyMap<string, number>,
): Strategy {
  const { environment, featureName } = keys;
  const number = sortOrder ?? next.get(featureEnvironmentKey(keys)) ?? 0;
  return context.em.create(Strategy, {
    ...columns,
    id: id ?? context.id(),
    featureName,
    environment,
    sortOrder: number,
    createdAt: context.now(),
  });
}

const featureEnvironmentKey = ({ featureName, environment }: Omit<EventKeys, 'project'>): string => compositeKey(featureName, environment);

/** The number after the last one, by feature and environment, for what shall come last. */
async function nextSortOrders(em: EntityManager, additions: readonly StrategyAddition[]): Promise<Map<string, number>> {
  const next = new Map<string, number>();
  const wanted = additions.filter(({ sortOrder }) => sortOrder === undefined).map(({ keys }) => keys);
  if (wanted.length === 0) return next;
  const featureName = { $in: wanted.map((keys) => keys.featureName) };
  const environment = { $in: [...new Set(wanted.map((keys) => keys.environment))] };
  for (const strategy of await em.find(Strategy, { featureName, environment })) {
    next.set(featureEnvironmentKey(strategy), Math.max(next.get(featureEnvironmentKey(strategy)) ?? 0, strategy.sortOrder + 1));
  }
  return next;
}

/** An environment that does not exist is a mistake in the request; one that the feature does not have is not found. */
async function refuseUnknownEnvironment(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(Environment, { name })) return;
  throw new Failure('BadDataError', `environment must be one of the instance's environments; got ${name}`);
}
