import type { Gate, PlanMilestone, AnswerOf } from '../../../server/ask.ts';
import { gatesOf } from '../../release-templates/condition/gate.ts';

/** A release plan with the state of its gates and safeguards. */
export type Plan = AnswerOf<'GET /api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/release-plans'>[number];
export type GateState = Plan['gates'][number];

type InMilestones = Pick<Plan, 'milestones' | 'activeMilestoneId'>;

/** The milestone whose strategies apply; undefined before the first starts. */
export const activeOf = ({ milestones, activeMilestoneId }: InMilestones): PlanMilestone | undefined =>
  milestones.find(({ id }) => id === activeMilestoneId);

/** The milestone that follows: the target of the active one, or the next, or the first. Undefined after the last. */
export function nextOf(plan: InMilestones): PlanMilestone | undefined {
  const active = activeOf(plan);
  if (!active) return plan.milestones[0];
  const later = plan.milestones.filter(({ sortOrder }) => sortOrder > active.sortOrder);
  return later.find(({ id }) => id === active.targetMilestone) ?? later[0];
}

/** The progress of a milestone relative to the active one. */
export type Progress = 'past' | 'active' | 'next' | 'later';

export function progressOf(plan: InMilestones, milestone: PlanMilestone): Progress {
  const active = activeOf(plan);
  if (milestone.id === active?.id) return 'active';
  if (active && milestone.sortOrder < active.sortOrder) return 'past';
  return milestone.id === nextOf(plan)?.id ? 'next' : 'later';
}

/** The reason why a release does not advance at the moment, or the state in which it does. */
export type ReleaseState = 'idle' | 'complete' | 'paused' | 'off' | 'frozen' | 'failing' | 'manual' | 'waiting' | 'due';

export function stateOf(
  plan: Pick<Plan, 'milestones' | 'activeMilestoneId' | 'problem' | 'frozen' | 'gates'>,
  isOn: boolean,
): ReleaseState {
  const active = activeOf(plan);
  if (!active) return 'idle';
  if (active.pausedAt) return 'paused';
  if (!nextOf(plan)) return 'complete';
  if (!active.transitionCondition) return 'manual';
  if (!isOn) return 'off';
  if (plan.frozen !== null) return 'frozen';
  if (plan.problem !== null) return 'failing';
  return plan.gates.every(({ holds }) => holds) ? 'due' : 'waiting';
}

/** The gates of the active milestone with their states; the server lists both in the same order. */
export function gatesIn(
  plan: Pick<Plan, 'milestones' | 'activeMilestoneId' | 'gates'>,
): readonly { readonly gate: Gate; readonly state: GateState }[] {
  const condition = activeOf(plan)?.transitionCondition;
  const gates = condition ? gatesOf(condition) : [];
  return plan.gates.flatMap((state, index) => {
    const gate = gates[index];
    return gate?.type === state.type ? [{ gate, state }] : [];
  });
}

/** True if a start of the milestone goes back, which is always allowed and reviewed afterwards. */
export const isBack = (plan: InMilestones, { sortOrder }: Pick<PlanMilestone, 'sortOrder'>): boolean =>
  sortOrder < (activeOf(plan)?.sortOrder ?? -Infinity);
