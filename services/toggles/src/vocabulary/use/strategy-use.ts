import type { EntityManager, ReadContext } from '@signalbox/kit';
import { isAnyOf } from '@signalbox/table';
import { tablesOf } from '../../tables/tables.ts';
import type { StrategyUse } from './strategy-use.schema.ts';

/** The strategies of features that are not archived. */
const activeStrategies = (em: EntityManager) =>
  tablesOf(em)
    .selectFrom('feature_strategy')
    .innerJoin('feature', 'feature.name', 'feature_strategy.feature_name')
    .where('feature.archived_at', 'is', null);

/** An object that strategies use: a segment by its id, a context field by its name. */
export type Used = { readonly segment: number } | { readonly contextField: string };

/** The strategies that use the object, in active features of projects that the caller can see. */
export async function readUses({ em, access, actor }: ReadContext, used: Used): Promise<StrategyUse[]> {
  const rows = await ('segment' in used ? usingSegment(em, used.segment) : usingContextField(em, used.contextField))
    .select([
      'feature_strategy.id',
      'feature.project_id as projectId',
      'feature.name as featureName',
      'feature_strategy.strategy_name as strategyName',
      'feature_strategy.environment',
    ])
    .orderBy('feature.name')
    .orderBy('feature_strategy.environment')
    .orderBy('feature_strategy.sort_order')
    .orderBy('feature_strategy.id')
    .execute();
  return rows.filter(({ projectId }) => access.sees(actor, projectId));
}

const usingSegment = (em: EntityManager, id: number) =>
  activeStrategies(em).where('feature_strategy.id', 'in', (query) =>
    query.selectFrom('feature_strategy_segment').select('strategy_id').where('segment_id', '=', id),
  );

const usingContextField = (em: EntityManager, name: string) =>
  activeStrategies(em).where('feature_strategy.id', 'in', (query) =>
    query.selectFrom('strategy_context').select('strategy_id').where('context_name', '=', name),
  );

export interface Counts {
  readonly usedInFeatures: number;
  readonly usedInProjects: number;
}

const unused: Counts = { usedInFeatures: 0, usedInProjects: 0 };

type Reader = Pick<ReadContext, 'em' | 'access' | 'actor'>;

/** The active strategies in projects that the caller can see. */
const visibleStrategies = ({ em, access, actor }: Reader) =>
  activeStrategies(em).where((strategy) => isAnyOf(strategy.ref('feature.project_id'), access.visibleTo(actor)));

/** The counts by segment, in projects that the caller can see, in one statement. */
export async function countSegmentUses(reader: Reader): Promise<(id: number) => Counts> {
  const rows = await visibleStrategies(reader)
    .innerJoin('feature_strategy_segment', 'feature_strategy_segment.strategy_id', 'feature_strategy.id')
    .groupBy('segment_id')
    .select(({ fn }) => [
      'segment_id as used',
      fn.count<number>('feature.name').distinct().as('features'),
      fn.count<number>('feature.project_id').distinct().as('projects'),
    ])
    .execute();
  return lookUp(rows);
}

/** The counts by context field, in projects that the caller can see, in one statement. */
export async function countContextFieldUses(reader: Reader): Promise<(name: string) => Counts> {
  const rows = await visibleStrategies(reader)
    .innerJoin('strategy_context', 'strategy_context.strategy_id', 'feature_strategy.id')
    .groupBy('context_name')
    .select(({ fn }) => [
      'context_name as used',
      fn.count<number>('feature.name').distinct().as('features'),
      fn.count<number>('feature.project_id').distinct().as('projects'),
    ])
    .execute();
  return lookUp(rows);
}

function lookUp<Key>(rows: readonly { used: Key; features: number; projects: number }[]): (key: Key) => Counts {
  const counts = new Map(
    rows.map(({ used, features, projects }) => [used, { usedInFeatures: Number(features), usedInProjects: Number(projects) }]),
  );
  return (key) => counts.get(key) ?? unused;
}
