import { changes, type Safeguard, type Snapshot, type Touched } from '@signalbox/contracts';
import { Type } from 'typebox';
import { UpdateStrategy } from '../feature/strategy/strategy.schema.ts';
import { addPlan, addPlanRoute } from '../release/plan/add-plan.ts';
import { deletePlan, deletePlanRoute } from '../release/plan/delete-plan.ts';
import { completeSafeguard, contentOfSafeguard, ofEnvironment } from '../release/template/normalise-safeguard.ts';
import { AddReleasePlan } from '../release/plan/plan.schema.ts';
import { WriteEnvironmentSafeguard, WriteSafeguard } from '../release/template/safeguard.schema.ts';
import { startMilestone, startMilestoneRoute } from '../release/plan/start-milestone.ts';
import { updateMilestoneStrategy, updateMilestoneStrategyRoute } from '../release/plan/update-milestone-strategy.ts';
import { resumeProgressions, resumeProgressionsRoute } from '../release/progression/pause-progressions.ts';
import {
  deleteProgression,
  deleteProgressionRoute,
  setProgression,
  SetProgression,
  setProgressionRoute,
} from '../release/progression/set-progression.ts';
import {
  deleteEnvironmentSafeguard,
  deleteEnvironmentSafeguardRoute,
  setEnvironmentSafeguard,
  setEnvironmentSafeguardRoute,
} from '../release/safeguard/set-environment-safeguard.ts';
import { deleteSafeguard, deleteSafeguardRoute, setSafeguard, setSafeguardRoute } from '../release/safeguard/set-safeguard.ts';
import { changeKind, type Target } from './change-kind.ts';
import type { CurrentState } from './current-state.ts';

const id = Type.String({ minLength: 1, maxLength: 100 });
/** Restores a deleted safeguard under its previous id. */
const Restored = Type.Object({ restoredId: Type.Optional(id) });
const planTouched = ({ featureName }: Target): Touched[] => [{ kind: 'release-plan', id: featureName }];
/** Changes of a plan keep their order among themselves, because some depend on others. */
const ofPlan = { turn: () => 'plan' as const, touches: planTouched } as const;
const safeguardsTouched = ({ featureName }: Target): Touched[] => [{ kind: 'safeguards', id: featureName }];

