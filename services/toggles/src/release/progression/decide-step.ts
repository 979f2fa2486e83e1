import { minuteMs } from '@signalbox/kit';
import type { FrozenUntil, PlanMilestone } from '@signalbox/contracts';
import { evaluateGate, type GateFacts, gatesOf, type GateResult } from './evaluate-gate.ts';

export interface ReleaseState {
  readonly milestones: readonly PlanMilestone[];
  readonly activeMilestoneId: string | null;
  /** True if the feature is on. */
  readonly enabled: boolean;
  /** True if safeguards watch the release: each milestone must then be in effect before the next one starts. */
  readonly isGuarded: boolean;
  /** The freeze of the environment that is in force, if any. */
  readonly frozen: FrozenUntil | null;
}

/** The step of a release that is due, or the reasons why none is. */
export interface StepDecision {
  /** The milestone to start; null if none is due. */
  readonly target: PlanMilestone | null;
  /** The milestones that the release leaves. Several if steps were late. */
  readonly left: readonly string[];
  /** The state of the active milestone's gates. Empty without a condition. */
  readonly gates: readonly GateResult[];
  /** The freeze that a step waits for although all gates hold. */
  readonly frozen: FrozenUntil | null;
  /** The next time to check; null if nothing is to be expected. */
  readonly dueAt: number | null;
}

/**
 * Decides whether a release advances. During a freeze it takes no step. Late steps are folded into one, as long as only time separates the milestones and nothing
 * guards them. Pure: the clock and all data are arguments.
 */
export function decideStep(state: ReleaseState, facts: GateFacts): StepDecision {
  const active = state.milestones.find(({ id }) => id === state.activeMilestoneId);
  const idle = { target: null, left: [], gates: [], frozen: null, dueAt: null };
  if (!active || active.pausedAt) return idle;
  const first = leave(state.milestones, active, facts);
  if (!first) return idle;
  const { gates } = first;
  if (!state.enabled) return { ...idle, gates, dueAt: facts.now + minuteMs };
  if (first.readySince === null) return { ...idle, gates, dueAt: dueOf(gates) };
  if (state.frozen) return { ...idle, gates, frozen: state.frozen, dueAt: facts.now + minuteMs };
  const left = [active.id];
  let { target, readySince } = first;
  while (!state.isGuarded && isTimed(target)) {
    const next = leave(state.milestones, target, { ...facts, inEffectSince: readySince });
    if (!next || next.readySince === null) break;
    left.push(target.id);
    target = next.target;
    readySince = next.readySince;
  }
  return { ...idle, target, left, gates, dueAt: facts.now };
}

interface WayOut {
  readonly target: PlanMilestone;
  readonly gates: readonly GateResult[];
  /** The time at which the last gate began to hold; null if one does not. */
  readonly readySince: number | null;
}

/** The way out of a milestone; null if it has none. */
function leave(milestones: readonly PlanMilestone[], milestone: PlanMilestone, facts: GateFacts): WayOut | null {
  const target = targetOf(milestones, milestone);
  if (!milestone.transitionCondition || !target) return null;
  const gates = gatesOf(milestone.transitionCondition).map((gate) => evaluateGate(gate, facts));
  const holds = gates.every((gate) => gate.holds);
  return { target, gates, readySince: holds ? Math.max(...gates.map(({ since }) => since ?? facts.now)) : null };
}

/** The milestone that follows automatically: the chosen one, or the next one. */
export function targetOf(milestones: readonly PlanMilestone[], { targetMilestone, sortOrder }: PlanMilestone): PlanMilestone | null {
  const later = milestones.filter((milestone) => milestone.sortOrder > sortOrder);
  const [next = null] = later.toSorted((one, other) => one.sortOrder - other.sortOrder);
  return targetMilestone ? (later.find(({ id }) => id === targetMilestone) ?? null) : next;
}

/** True for a milestone that the release leaves at a time, whatever its users and applications do. */
export const isScheduled = ({ transitionCondition }: PlanMilestone): boolean =>
  Boolean(transitionCondition) && gatesOf(transitionCondition ?? {}).every(({ type }) => type === 'time' || type === 'window');

const isTimed = ({ transitionCondition }: PlanMilestone): boolean =>
  transitionCondition !== null && transitionCondition !== undefined && gatesOf(transitionCondition).every(({ type }) => type === 'time');

function dueOf(gates: readonly GateResult[]): number | null {
  const due = Math.max(...gates.map(({ next }) => next));
  return due === Infinity ? null : due;
}
