import { type PlanMilestone, releasePlanMilestoneStarted } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { normaliseStrategies } from '../../feature/strategy/normalise-strategy.ts';
import { replaceStrategies } from '../../feature/strategy/replace-strategies.ts';
import { tablesOf } from '../../tables/tables.ts';
import { strategiesOfPlan } from './delete-plan.ts';
import type { LockedPlan, ReleasePlan } from './plan.ts';

/**
 * Replaces the strategies of the active milestone. Milestones after the new one count as not started. Going back needs no approval, so it
 * keeps a pause and triggered safeguards, which only a guarded write ends.
 */
export async function enterMilestone(
  context: Context,
  { target, plan }: LockedPlan,
  milestone: PlanMilestone,
  { automatic = false } = {},
): Promise<void> {
  const keys = environmentEventKeys(target);
  const strategies = await withFreeIds(context, milestone.strategies);
  const inputs = strategies.map((input, index) => ({
    keys,
    input,
    pointer: { path: `milestones/${milestone.name}/strategies/${index}` },
    stored: [input],
  }));
  const additions = (await normaliseStrategies(context, keys.project, inputs)).map(({ content, input: { id, sortOrder } }) => {
    return { id, keys, content, sortOrder, milestoneId: milestone.id };
  });
  await replaceStrategies(context, target, await strategiesOfPlan(context, keys), additions);
  const previous = plan.milestones.find(({ id }) => id === plan.activeMilestoneId);
  const goesBack = previous !== undefined && milestone.sortOrder < previous.sortOrder;
  const startedAt = context.now().toISOString();
  const pausedAt = goesBack ? (previous.pausedAt ?? null) : null;
  plan.milestones = plan.milestones.map((one) => {
    if (one.id === milestone.id) return { ...one, ...notStarted, strategies, startedAt, pausedAt };
    return one.sortOrder > milestone.sortOrder ? { ...one, ...notStarted } : one;
  });
  plan.activeMilestoneId = milestone.id;
  if (!goesBack) clearSafeguards(plan);
  wakePlan(context, plan);
  context.publish(releasePlanMilestoneStarted, {
    ...keys,
    data: { ...describeMilestone(plan, milestone), ...(automatic && { automatic }) },
    preData: previous ? describeMilestone(plan, previous) : null,
  });
}

/** A change request may have restored another strategy under one of the ids. It keeps the id, and the strategy of the milestone gets a new one. */
async function withFreeIds({ em, id: newId }: Context, strategies: PlanMilestone['strategies']): Promise<PlanMilestone['strategies']> {
  const ids = strategies.map(({ id }) => id);
  const taken = await tablesOf(em).selectFrom('feature_strategy').where('id', 'in', ids).select('id').execute();
  return strategies.map((strategy) => (taken.some(({ id }) => id === strategy.id) ? { ...strategy, id: newId() } : strategy));
}

/** The progress of a milestone that the release has not reached. */
export const notStarted = { startedAt: null, pausedAt: null, resumedAt: null, progressionExecutedAt: null, approvals: [] };

/** Safeguards act again once the release is resumed or a later milestone starts. */
export function clearSafeguards(plan: ReleasePlan): void {
  plan.safeguards = (plan.safeguards ?? []).map(({ beyondAt: _minutes, ...safeguard }) => ({
    ...safeguard,
    triggeredAt: null,
    reason: null,
  }));
}

/** Lets the clock check the plan, which decides when to check it next. */
export function wakePlan({ now }: Context, plan: ReleasePlan): void {
  plan.dueAt = now();
}

/** The milestone in events. */
export const describeMilestone = ({ id }: ReleasePlan, milestone: PlanMilestone) => ({
  releasePlanId: id,
  milestoneId: milestone.id,
  milestoneName: milestone.name,
});