/** Kinds of changes of release plans and safeguards. */
export const releaseKinds = {
  /** Adds a whole plan. The effects of the dry run contain the copy of the template, so an approval covers all milestones. */
  addReleasePlan: changeKind(changes.addReleasePlan, {
    route: addPlanRoute,
    payload: AddReleasePlan,
    ...ofPlan,
    execute: addPlan,
    uses: (_present, _target, { milestones = [] }) =>
      milestones.flatMap(({ strategies }) => strategies.flatMap(({ segments = [] }) => segments)),
    current: planNow,
    proposed: ({ templateId, name }) => ({ releasePlan: name ?? templateId ?? null }),
  }),

  deleteReleasePlan: changeKind(changes.deleteReleasePlan, {
    route: deletePlanRoute,
    payload: Type.Object({ planId: id }),
    ...ofPlan,
    execute: (context, target, { planId }) => deletePlan(context, { ...target, planId }),
    current: planNow,
    proposed: () => ({ releasePlan: null }),
  }),

  startMilestone: changeKind(changes.startMilestone, {
    route: startMilestoneRoute,
    payload: Type.Object({ planId: id, milestoneId: id }),
    ...ofPlan,
    execute: (context, target, key) => startMilestone(context, { ...target, ...key }),
    uses: ({ plan }, { featureName }, { milestoneId }) => {
      const milestone = plan(featureName)?.milestones.find((one) => one.id === milestoneId);
      return milestone?.strategies.flatMap(({ segments }) => segments) ?? [];
    },
    current: ({ plan }, { featureName }) => {
      const own = plan(featureName);
      return own ? { milestoneId: own.activeMilestoneId ?? null } : null;
    },
    proposed: ({ milestoneId }) => ({ milestoneId }),
  }),

  updateMilestoneStrategy: changeKind(changes.updateMilestoneStrategy, {
    route: updateMilestoneStrategyRoute,
    payload: Type.Object({ ...UpdateStrategy.properties, id }),
    ...ofPlan,
    execute: (context, target, { id: strategyId, segments = [], ...input }) =>
      updateMilestoneStrategy(context, { ...target, strategyId }, { ...input, segments }),
    touches: (target, { id: strategyId }) => [...planTouched(target), { kind: 'strategy', id: strategyId }],
    uses: (_present, _target, { segments = [] }) => segments,
    current: ({ plan }, { featureName }, { id: strategyId }): Snapshot => {
      const strategies = plan(featureName)?.milestones.flatMap((milestone) => milestone.strategies) ?? [];
      const found = strategies.find((strategy) => strategy.id === strategyId);
      if (!found) return null;
      const { id: _id, sortOrder: _sortOrder, ...content } = found;
      return content;
    },
    proposed: ({ id: _id, constraints = [], variants = [], segments = [], ...rest }) => ({ ...rest, constraints, variants, segments }),
  }),

  changeMilestoneProgression: changeKind(changes.changeMilestoneProgression, {
    route: setProgressionRoute,
    payload: Type.Object({ ...SetProgression.properties, sourceMilestone: id }),
    ...ofPlan,
    execute: (context, target, { sourceMilestone, ...input }) => setProgression(context, { ...target, sourceMilestone }, input),
    current: progressionNow,
    proposed: ({ targetMilestone = null, transitionCondition }) => ({ targetMilestone, transitionCondition }),
  }),

  deleteMilestoneProgression: changeKind(changes.deleteMilestoneProgression, {
    route: deleteProgressionRoute,
    payload: Type.Object({ sourceMilestone: id }),
    ...ofPlan,
    execute: (context, target, { sourceMilestone }) => deleteProgression(context, { ...target, sourceMilestone }),
    current: progressionNow,
    proposed: () => ({ targetMilestone: null, transitionCondition: null }),
  }),

  resumeMilestoneProgression: changeKind(changes.resumeMilestoneProgression, {
    route: resumeProgressionsRoute,
    payload: Type.Object({ planId: id }),
    ...ofPlan,
    execute: (context, target, { planId }) => resumeProgressions(context, { ...target, planId }),
    current: ({ plan }, { featureName }) => {
      const own = plan(featureName);
      return own ? { paused: own.milestones.some(({ pausedAt }) => Boolean(pausedAt)) } : null;
    },
    proposed: () => ({ paused: false }),
  }),

  changeReleasePlanSafeguard: changeKind(changes.changeReleasePlanSafeguard, {
    route: setSafeguardRoute,
    payload: Type.Object({ ...WriteSafeguard.properties, ...Restored.properties, planId: id }),
    ...ofPlan,
    execute: (context, target, { planId, ...input }) => setSafeguard(context, { ...target, planId }, input),
    current: ({ plan }, { featureName }, { id: own, restoredId = own }) => safeguardNow(plan(featureName)?.safeguards ?? [], restoredId),
    proposed: ({ planId: _plan, restoredId: _id, ...input }) => completeSafeguard(input),
  }),

  deleteReleasePlanSafeguard: changeKind(changes.deleteReleasePlanSafeguard, {
    route: deleteSafeguardRoute,
    payload: Type.Object({ planId: id, safeguardId: id }),
    ...ofPlan,
    execute: (context, target, key) => deleteSafeguard(context, { ...target, ...key }),
    current: ({ plan }, { featureName }, { safeguardId }) => safeguardNow(plan(featureName)?.safeguards ?? [], safeguardId),
    proposed: () => null,
  }),

  changeFeatureEnvSafeguard: changeKind(changes.changeFeatureEnvSafeguard, {
    route: setEnvironmentSafeguardRoute,
    payload: Type.Object({ ...WriteEnvironmentSafeguard.properties, ...Restored.properties }),
    execute: setEnvironmentSafeguard,
    touches: safeguardsTouched,
    current: ({ safeguards }, { featureName }, { id: own, restoredId = own }) => safeguardNow(safeguards(featureName), restoredId),
    proposed: ({ restoredId: _id, ...input }) => completeSafeguard(ofEnvironment(input)),
  }),

  deleteFeatureEnvSafeguard: changeKind(changes.deleteFeatureEnvSafeguard, {
    route: deleteEnvironmentSafeguardRoute,
    payload: Type.Object({ safeguardId: id }),
    execute: (context, target, { safeguardId }) => deleteEnvironmentSafeguard(context, { ...target, safeguardId }),
    touches: safeguardsTouched,
    current: ({ safeguards }, { featureName }, { safeguardId }) => safeguardNow(safeguards(featureName), safeguardId),
    proposed: () => null,
  }),
};

function safeguardNow(safeguards: readonly Safeguard[], own: string | undefined): Snapshot {
  const found = safeguards.find((safeguard) => safeguard.id === own);
  return found ? contentOfSafeguard(found) : null;
}

function progressionNow(
  { plan }: CurrentState,
  { featureName }: Target,
  { sourceMilestone }: { readonly sourceMilestone: string },
): Snapshot {
  const milestone = plan(featureName)?.milestones.find((one) => one.id === sourceMilestone);
  if (!milestone) return null;
  return { targetMilestone: milestone.targetMilestone ?? null, transitionCondition: milestone.transitionCondition ?? null };
}

function planNow({ plan }: CurrentState, { featureName }: Target): Snapshot {
  return { releasePlan: plan(featureName)?.name ?? null };
}
