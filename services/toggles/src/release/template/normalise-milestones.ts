import type { ReleaseMilestone } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import { environmentStrategies, refuseTooMany } from '../../base/setting/limits.ts';
import { inOrder, normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { normaliseCondition } from './normalise-condition.ts';
import type { WriteMilestone } from './template.schema.ts';

/** The scope in which the strategies of milestones must be valid. */
export interface MilestoneScope {
  /** Null if all projects use the milestones. */
  readonly project: string | null;
  /** Absent for a template, whose strategies have an empty group unless they name one. */
  readonly featureName?: string;
  /** Milestones whose ids, and those of their strategies, stay. */
  readonly known?: readonly ReleaseMilestone[];
  /** Milestones whose constraints and percentages stay valid: the known ones, unless given. */
  readonly stored?: readonly ReleaseMilestone[];
}

/** Validates milestones like strategies of a feature, and returns them in their order. Failures name the pointer. */
export async function normaliseMilestones(
  context: Context,
  { project, featureName, known = [], stored = known }: MilestoneScope,
  input: readonly WriteMilestone[],
  pointer: Pointer = { path: 'milestones' },
): Promise<ReleaseMilestone[]> {
  refuseRepeatedOrder(input, pointer);
  const strategyIds = new Set(known.flatMap(({ strategies }) => strategies.map(({ id }) => id)));
  const milestoneIds = new Set(known.map(({ id }) => id));
  const strategies = input.flatMap((milestone, at) => {
    const list = under(pointer, at, 'strategies');
    refuseTooMany(context.settings, environmentStrategies, milestone.strategies.length, list);
    return milestone.strategies.map((strategy, index) => ({
      at,
      index,
      input: { ...strategy, parameters: inGroupOf(strategy.parameters ?? {}, featureName ?? '') },
      pointer: under(list, index),
      stored: stored.flatMap((one) => one.strategies),
      ...(featureName !== undefined && { keys: { featureName } }),
    }));
  });
  const normalised = Map.groupBy(await normaliseStrategies(context, project, strategies), ({ at }) => at);
  const milestones = input.map(({ id, name, sortOrder, transitionCondition }, at) => ({
    id: takeId(milestoneIds, id) ?? ulidOf(context.id()),
    name,
    sortOrder: sortOrder ?? at,
    strategies: (normalised.get(at) ?? []).map(({ input: sent, index, content: { key: _key, ...content } }) => ({
      id: takeId(strategyIds, sent.id) ?? context.id(),
      ...content,
      sortOrder: sent.sortOrder ?? index,
    })),
    transitionCondition: normaliseCondition(transitionCondition ?? null, under(pointer, at, 'transitionCondition')),
  }));
  return milestones.toSorted((one, other) => one.sortOrder - other.sortOrder);
}

/** Templates leave the group empty, or name it by this placeholder of the reference system. */
const groupPlaceholder = '{{featureName}}';

/** An empty group becomes the feature. All milestones share it, so that users keep their side when the next one starts. */
export const inGroupOf = ({ groupId, ...parameters }: Record<string, string>, featureName: string): Record<string, string> =>
  groupId === undefined ? parameters : { ...parameters, groupId: groupId === '' || groupId === groupPlaceholder ? featureName : groupId };

/** Each known id can be kept once. */
const takeId = (known: Set<string>, id: string | undefined): string | null => (id !== undefined && known.delete(id) ? id : null);

function refuseRepeatedOrder(input: readonly WriteMilestone[], pointer: Pointer): void {
  const taken = new Set<number>();
  for (const [index, { sortOrder = index }] of input.entries()) {
    if (taken.has(sortOrder)) throw badValue(under(pointer, index, 'sortOrder'), `must differ between milestones; got ${sortOrder} twice`);
    taken.add(sortOrder);
  }
}

/** Ids of the segments that the milestones use. */
export const segmentsOfMilestones = (milestones: readonly ReleaseMilestone[]): number[] =>
  inOrder(milestones.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments)));
