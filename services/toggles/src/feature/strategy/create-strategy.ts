import { Failure, FeatureStrategy, featureStrategyAdd } from '@signalbox/contracts';
import { type Context, type EntityManager, only, route } from '@signalbox/kit';
import { recordContext } from '../../vocabulary/context-field/strategy-context.ts';
import { Environment } from '../../project/environment/environment.ts';
import { findActiveFeature } from '../feature/feature.ts';
import { findFeatureEnvironment } from '../feature/feature-environment.ts';
import { featureEnvironmentParams } from '../feature/feature.schema.ts';
import { countStrategies } from './count-strategies.ts';
import { type PlaceKey, type Where, whereOf } from '../feature/place.ts';
import { type SettledStrategy, settleStrategies, type StrategyWish } from './settle-strategy.ts';
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
  return only(await createStrategies(context, feature.project, [{ where: whereOf({ feature, settings }), input, spot: { path: '' } }]));
}

/** What a strategy shall hold, and where it shall stand. */
export interface PlacedWish extends StrategyWish {
  readonly where: Where;
}

/** Adds strategies to features of one project, which must be locked. */
export async function createStrategies(context: Context, project: string, wishes: readonly PlacedWish[]): Promise<PresentedStrategy[]> {
  const settled = await settleStrategies(context, project, wishes);
  return appendStrategies(
    context,
    settled.map(({ where, input, settled: content }) => ({ where, settled: content, sortOrder: input.sortOrder })),
  );
}

/** A strategy that passed every rule. Without a number it comes last; such a one must be alone in its place. */
export interface StrategyAddition {
  /** Absent: a fresh one. */
  readonly id?: string;
  readonly where: Where;
  readonly settled: SettledStrategy;
  readonly sortOrder: number | undefined;
}

/** Stores strategies and states them, in this order. The rows of their features are locked, so no other takes the same number. */
export async function appendStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<PresentedStrategy[]> {
  const stored = await storeStrategies(context, additions);
  for (const { where, data } of stored) context.publish(featureStrategyAdd, { ...where, data });
  return stored.map(({ data }) => data);
}

interface StoredStrategy {
  readonly where: Where;
  readonly data: PresentedStrategy;
}

/** Writes the rows of strategies. */
export async function storeStrategies(context: Context, additions: readonly StrategyAddition[]): Promise<StoredStrategy[]> {
  const next = await nextSortOrders(context.em, additions);
  const rows = additions.map((addition) => ({ ...addition, strategy: createRow(context, addition, next) }));
  await context.em.flush(); // Rows refer to each other by id alone, so the ORM cannot see that these come first.
  for (const { settled, strategy } of rows) {
    const { id: strategyId, featureName } = strategy;
    for (const segmentId of settled.segments) context.em.create(StrategySegment, { strategyId, segmentId, featureName });
    await recordContext(context.em, strategy.id, [], strategy.constraints);
  }
  await countStrategies(context.em, namesOf(additions), environmentsOf(additions));
  return rows.map(({ where, settled, strategy }) => ({ where, data: presentStrategy(strategy, settled.segments) }));
}

const namesOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ where }) => where.featureName))];
const environmentsOf = (additions: readonly StrategyAddition[]) => [...new Set(additions.map(({ where }) => where.environment))];

function createRow(context: Context, { id, where, settled, sortOrder }: StrategyAddition, next: ReadonlyMap<string, number>): Strategy {
  const { segments: _links, ...content } = settled;
  const { environment, featureName } = where;
  const number = sortOrder ?? next.get(keyOf(where)) ?? 0;
  return context.em.create(Strategy, {
    ...content,
    id: id ?? context.id(),
    featureName,
    environment,
    sortOrder: number,
    createdAt: context.now(),
  });
}

const keyOf = ({ featureName, environment }: Omit<Where, 'project'>): string => `${featureName} ${environment}`;

/** The number after the last one, by place, for what shall come last. */
async function nextSortOrders(em: EntityManager, additions: readonly StrategyAddition[]): Promise<Map<string, number>> {
  const next = new Map<string, number>();
  const places = additions.filter(({ sortOrder }) => sortOrder === undefined).map(({ where }) => where);
  if (places.length === 0) return next;
  const featureName = { $in: places.map((place) => place.featureName) };
  const environment = { $in: [...new Set(places.map((place) => place.environment))] };
  for (const strategy of await em.find(Strategy, { featureName, environment })) {
    next.set(keyOf(strategy), Math.max(next.get(keyOf(strategy)) ?? 0, strategy.sortOrder + 1));
  }
  return next;
}

/** An environment that nobody knows is a mistake in the request; one that the feature does not have is not found. */
async function refuseUnknownEnvironment(em: EntityManager, name: string): Promise<void> {
  if (await em.findOne(Environment, { name })) return;
  throw new Failure('BadDataError', `environment must be one of the instance's environments; got ${name}`);
}
