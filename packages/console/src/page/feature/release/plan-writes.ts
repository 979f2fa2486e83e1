import { callOf, send } from '../../../server/call.ts';
import { type PlanMilestone, type ReleaseTemplate, type TransitionCondition, ask } from '../../../server/ask.ts';
import { contentOf } from '../../strategy/strategy-draft.ts';
import { add } from '../strategy/strategy-writes.ts';
import type { Target, Write } from '../state/write.ts';
import { activeOf, type Plan } from './plan.ts';

const ofEnvironment = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';
const ofPlans = `${ofEnvironment}/release-plans` as const;
const ofProgressions = `${ofEnvironment}/progressions` as const;

const pathOf = ({ project, feature, environment }: Target) => ({ projectId: project, featureName: feature, environment });

/** Reads the plan of a feature; undefined if it has none. */
const readPlan = async (target: Target): Promise<Plan | undefined> => (await ask(`GET ${ofPlans}`, { path: pathOf(target) }))[0];

const removal = (target: Target, planId: string) => callOf(`DELETE ${ofPlans}/{planId}`, { path: { ...pathOf(target), planId } });

/** Adds a copy of a template. */
export function addPlan(target: Target, { id, name }: ReleaseTemplate): Write {
  const body = { templateId: id };
  return {
    change: [{ action: 'addReleasePlan', payload: body }],
    calls: [callOf(`POST ${ofPlans}`, { path: pathOf(target), body })],
    done: `Added the release plan ${name} to ${target.environment}.`,
    undo: async (answers) => {
      for (const added of answers as readonly { readonly id: string }[]) await send(removal(target, added.id));
      return true;
    },
  };
}

/** Removes a plan. The strategies of its active milestone go with it, unless they are kept as ordinary ones. */
export function removePlan(target: Target, plan: Plan, keepsStrategies: boolean): Write {
  const additions = keepsStrategies ? add(target, (activeOf(plan)?.strategies ?? []).map(contentOf), '') : { change: [], calls: [] };
  return {
    change: [...additions.change, { action: 'deleteReleasePlan', payload: { planId: plan.id } }],
    calls: [...additions.calls, removal(target, plan.id)],
    done: `Removed the release plan ${plan.name} from ${target.environment}.`,
  };
}

const starting = (target: Target, planId: string, milestoneId: string) =>
  callOf(`POST ${ofPlans}/{planId}/milestones/{milestoneId}/start`, { path: { ...pathOf(target), planId, milestoneId } });

/** Starts a milestone. Undo starts the one that was active, unless the release has gone on since. */
export function startMilestone(target: Target, plan: Plan, { id, name }: PlanMilestone): Write {
  const before = activeOf(plan);
  const undo = async () => {
    const now = await readPlan(target);
    if (!before || now?.activeMilestoneId !== id) return false;
    await send(starting(target, plan.id, before.id));
    return true;
  };
  return {
    change: [{ action: 'startMilestone', payload: { planId: plan.id, milestoneId: id } }],
    calls: [starting(target, plan.id, id)],
    done: `Started ${name} in ${target.environment}.`,
    ...(before && { undo }),
  };
}

/** Pauses a release, which needs no approval. */
export const pausing = (target: Target, { id: planId }: Plan) =>
  callOf(`POST ${ofProgressions}/{planId}/pause`, { path: { ...pathOf(target), planId } });

export const resumePlan = (target: Target, { id: planId }: Plan): Write => ({
  change: [{ action: 'resumeMilestoneProgression', payload: { planId } }],
  calls: [callOf(`POST ${ofProgressions}/{planId}/resume`, { path: { ...pathOf(target), planId } })],
  done: `Resumed the release in ${target.environment}.`,
});

/** Approves leaving the active milestone, which is not itself a change. */
export const approving = (target: Target, plan: Plan, { id: milestoneId }: PlanMilestone) =>
  callOf(`POST ${ofPlans}/{planId}/milestones/{milestoneId}/approve`, { path: { ...pathOf(target), planId: plan.id, milestoneId } });

/** Sets the condition on which the release leaves a milestone; null lets it stay. */
export function setCondition(target: Target, milestone: PlanMilestone, transitionCondition: TransitionCondition | null): Write {
  const { id: sourceMilestone, name, targetMilestone = null } = milestone;
  const path = { ...pathOf(target), sourceMilestone };
  const body = transitionCondition && { targetMilestone, transitionCondition };
  return {
    change: [
      body
        ? { action: 'changeMilestoneProgression', payload: { sourceMilestone, ...body } }
        : { action: 'deleteMilestoneProgression', payload: { sourceMilestone } },
    ],
    calls: [
      body
        ? callOf(`PUT ${ofProgressions}/{sourceMilestone}`, { path, body })
        : callOf(`DELETE ${ofProgressions}/{sourceMilestone}`, { path }),
    ],
    done: `Saved the conditions after ${name}.`,
  };
}
