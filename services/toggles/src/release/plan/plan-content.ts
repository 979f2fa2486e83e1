import { nullable, type PlanMilestone, ReleaseMilestone, SafeguardContent } from '@signalbox/contracts';
import { type Static, Type } from 'typebox';
import { contentOfSafeguard } from '../template/normalise-safeguard.ts';
import type { ReleasePlan } from './plan.ts';

/** A release plan without the progress of its milestones, as `addPlan` takes it. */
export const PlanContentShape = Type.Object({
  name: Type.String(),
  description: nullable(Type.String()),
  milestones: Type.Array(Type.Object({ ...ReleaseMilestone.properties, targetMilestone: nullable(Type.String()) })),
  safeguards: Type.Array(SafeguardContent),
  /** The milestone that is active; null before the first starts. */
  activeMilestoneId: nullable(Type.String()),
  /** True if the release is paused. */
  paused: Type.Boolean(),
});
export type PlanContentShape = Static<typeof PlanContentShape>;

type CopiedPlan = Pick<ReleasePlan, 'name' | 'description' | 'milestones' | 'safeguards' | 'activeMilestoneId'>;

/** The content of a plan, to copy it. A copy starts the active milestone again, and needs new approvals. */
export function contentOfPlan({ name, description, milestones, safeguards, activeMilestoneId }: CopiedPlan): PlanContentShape {
  return {
    name,
    description: description ?? null,
    milestones: milestones.map(contentOfMilestone),
    safeguards: (safeguards ?? []).map(contentOfSafeguard),
    activeMilestoneId: activeMilestoneId ?? null,
    paused: milestones.some(({ id, pausedAt }) => id === activeMilestoneId && Boolean(pausedAt)),
  };
}

const contentOfMilestone = ({ id, name, sortOrder, strategies, transitionCondition, targetMilestone }: PlanMilestone) => ({
  id,
  name,
  sortOrder,
  strategies,
  transitionCondition: transitionCondition ?? null,
  targetMilestone: targetMilestone ?? null,
});
