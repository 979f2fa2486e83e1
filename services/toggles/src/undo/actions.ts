import { type Context, noAccess } from '@signalbox/kit';
import type { ChangeKind, Target } from '../changeset/change-kind.ts';
import { changeKinds } from '../changeset/change-kinds.ts';
import { type DirectRoute, directRoutes, lackingFor } from '../changeset/direct-routes.ts';
import { reviveFeatureRoute } from '../feature/archive/revive-feature.ts';
import { updateFeatureRoute } from '../feature/edit/update-feature.ts';
import { tagFeatureRoute } from '../feature/tag/tag-feature.ts';
import { untagFeatureRoute } from '../feature/tag/untag-feature.ts';
import { anySegmentRemoval, anySegmentReplacement, featureDescription, featureRevival, tagging, untagging } from './direct-kinds.ts';
import type { PastState } from './past-state.ts';
import type { UndoAction } from './undo.schema.ts';

/** The change that undoes an event, and the route that makes the same change directly. */
interface Action {
  readonly kind: ChangeKind<PastState>;
  readonly route: DirectRoute;
  /** The scope in which a protected environment prevents the direct change; null if none does. */
  readonly protectedBy: 'environment' | 'project' | null;
}

const inEnvironment = { protectedBy: 'environment' } as const;
const inProject = { protectedBy: 'project' } as const;
const nowhere = { protectedBy: null } as const;

export const actions: Readonly<Record<UndoAction, Action>> = {
  updateEnabled: { kind: changeKinds.updateEnabled, route: directRoutes.updateEnabled, ...inEnvironment },
  addStrategy: { kind: changeKinds.addStrategy, route: directRoutes.addStrategy, ...inEnvironment },
  updateStrategy: { kind: changeKinds.updateStrategy, route: directRoutes.updateStrategy, ...inEnvironment },
  deleteStrategy: { kind: changeKinds.deleteStrategy, route: directRoutes.deleteStrategy, ...inEnvironment },
  patchVariant: { kind: changeKinds.patchVariant, route: directRoutes.patchVariant, ...inEnvironment },
  reorderStrategy: { kind: changeKinds.reorderStrategy, route: directRoutes.reorderStrategy, ...inEnvironment },
  archiveFeature: { kind: changeKinds.archiveFeature, route: directRoutes.archiveFeature, ...inProject },
  addDependency: { kind: changeKinds.addDependency, route: directRoutes.addDependency, ...inProject },
  deleteDependency: { kind: changeKinds.deleteDependency, route: directRoutes.deleteDependency, ...inProject },
  updateSegment: { kind: anySegmentReplacement, route: directRoutes.updateSegment, ...inProject },
  deleteSegment: { kind: anySegmentRemoval, route: directRoutes.deleteSegment, ...inProject },
  addReleasePlan: { kind: changeKinds.addReleasePlan, route: directRoutes.addReleasePlan, ...inEnvironment },
  deleteReleasePlan: { kind: changeKinds.deleteReleasePlan, route: directRoutes.deleteReleasePlan, ...inEnvironment },
  startMilestone: { kind: changeKinds.startMilestone, route: directRoutes.startMilestone, ...inEnvironment },
  updateMilestoneStrategy: { kind: changeKinds.updateMilestoneStrategy, route: directRoutes.updateMilestoneStrategy, ...inEnvironment },
  changeMilestoneProgression: {
    kind: changeKinds.changeMilestoneProgression,
    route: directRoutes.changeMilestoneProgression,
    ...inEnvironment,
  },
  deleteMilestoneProgression: {
    kind: changeKinds.deleteMilestoneProgression,
    route: directRoutes.deleteMilestoneProgression,
    ...inEnvironment,
  },
  resumeMilestoneProgression: {
    kind: changeKinds.resumeMilestoneProgression,
    route: directRoutes.resumeMilestoneProgression,
    ...inEnvironment,
  },
  changeReleasePlanSafeguard: {
    kind: changeKinds.changeReleasePlanSafeguard,
    route: directRoutes.changeReleasePlanSafeguard,
    ...inEnvironment,
  },
  deleteReleasePlanSafeguard: {
    kind: changeKinds.deleteReleasePlanSafeguard,
    route: directRoutes.deleteReleasePlanSafeguard,
    ...inEnvironment,
  },
  changeFeatureEnvSafeguard: {
    kind: changeKinds.changeFeatureEnvSafeguard,
    route: directRoutes.changeFeatureEnvSafeguard,
    ...inEnvironment,
  },
  deleteFeatureEnvSafeguard: {
    kind: changeKinds.deleteFeatureEnvSafeguard,
    route: directRoutes.deleteFeatureEnvSafeguard,
    ...inEnvironment,
  },
  reviveFeature: { kind: featureRevival, route: reviveFeatureRoute, ...nowhere },
  updateFeature: { kind: featureDescription, route: updateFeatureRoute, ...nowhere },
  tagFeature: { kind: tagging, route: tagFeatureRoute, ...nowhere },
  untagFeature: { kind: untagging, route: untagFeatureRoute, ...nowhere },
};

/** Throws 403 unless the caller may make the change directly. The permission is the one that the route declares. */
export function requireFor({ access, actor }: Context, action: UndoAction, { project, environment }: Target): void {
  const lacking = lackingFor({ access, actor }, actions[action].route, { project, environment });
  if (lacking) throw noAccess([...lacking.permissions], lacking.where);
}
