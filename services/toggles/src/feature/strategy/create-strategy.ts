import { Failure, FeatureStrategy, featureStrategyAdd } from '@signalbox/contracts';
import { type Context, type EntityManager, only, route } from '@signalbox/kit';
import { compositeKey, insertInto } from '@signalbox/table';
import { strategySegmentTable, strategyTable } from '../../tables/strategy.ts';
import { tablesOf } from '../../tables/tables.ts';
import { strategyContextTable } from '../../tables/vocabulary.ts';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentStrategies } from '../../base/setting/limits.ts';
import { contextNamesOf } from '../../vocabulary/context-field/strategy-context.ts';
import { undeclaredWarning, warned } from '../../vocabulary/context-field/undeclared.ts';
import { Environment } from '../../project/environment/environment.ts';
import { findActiveFeatures } from '../feature/feature.ts';
import { existingSettings, readFeatureEnvironments } from '../feature/feature-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { countStrategies } from './count-strategies.ts';
import type { FeatureEnvironmentKey, EventKeys } from '../feature/feature-in-environment.ts';
import { type StrategyContent, normaliseStrategies, type StrategyInput } from './normalise-strategy.ts';
import { refuseSharedKeys } from './strategy-key.ts';
import { serializeStrategy, type SerializedStrategy } from './strategy.ts';
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
const createStrategy = async (context: Context, key: FeatureEnvironmentKey, input: CreateStrategy): Promise<SerializedStrategy> =>
  only(await addStrategies(context, key, [{ featureName: key.featureName, input }]));

interface NamedAddition {
  readonly featureName: string;
  readonly input: CreateStrategy;
  /** The previous id of a restored strategy. */
  readonly id?: string | undefined;
}

/** Like `createStrategy`, for several strategies of features of one project in one environment, one after the other. */
export async function addStrategies(
  context: Context,
  { projectId, environment }: Omit<FeatureEnvironmentKey, 'featureName'>,
  additions: readonly NamedAddition[],
): Promise<SerializedStrategy[]> {
  const names = additions.map(({ featureName }) => featureName);
  const features = await findActiveFeatures(context, projectId, names);
  await refuseUnknownEnvironment(context.em, environment);
  const settings = await readFeatureEnvironments(context.em, names, environment);
  for (const { name } of features) existingSettings(settings.get(name), name, environment);
  const inputs = additions.map(({ featureName, input, id }) => ({
    keys: { project: projectId, environment, featureName },
    input,
    pointer: { path: '' },
    ...(id !== undefined && { id }),
  }));
  return createStrategies(context, projectId, inputs);
}

export interface StrategyInputWithKeys extends StrategyInput {
  readonly keys: EventKeys;
  /** Defaults to a new id. */
  readonly id?: string;
}

/** Adds strategies to locked features of one project. */
export async function createStrategies(
  context: Context,
  project: string,
  inputs: readonly StrategyInputWithKeys[],
): Promise<SerializedStrategy[]> {
  const normalised = await normaliseStrategies(context, project, inputs);
  return appendStrategies(
    context,
    normalised.map(({ keys, content, input, id }) => ({ keys, content, sortOrder: input.sortOrder, ...(id === undefined ? {} : { id }) })),
  );
}

/** A validated strategy. Without a sort order it comes last, after the previous additions. */
export interface StrategyAddition {
  /** Defaults to a new id. */
  readonly id?: string;
  readonly keys: EventKeys;
  readonly content: StrategyContent;
  readonly sortOrder: number | undefined;
  /** The milestone that the strategy belongs to, if any. */
  readonly milestoneId?: string;
}

/** Stores strategies and emits them in this order. The rows of their features must be locked, so that sort orders are unique. */
export async function appendStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<SerializedStrategy[]> {
  const stored = await storeStrategies(context, additions);
  for (const { keys, data } of stored) context.publish(featureStrategyAdd, { ...keys, data });
  return stored.map(({ data }) => data);
}

