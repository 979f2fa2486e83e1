import type { ChangeAction, ChangesetInput, ChangesetOutput, Principal } from '@signalbox/contracts';
import type { Access, RouteDeclaration } from '@signalbox/kit';
import { switchFeatureOnRoute } from '../feature/activation/switch-feature-on.ts';
import { archiveFeatureRoute } from '../feature/archive/archive-feature.ts';
import { addDependencyRoute } from '../feature/dependency/add-dependency.ts';
import { removeAllDependenciesRoute } from '../feature/dependency/remove-all-dependencies.ts';
import { deleteSegmentRoute } from '../feature/segment/delete-segment.ts';
import { updateSegmentRoute } from '../feature/segment/update-segment.ts';
import { createStrategyRoute } from '../feature/strategy/create-strategy.ts';
import { deleteStrategyRoute } from '../feature/strategy/delete-strategy.ts';
import { orderStrategiesRoute } from '../feature/strategy/order-strategies.ts';
import { updateStrategyRoute } from '../feature/strategy/update-strategy.ts';
import { updateEnvironmentVariantsRoute } from '../feature/variant/update-environment-variants.ts';
import { addPlanRoute } from '../release/plan/add-plan.ts';
import { deletePlanRoute } from '../release/plan/delete-plan.ts';
import { startMilestoneRoute } from '../release/plan/start-milestone.ts';
import { updateMilestoneStrategyRoute } from '../release/plan/update-milestone-strategy.ts';
import { resumeProgressionsRoute } from '../release/progression/pause-progressions.ts';
import { deleteProgressionRoute, setProgressionRoute } from '../release/progression/set-progression.ts';
import { deleteEnvironmentSafeguardRoute, setEnvironmentSafeguardRoute } from '../release/safeguard/set-environment-safeguard.ts';
import { deleteSafeguardRoute, setSafeguardRoute } from '../release/safeguard/set-safeguard.ts';
import type { Scene } from './change-kind.ts';

/** A route that makes the same change as an action. */
export interface DirectRoute {
  readonly declaration: RouteDeclaration;
}

/** The routes that make the same changes directly. */
export const directRoutes: Readonly<Record<ChangeAction, DirectRoute>> = {
  updateEnabled: switchFeatureOnRoute,
  addStrategy: createStrategyRoute,
  updateStrategy: updateStrategyRoute,
  deleteStrategy: deleteStrategyRoute,
  patchVariant: updateEnvironmentVariantsRoute,
  reorderStrategy: orderStrategiesRoute,
  archiveFeature: archiveFeatureRoute,
  addDependency: addDependencyRoute,
  deleteDependency: removeAllDependenciesRoute,
  updateSegment: updateSegmentRoute,
  deleteSegment: deleteSegmentRoute,
  addReleasePlan: addPlanRoute,
  deleteReleasePlan: deletePlanRoute,
  startMilestone: startMilestoneRoute,
  updateMilestoneStrategy: updateMilestoneStrategyRoute,
  changeMilestoneProgression: setProgressionRoute,
  deleteMilestoneProgression: deleteProgressionRoute,
  resumeMilestoneProgression: resumeProgressionsRoute,
  changeReleasePlanSafeguard: setSafeguardRoute,
  deleteReleasePlanSafeguard: deleteSafeguardRoute,
  changeFeatureEnvSafeguard: setEnvironmentSafeguardRoute,
  deleteFeatureEnvSafeguard: deleteEnvironmentSafeguardRoute,
};

interface Lacking {
  readonly permissions: readonly string[];
  /** Where they are missing: in an environment of a project, in a project, or in the instance. */
  readonly where: { readonly project?: string; readonly environment?: string };
}

/** The permissions of a direct route that the caller lacks; null if none is missing. An empty project is the instance. */
export function lackingFor(
  { access, actor }: { readonly access: Access; readonly actor: Principal },
  { declaration: { permission, scope } }: DirectRoute,
  { project, environment }: Scene,
): Lacking | null {
  const permissions = [permission].flat();
  const where = { ...(project === '' ? {} : { project }), ...(scope === 'environment of the path' ? { environment } : {}) };
  return access.allows(actor, permissions, where) ? null : { permissions, where };
}

/** The first permissions that the actor of a changeset lacks for making its changes directly; null if none is missing. */
export function lackingForAll(
  access: Access,
  { actor, changes, ...scene }: ChangesetInput,
): NonNullable<ChangesetOutput['lacking']> | null {
  for (const action of new Set(changes.map((change) => change.action))) {
    const lacking = lackingFor({ access, actor }, directRoutes[action], scene);
    if (lacking) return { permissions: [...lacking.permissions], environment: lacking.where.environment ?? null };
  }
  return null;
}
