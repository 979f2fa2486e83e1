import type { Constraint } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { isUsed, usersOfSegment } from '../feature/segment/users-of-segment.ts';
import { tablesOf } from '../tables/tables.ts';
import { usersOfContextField } from '../vocabulary/use/users-of-context-field.ts';
import { usersInMilestones } from '../vocabulary/use/uses-in-milestones.ts';
import { type CurrentObjects, noNames, type Names, objectKey } from './current-documents.ts';
import type { Kind } from './document.schema.ts';

/** What remains of a project when a plan has been applied. */
export interface Remaining {
  /** Features that the plan archives. Like all archived features, they keep their strategies. */
  readonly archiving: ReadonlySet<string>;
  /** Returns true if a document describes these strategies, and takes effect without a change request. */
  readonly decidesStrategies: (feature: string, environment: string) => boolean;
  /** Returns true if a document describes this segment, and takes effect without a change request. */
  readonly decidesSegment: (name: string) => boolean;
}

/** The unwanted objects that remain in use, by users. */
export interface RemainingUses {
  /** Used by archived features, and by segments that are kept for them. */
  readonly archived: Names;
  /** Used by other features, default strategies, release templates and plans, change requests or other segments. */
  readonly active: Names;
}

/** The unwanted objects that remain in use, so that they cannot be deleted. */
export async function readRemainingUses(
  em: EntityManager,
  unwanted: Names,
  current: CurrentObjects,
  remaining: Remaining,
): Promise<RemainingUses> {
  const [archived, active] = [noNames(), noNames()];
  for (const { kind, name, feature, environment, isArchived } of await readUsesInStrategies(em, unwanted)) {
    if (isArchived || remaining.archiving.has(feature)) archived[kind].add(name);
    else if (!remaining.decidesStrategies(feature, environment)) active[kind].add(name);
  }
  for (const name of unwanted.Segment) {
    const id = current.get(objectKey('Segment', name))?.id;
    // The strategies are those above.
    if (id !== undefined && isUsed({ ...(await usersOfSegment(em, id)), strategies: 0 })) active.Segment.add(name);
  }
  for (const name of unwanted.StrategyDefinition) {
    const { templates, plans } = await usersInMilestones(em, name, (strategy) => strategy.name === name);
    if (templates + plans > 0) active.StrategyDefinition.add(name);
  }
  for (const name of unwanted.ContextField) {
    const { defaultStrategies, templates, plans } = await usersOfContextField(em, name);
    if (defaultStrategies + templates + plans > 0) active.ContextField.add(name);
  }
  if (unwanted.ContextField.size > 0) {
    for (const { name, field } of await readFieldsOfSegments(em)) {
      if (!unwanted.ContextField.has(field) || remaining.decidesSegment(name)) continue;
      if (archived.Segment.has(name)) archived.ContextField.add(field);
      else if (!unwanted.Segment.has(name)) active.ContextField.add(field);
    }
  }
  return { archived, active };
}

interface Use {
  readonly kind: Kind;
  readonly name: string;
  readonly feature: string;
  readonly environment: string;
  readonly isArchived: boolean;
}

async function readUsesInStrategies(em: EntityManager, names: Names): Promise<Use[]> {
  const strategies = tablesOf(em)
    .selectFrom('feature_strategy as strategy')
    .innerJoin('feature', 'feature.name', 'strategy.feature_name')
    .select(['feature.name as feature', 'feature.archived_at', 'strategy.environment'])
    .distinct();
  const uses: Use[] = [];
  const add = async (
    kind: Kind,
    query: { execute: () => Promise<readonly (Omit<Use, 'kind' | 'isArchived'> & { readonly archived_at: unknown })[]> },
  ) => {
    for (const { archived_at, ...row } of await query.execute()) uses.push({ kind, ...row, isArchived: archived_at !== null });
  };
  if (names.Segment.size > 0) {
    const segments = strategies
      .innerJoin('feature_strategy_segment as use', 'use.strategy_id', 'strategy.id')
      .innerJoin('segment', 'segment.id', 'use.segment_id')
      .where('segment.name', 'in', [...names.Segment]);
    await add('Segment', segments.select('segment.name'));
  }
  if (names.StrategyDefinition.size > 0) {
    const types = strategies.where('strategy.strategy_name', 'in', [...names.StrategyDefinition]);
    await add('StrategyDefinition', types.select('strategy.strategy_name as name'));
  }
  if (names.ContextField.size > 0) {
    const fields = strategies
      .innerJoin('strategy_context as context', 'context.strategy_id', 'strategy.id')
      .where('context.context_name', 'in', [...names.ContextField]);
    await add('ContextField', fields.select('context.context_name as name'));
  }
  return uses;
}

async function readFieldsOfSegments(em: EntityManager): Promise<{ readonly name: string; readonly field: string }[]> {
  const segments = await tablesOf(em).selectFrom('segment').select(['name', 'constraints']).execute();
  return segments.flatMap(({ name, constraints }) =>
    (JSON.parse(constraints) as Constraint[]).map(({ contextName }) => ({ name, field: contextName })),
  );
}
