import { Failure, type FeatureStrategy } from '@signalbox/contracts';
import { compareTexts, type EntityManager } from '@signalbox/kit';
import type { Static } from 'typebox';
import { tablesOf } from '../../tables/tables.ts';
import type { FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';
import { describedStrategy, locatedStrategy, strategySegmentTable, strategyTable } from '../../tables/strategy.ts';

/** A rule that decides for which users a feature is on in one environment. The first that matches applies. */
export class Strategy extends strategyTable.entity.class {}
strategyTable.entity.setClass(Strategy);

/** A strategy's use of a segment. */
export class StrategySegment extends strategySegmentTable.entity.class {}
strategySegmentTable.entity.setClass(StrategySegment);

/** The strategies of a feature in their order of evaluation, optionally of one environment. */
export async function strategiesOf(em: EntityManager, featureName: string, environment?: string): Promise<Strategy[]> {
  const where = environment === undefined ? { featureName } : { featureName, environment };
  return em.find(Strategy, where, { orderBy: { sortOrder: 'asc', createdAt: 'asc', id: 'asc' } });
}

/** Like `strategiesOf`, for several features in one environment, by feature. Executes one statement. */
export async function strategiesOfEach(
  em: EntityManager,
  featureNames: readonly string[],
  environment: string,
): Promise<Map<string, Strategy[]>> {
  const where = { featureName: { $in: [...featureNames] }, environment };
  const strategies = await em.find(Strategy, where, { orderBy: { sortOrder: 'asc', createdAt: 'asc', id: 'asc' } });
  return Map.groupBy(strategies, ({ featureName }) => featureName);
}

/** Segment ids by strategy id. */
export async function segmentsOf(em: EntityManager, strategies: readonly Strategy[]): Promise<Map<string, number[]>> {
  const byStrategy = new Map<string, number[]>(strategies.map(({ id }) => [id, []]));
  if (strategies.length === 0) return byStrategy;
  const links = await em.find(StrategySegment, { strategyId: { $in: [...byStrategy.keys()] } }, { orderBy: { segmentId: 'asc' } });
  for (const { strategyId, segmentId } of links) byStrategy.get(strategyId)?.push(segmentId);
  return byStrategy;
}

/** A strategy that was read without an entity. */
export type ReadStrategy = Awaited<ReturnType<typeof readStrategies>>[number];

/**
 * The strategies of the features in their order of evaluation, with the ids of their segments, optionally of one environment.
 * Read without entities, in two statements.
 */
export async function readStrategies(em: EntityManager, featureNames: readonly string[], environment?: string) {
  if (featureNames.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy')
    .select(locatedStrategy.selection)
    .where('feature_name', 'in', [...featureNames])
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .execute();
  const segments = rows.length === 0 ? new Map<string, never[]>() : await readUses(em, featureNames);
  return decodeStrategies(rows).map(({ createdAt: _createdAt, ...strategy }) => ({
    ...strategy,
    segments: (segments.get(strategy.id) ?? []).map(({ segment_id }) => segment_id),
  }));
}

type StoredStrategy = Parameters<typeof locatedStrategy.decode>[0];

/** Decodes rows of `locatedStrategy` in their order of evaluation. */
export const decodeStrategies = (rows: readonly StoredStrategy[]) => rows.toSorted(inOrder).map((row) => locatedStrategy.decode(row));

const inOrder = (one: StoredStrategy, other: StoredStrategy): number =>
  one.sortOrder - other.sortOrder || one.createdAt - other.createdAt || compareTexts(one.id, other.id);

async function readUses(em: EntityManager, featureNames: readonly string[]) {
  const uses = await tablesOf(em)
    .selectFrom('feature_strategy_segment')
    .select(['strategy_id', 'segment_id'])
    .where('feature_name', 'in', [...featureNames])
    .orderBy('segment_id')
    .execute();
  return Map.groupBy(uses, ({ strategy_id }) => strategy_id);
}

export interface StrategyKey extends FeatureEnvironmentKey {
  readonly strategyId: string;
}

/** Throws 404 for an unknown id, 403 for a strategy of another feature or environment. */
export async function findStrategy(
  em: EntityManager,
  { featureName, environment, strategyId }: Omit<StrategyKey, 'projectId'>,
): Promise<Strategy> {
  return existingStrategy(await em.findOne(Strategy, { id: strategyId }), { featureName, environment, strategyId });
}

/** Like `findStrategy`, given the row that was found. */
export function existingStrategy(
  strategy: Strategy | null | undefined,
  { featureName, environment, strategyId }: Omit<StrategyKey, 'projectId'>,
): Strategy {
  if (!strategy) throw new Failure('NotFoundError', `There is no strategy ${strategyId}.`);
  if (strategy.featureName === featureName && strategy.environment === environment) return strategy;
  throw new Failure('InvalidOperationError', `The strategy ${strategyId} does not belong to ${featureName} in ${environment}.`);
}

export type SerializedStrategy = Static<typeof FeatureStrategy>;

/** The strategy in responses and events. */
export function serializeStrategy(strategy: Parameters<typeof describedStrategy.pick>[0], segments: readonly number[]): SerializedStrategy {
  return { ...describedStrategy.toResponse(strategy), segments: [...segments] };
}

/** Throws 403 for a strategy of a milestone, unless the plan of `milestoneId` itself writes it. */
export function refuseOfMilestone({ id, milestoneId = null }: Pick<Strategy, 'id' | 'milestoneId'>, own: string | null = null): void {
  if (milestoneId === null || milestoneId === own) return;
  throw new Failure('InvalidOperationError', `The strategy ${id} belongs to a release plan. Change it in its milestone.`);
}

/** Like `serializeStrategy`, with the stored segments. */
export async function serializeStored(em: EntityManager, strategy: Strategy): Promise<SerializedStrategy> {
  const segments = await segmentsOf(em, [strategy]);
  return serializeStrategy(strategy, segments.get(strategy.id) ?? []);
}

/** Like `serializeStored`, for several. Executes at most two statements. */
export async function serializeStrategies(em: EntityManager, strategies: readonly Strategy[]): Promise<SerializedStrategy[]> {
  const segments = await segmentsOf(em, strategies);
  return strategies.map((strategy) => serializeStrategy(strategy, segments.get(strategy.id) ?? []));
}
