import { type PlanMilestone, releasePlanProgressionsPaused } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { badValue } from '../../base/input/bad-value.ts';
import { environmentEventKeys } from '../../feature/feature/feature-in-environment.ts';
import { describeMilestone } from './enter-milestone.ts';
import { findMilestone, type LockedPlan, type ReleasePlan } from './plan.ts';

/** Pauses the active milestone, unless it is paused already. */
export function pausePlan(context: Context, { target, plan }: LockedPlan, reason: string | null): void {
  const active = activeOf(plan);
  if (active.pausedAt) return;
  const pausedAt = context.now().toISOString();
  plan.milestones = plan.milestones.map((one) => (one.id === active.id ? { ...one, pausedAt } : one));
  plan.dueAt = null;
  context.publish(releasePlanProgressionsPaused, { ...environmentEventKeys(target), data: { ...describeMilestone(plan, active), reason } });
}

/** Throws 400 before a milestone has started. */
export function activeOf(plan: ReleasePlan): PlanMilestone {
  if (!plan.activeMilestoneId) throw badValue('', `No milestone of the release plan ${plan.name} has started.`);
  return findMilestone(plan, plan.activeMilestoneId);
}