interface StoredStrategy {
  readonly keys: EventKeys;
  readonly data: SerializedStrategy;
}

export async function storeStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<StoredStrategy[]> {
  if (additions.length === 0) return [];
  const { em } = context;
  await em.flush(); // The rows refer to pending entities, and the query must see the previous strategies.
  const next = await nextSortOrders(em, additions);
  const rows = additions.map((addition) => ({ ...addition, strategy: rowOf(context, addition, next.take(addition)) }));
  const strategies = rows.map(({ strategy }) => strategy);
  await insertStrategies(em, strategies);
  await insertSegments(em, rows.flatMap(usesOf));
  await insertContexts(em, strategies.flatMap(contextsOf));
  await countStrategies(em, namesOf(additions), environmentsOf(additions));
  await refuseTooManyStrategies(context, additions);
  if (additions.some(({ content }) => content.key)) await refuseSharedKeys(em, namesOf(additions));
  return rows.map(({ keys, content, strategy }) => ({ keys, data: serializeStrategy(strategy, content.segments) }));
}

const insertStrategies = insertInto(strategyTable);
const insertSegments = insertInto(strategySegmentTable);
const insertContexts = insertInto(strategyContextTable);

type StrategyRow = ReturnType<typeof rowOf>;

const usesOf = ({ content, strategy: { id, featureName } }: { content: StrategyContent; strategy: StrategyRow }) =>
  content.segments.map((segmentId) => ({ strategyId: id, segmentId, featureName }));

const contextsOf = ({ id, constraints }: StrategyRow) =>
  contextNamesOf(constraints).map((contextName) => ({ strategyId: id, contextName }));

const namesOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ keys }) => keys.featureName))];
const environmentsOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ keys }) => keys.environment))];

/** Counts the stored strategies, under the locks on their features. */
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

const rowOf = (
  context: Context,
  { id, keys, content: { segments: _links, ...columns }, milestoneId }: StrategyAddition,
  sortOrder: number,
) => ({
  ...columns,
  key: columns.key ?? null,
  id: id ?? context.id(),
  featureName: keys.featureName,
  environment: keys.environment,
  sortOrder,
  milestoneId: milestoneId ?? null,
  createdAt: context.now(),
});

const featureEnvironmentKey = ({ featureName, environment }: Omit<EventKeys, 'project'>): string => compositeKey(featureName, environment);

interface SortOrders {
  /** The sort order of the addition: its own, or the next one of its feature in its environment. */
  take(addition: StrategyAddition): number;
}

async function nextSortOrders(em: EntityManager, additions: readonly StrategyAddition[]): Promise<SortOrders> {
  const next = await numbersBehind(em, additions);
  return {
    take({ keys, sortOrder }) {
      const key = featureEnvironmentKey(keys);
      const own = sortOrder ?? next.get(key) ?? 0;
      next.set(key, Math.max(next.get(key) ?? 0, own + 1));
      return own;
    },
  };
}

/** The next sort order by feature and environment, for additions without one. */
async function numbersBehind(em: EntityManager, additions: readonly StrategyAddition[]): Promise<Map<string, number>> {
  const unnumbered = additions.filter(({ sortOrder }) => sortOrder === undefined);
  if (unnumbered.length === 0) return new Map();
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy')
    .where('feature_name', 'in', namesOf(unnumbered))
    .where('environment', 'in', environmentsOf(unnumbered))
    .groupBy(['feature_name', 'environment'])
    .select(['feature_name', 'environment', ({ fn }) => fn.max('sort_order').as('last')])
    .execute();
  return new Map(rows.map(({ feature_name, environment, last }) => [compositeKey(feature_name, environment), Number(last) + 1]));
}

/** Throws 400 for an unknown environment. An existing environment that the feature does not have is a 404 instead. */
async function refuseUnknownEnvironment(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(Environment, { name })) return;
  throw new Failure('BadDataError', `environment must be an existing environment; got ${name}`, { path: 'environment' });
}
