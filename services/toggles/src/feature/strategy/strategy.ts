import { defineEntity, p } from '@mikro-orm/core';
import { type Constraint, Failure, type FeatureStrategy, type StrategyVariant } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
import type { Static } from 'typebox';
import { tablesOf } from '../../base/database/tables.ts';
import type { FeatureEnvironmentKey } from '../feature/feature-in-environment.ts';

export const strategyEntity = defineEntity({
  name: 'Strategy',
  tableName: 'feature_strategy',
  properties: {
    id: p.string().primary(),
    featureName: p.string().fieldName('feature_name'),
    environment: p.string(),
    name: p.string().fieldName('strategy_name'),
    title: p.string().nullable(),
    disabled: p.boolean(),
    sortOrder: p.integer().fieldName('sort_order'),
    parameters: p.type(JsonText).$type<Record<string, string>>(),
    constraints: p.type(JsonText).$type<Constraint[]>(),
    variants: p.type(JsonText).$type<StrategyVariant[]>(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** One way to switch a feature on for some, in one environment. The first that passes decides. */
export class Strategy extends strategyEntity.class {}
strategyEntity.setClass(Strategy);

export const strategySegmentEntity = defineEntity({
  name: 'StrategySegment',
  tableName: 'feature_strategy_segment',
  properties: {
    strategyId: p.string().fieldName('strategy_id').primary(),
    segmentId: p.integer().fieldName('segment_id').primary(),
    /** That of the strategy, which never changes: searches find it here. */
    featureName: p.string().fieldName('feature_name'),
  },
});

/** A strategy's use of a segment. */
export class StrategySegment extends strategySegmentEntity.class {}
strategySegmentEntity.setClass(StrategySegment);

/** The strategies of a feature in their order of evaluation; of one environment, if named. */
export async function strategiesOf(em: EntityManager, featureName: string, environment?: string): Promise<Strategy[]> {
  const where = environment === undefined ? { featureName } : { featureName, environment };
  return em.find(Strategy, where, { orderBy: { sortOrder: 'asc', createdAt: 'asc', id: 'asc' } });
}

/** As `strategiesOf`, of several features in one environment, by feature. One statement. */
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

/** A strategy for reading. */
export type ReadStrategy = Awaited<ReturnType<typeof readStrategies>>[number];

/** The strategies of these features, for reading, in their order of evaluation, with the ids of their segments; of one environment, if named. Two statements. */
export async function readStrategies(em: EntityManager, featureNames: readonly string[], environment?: string) {
  if (featureNames.length === 0) return [];
  const rows = await tablesOf(em)
    .selectFrom('feature_strategy')
    .selectAll()
    .where('feature_name', 'in', [...featureNames])
    .$if(environment !== undefined, (query) => query.where('environment', '=', environment ?? ''))
    .orderBy('sort_order')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const segments = rows.length === 0 ? new Map<string, never[]>() : await readUses(em, featureNames);
  return rows.map((row) => ({
    id: row.id,
    featureName: row.feature_name,
    environment: row.environment,
    name: row.strategy_name,
    title: row.title,
    disabled: Boolean(row.disabled),
    sortOrder: row.sort_order,
    parameters: JSON.parse(row.parameters) as Strategy['parameters'],
    constraints: JSON.parse(row.constraints) as Strategy['constraints'],
    variants: JSON.parse(row.variants) as Strategy['variants'],
    segments: (segments.get(row.id) ?? []).map(({ segment_id }) => segment_id),
  }));
}

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

/** 404 for an unknown id, 403 for a strategy of another feature or environment. */
export async function findStrategy(
  em: EntityManager,
  { featureName, environment, strategyId }: Omit<StrategyKey, 'projectId'>,
): Promise<Strategy> {
  return existingStrategy(await em.findOne(Strategy, { id: strategyId }), { featureName, environment, strategyId });
}

/** As `findStrategy`, given what was found. */
export function existingStrategy(
  strategy: Strategy | null | undefined,
  { featureName, environment, strategyId }: Omit<StrategyKey, 'projectId'>,
): Strategy {
  if (!strategy) throw new Failure('NotFoundError', `There is no strategy ${strategyId}.`);
  if (strategy.featureName === featureName && strategy.environment === environment) return strategy;
  throw new Failure('InvalidOperationError', `The strategy ${strategyId} is not one of ${featureName} in ${environment}.`);
}

export type PresentedStrategy = Static<typeof FeatureStrategy>;

/** The strategy as routes answer it and events carry it. */
export function presentStrategy(
  strategy: Omit<ReadStrategy, 'segments' | 'featureName' | 'environment'> | Strategy,
  segments: readonly number[],
): PresentedStrategy {
  const { id, name, title, disabled, constraints, parameters, variants, sortOrder } = strategy;
  return { id, name, title: title ?? null, disabled, constraints, parameters, variants, sortOrder, segments: [...segments] };
}

/** As `presentStrategy`, its segments as they are stored. */
export async function presentStored(em: EntityManager, strategy: Strategy): Promise<PresentedStrategy> {
  const segments = await segmentsOf(em, [strategy]);
  return presentStrategy(strategy, segments.get(strategy.id) ?? []);
}

/** As `presentStored`, for several; two statements at most. */
export async function presentStrategies(em: EntityManager, strategies: readonly Strategy[]): Promise<PresentedStrategy[]> {
  const segments = await segmentsOf(em, strategies);
  return strategies.map((strategy) => presentStrategy(strategy, segments.get(strategy.id) ?? []));
}
