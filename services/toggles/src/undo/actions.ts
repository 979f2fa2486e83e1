import { type Context, noAccess, type RouteDeclaration } from '@signalbox/kit';
import type { ChangeKind, Target } from '../changeset/change-kind.ts';
import { changeKinds } from '../changeset/change-kinds.ts';
import { switchFeatureOnRoute } from '../feature/activation/switch-feature-on.ts';
import { archiveFeatureRoute } from '../feature/archive/archive-feature.ts';
import { reviveFeatureRoute } from '../feature/archive/revive-feature.ts';
import { addDependencyRoute } from '../feature/dependency/add-dependency.ts';
import { removeAllDependenciesRoute } from '../feature/dependency/remove-all-dependencies.ts';
import { updateFeatureRoute } from '../feature/edit/update-feature.ts';
import { deleteSegmentRoute } from '../feature/segment/delete-segment.ts';
import { updateSegmentRoute } from '../feature/segment/update-segment.ts';
import { createStrategyRoute } from '../feature/strategy/create-strategy.ts';
import { deleteStrategyRoute } from '../feature/strategy/delete-strategy.ts';
import { orderStrategiesRoute } from '../feature/strategy/order-strategies.ts';
import { updateStrategyRoute } from '../feature/strategy/update-strategy.ts';
import { addPlanRoute } from '../release/plan/add-plan.ts';
import { deletePlanRoute } from '../release/plan/delete-plan.ts';
import { startMilestoneRoute } from '../release/plan/start-milestone.ts';
import { updateMilestoneStrategyRoute } from '../release/plan/update-milestone-strategy.ts';
import { resumeProgressionsRoute } from '../release/progression/pause-progressions.ts';
import { deleteProgressionRoute, setProgressionRoute } from '../release/progression/set-progression.ts';
import { deleteEnvironmentSafeguardRoute, setEnvironmentSafeguardRoute } from '../release/safeguard/set-environment-safeguard.ts';
import { deleteSafeguardRoute, setSafeguardRoute } from '../release/safeguard/set-safeguard.ts';
import { tagFeatureRoute } from '../feature/tag/tag-feature.ts';
import { untagFeatureRoute } from '../feature/tag/untag-feature.ts';
import { updateEnvironmentVariantsRoute } from '../feature/variant/update-environment-variants.ts';
import { anySegmentRemoval, anySegmentReplacement, featureDescription, featureRevival, tagging, untagging } from './direct-kinds.ts';
import type { PastState } from './past-state.ts';
import type { UndoAction } from './undo.schema.ts';

/** The change that undoes an event, and the route that makes the same change directly. */
interface Action {
  readonly kind: ChangeKind<PastState>;
  readonly route: { readonly declaration: RouteDeclaration };
  /** The scope in which a protected environment prevents the direct change; null if none does. */
  readonly protectedBy: 'environment' | 'project' | null;
}

const inEnvironment = { protectedBy: 'environment' } as const;
const inProject = { protectedBy: 'project' } as const;
const nowhere = { protectedBy: null } as const;

export const actions: Readonly<Record<UndoAction, Action>> = {
  updateEnabled: { kind: changeKinds.updateEnabled, route: switchFeatureOnRoute, ...inEnvironment },
  addStrategy: { kind: changeKinds.addStrategy, route: createStrategyRoute, ...inEnvironment },
  updateStrategy: { kind: changeKinds.updateStrategy, route: updateStrategyRoute, ...inEnvironment },
  deleteStrategy: { kind: changeKinds.deleteStrategy, route: deleteStrategyRoute, ...inEnvironment },
  patchVariant: { kind: changeKinds.patchVariant, route: updateEnvironmentVariantsRoute, ...inEnvironment },
  reorderStrategy: { kind: changeKinds.reorderStrategy, route: orderStrategiesRoute, ...inEnvironment },
  archiveFeature: { kind: changeKinds.archiveFeature, route: archiveFeatureRoute, ...inProject },
  addDependency: { kind: changeKinds.addDependency, route: addDependencyRoute, ...inProject },
  deleteDependency: { kind: changeKinds.deleteDependency, route: removeAllDependenciesRoute, ...inProject },
  updateSegment: { kind: anySegmentReplacement, route: updateSegmentRoute, ...inProject },
  deleteSegment: { kind: anySegmentRemoval, route: deleteSegmentRoute, ...inProject },
  addReleasePlan: { kind: changeKinds.addReleasePlan, route: addPlanRoute, ...inEnvironment },
  deleteReleasePlan: { kind: changeKinds.deleteReleasePlan, route: deletePlanRoute, ...inEnvironment },
  startMilestone: { kind: changeKinds.startMilestone, route: startMilestoneRoute, ...inEnvironment },
  updateMilestoneStrategy: { kind: changeKinds.updateMilestoneStrategy, route: updateMilestoneStrategyRoute, ...inEnvironment },
  changeMilestoneProgression: { kind: changeKinds.changeMilestoneProgression, route: setProgressionRoute, ...inEnvironment },
  deleteMilestoneProgression: { kind: changeKinds.deleteMilestoneProgression, route: deleteProgressionRoute, ...inEnvironment },
  resumeMilestoneProgression: { kind: changeKinds.resumeMilestoneProgression, route: resumeProgressionsRoute, ...inEnvironment },
  changeReleasePlanSafeguard: { kind: changeKinds.changeReleasePlanSafeguard, route: setSafeguardRoute, ...inEnvironment },
  deleteReleasePlanSafeguard: { kind: changeKinds.deleteReleasePlanSafeguard, route: deleteSafeguardRoute, ...inEnvironment },
  changeFeatureEnvSafeguard: { kind: changeKinds.changeFeatureEnvSafeguard, route: setEnvironmentSafeguardRoute, ...inEnvironment },
  deleteFeatureEnvSafeguard: { kind: changeKinds.deleteFeatureEnvSafeguard, route: deleteEnvironmentSafeguardRoute, ...inEnvironment },
  reviveFeature: { kind: featureRevival, route: reviveFeatureRoute, ...nowhere },
  updateFeature: { kind: featureDescription, route: updateFeatureRoute, ...nowhere },
  tagFeature: { kind: tagging, route: tagFeatureRoute, ...nowhere },
  untagFeature: { kind: untagging, route: untagFeatureRoute, ...nowhere },
};

/** Throws 403 unless the caller may make the change directly. The permission is the one that the route declares. */
export function requireFor({ access, actor }: Context, action: UndoAction, { project, environment }: Target): void {
  const { permission, scope } = actions[action].route.declaration;
  const permissions = [permission].flat();
  const where = { ...(project === '' ? {} : { project }), ...(scope === 'environment of the path' ? { environment } : {}) };
  if (!access.allows(actor, permissions, where)) throw noAccess(permissions, where);
}
