import { isDeepStrictEqual } from 'node:util';
import type { Change } from '@signalbox/contracts';
import { ofEnvironment } from '../../release/template/normalise-safeguard.ts';
import { replacementOf } from '../../release/safeguard/replace-safeguards.ts';
import { guardChanges } from '../../transfer/features/propose-changes.ts';
import type { StoredPlan } from '../document/current-releases.ts';
import { indexOfMilestone } from '../document/milestone-reference.ts';
import type { PlanSafeguardSpec, ReleasePlanSpec } from '../document/settings.schema.ts';
import { type SegmentIds, type SettingsDifference, strategyPayload } from './settings-difference.ts';

/** The changes of the release plan. Its milestones are replaced as a whole, so a changed one starts again. */
export function releasePlanChanges({ feature, before, after, stored }: SettingsDifference, segments: SegmentIds): Change[] {
  const [old, desired] = [before.releasePlan, after.releasePlan];
  if (isDeepStrictEqual(old, desired)) return [];
  const edits = old && desired && stored.releasePlan && editsOf(feature, old, desired, stored.releasePlan);
  if (edits) return edits;
  return [
    ...(stored.releasePlan ? [{ action: 'deleteReleasePlan' as const, feature, payload: { planId: stored.releasePlan.id } }] : []),
    ...(desired ? [{ action: 'addReleasePlan' as const, feature, payload: planPayload(desired, segments) }] : []),
  ];
}

/** The changes that keep the plan; null if it has to be replaced. No kind of change pauses a release, or returns to before its start. */
function editsOf(feature: string, old: ReleasePlanSpec, desired: ReleasePlanSpec, plan: StoredPlan): Change[] | null {
  if (!isDeepStrictEqual(contentOfRelease(old), contentOfRelease(desired))) return null;
  const isMoved = old.activeMilestone !== desired.activeMilestone;
  const isResumed = Boolean(old.paused) !== Boolean(desired.paused);
  if ((isMoved || isResumed) && (desired.paused || !desired.activeMilestone)) return null;
  const planId = plan.id;
  const milestoneId = plan.milestones[indexOfMilestone(desired.milestones, desired.activeMilestone ?? '')]?.id;
  const { removed, added } = replacementOf(plan.safeguards, written(desired.safeguards));
  return [
    ...removed.map(({ id }) => ({ action: 'deleteReleasePlanSafeguard' as const, feature, payload: { planId, safeguardId: id } })),
    ...added.map(({ input }) => ({ action: 'changeReleasePlanSafeguard' as const, feature, payload: { planId, ...input } })),
    ...(isMoved ? [{ action: 'startMilestone' as const, feature, payload: { planId, milestoneId } }] : []),
    ...(isResumed ? [{ action: 'resumeMilestoneProgression' as const, feature, payload: { planId } }] : []),
  ];
}

const contentOfRelease = ({ safeguards: _safeguards, activeMilestone: _active, paused: _paused, ...content }: ReleasePlanSpec) => content;

/** The changes of the safeguards of the feature. */
export const safeguardChanges = ({ feature, after, stored }: Omit<SettingsDifference, 'before'>): Change[] =>
  guardChanges(feature, stored.safeguards, written((after.safeguards ?? []).map(ofEnvironment)));

const written = (safeguards: readonly PlanSafeguardSpec[] = []) => safeguards.map((input) => ({ input, pointer: { path: '' } }));

/** The plan as `addPlan` takes it. Its milestones refer to each other by their numbers. */
function planPayload({ milestones, activeMilestone, ...plan }: ReleasePlanSpec, segments: SegmentIds) {
  const idOf = (reference: string | null | undefined) => (reference ? String(indexOfMilestone(milestones, reference)) : null);
  return {
    ...plan,
    milestones: milestones.map(({ strategies, targetMilestone, ...milestone }, index) => ({
      ...milestone,
      id: String(index),
      strategies: strategies.map((strategy) => strategyPayload(strategy, segments)),
      targetMilestone: idOf(targetMilestone),
    })),
    activeMilestoneId: idOf(activeMilestone),
  };
}
