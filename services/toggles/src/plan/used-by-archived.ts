import type { EntityManager } from '@signalbox/kit';
import { tablesOf } from '../tables/tables.ts';
import { type CurrentObjects, noNames, type Names, objectKey } from './current-documents.ts';
import { usedNames } from './used-names.ts';

/**
 * The objects among `owned` that archived features use, and features that will be archived. They cannot be deleted until those features
 * are.
 */
export async function readUsedByArchived(
  em: EntityManager,
  owned: Names,
  archiving: ReadonlySet<string>,
  current: CurrentObjects,
): Promise<Names> {
  const strategies = tablesOf(em)
    .selectFrom('feature_strategy as strategy')
    .innerJoin('feature', 'feature.name', 'strategy.feature_name')
    .where((row) =>
      row.or([row('feature.archived_at', 'is not', null), ...(archiving.size > 0 ? [row('feature.name', 'in', [...archiving])] : [])]),
    );
  const used = noNames();
  if (owned.Segment.size > 0) {
    const segments = strategies
      .innerJoin('feature_strategy_segment as use', 'use.strategy_id', 'strategy.id')
      .innerJoin('segment', 'segment.id', 'use.segment_id')
      .where('segment.name', 'in', [...owned.Segment]);
    for (const { name } of await segments.select('segment.name').distinct().execute()) used.Segment.add(name);
  }
  if (owned.StrategyDefinition.size > 0) {
    const types = strategies.where('strategy.strategy_name', 'in', [...owned.StrategyDefinition]);
    for (const { name } of await types.select('strategy.strategy_name as name').distinct().execute()) used.StrategyDefinition.add(name);
  }
  if (owned.ContextField.size > 0) {
    const fields = strategies
      .innerJoin('strategy_context as context', 'context.strategy_id', 'strategy.id')
      .where('context.context_name', 'in', [...owned.ContextField]);
    for (const { name } of await fields.select('context.context_name as name').distinct().execute()) used.ContextField.add(name);
  }
  const segments = [...used.Segment].flatMap((name) => current.get(objectKey('Segment', name))?.document ?? []);
  return { ...used, ContextField: used.ContextField.union(usedNames(segments).ContextField) };
}
