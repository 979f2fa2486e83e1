import {
  changesProposed,
  contextFieldCreated,
  contextFieldDeleted,
  contextFieldUpdated,
  featureArchived,
  featureCreated,
  featureDependenciesRemoved,
  featureDependencyAdded,
  featureEnvironmentDisabled,
  featureEnvironmentEnabled,
  featureEnvironmentVariantsUpdated,
  featureLinkAdded,
  featureLinkRemoved,
  featureMetadataUpdated,
  featureRevived,
  featureStaleOff,
  featureStaleOn,
  featureStrategyAdd,
  featureStrategyRemove,
  featureStrategyUpdate,
  featureTagged,
  featureUntagged,
  segmentCreated,
  segmentDeleted,
  segmentUpdated,
  strategyCreated,
  strategyDeleted,
  strategyDeprecated,
  strategyOrderChanged,
  strategyReactivated,
  strategyUpdated,
  tagCreated,
  tagTypeCreated,
  tagTypeDeleted,
  tagTypeUpdated,
} from '@signalbox/contracts';
import { route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { projectParams } from '../project/project/project.schema.ts';
import { type Applied, applyPlan } from './apply-plan.ts';
import { AppliedPlanShape, ApplyRequest } from './plan.schema.ts';
import { waitForRequests } from './wait-for-requests.ts';

/** All events that a plan may cause. */
export const eventsOfPlans = [
  tagTypeCreated,
  tagTypeUpdated,
  tagTypeDeleted,
  contextFieldCreated,
  contextFieldUpdated,
  contextFieldDeleted,
  strategyCreated,
  strategyUpdated,
  strategyDeprecated,
  strategyReactivated,
  strategyDeleted,
  segmentCreated,
  segmentUpdated,
  segmentDeleted,
  featureCreated,
  featureRevived,
  featureMetadataUpdated,
  featureStaleOn,
  featureStaleOff,
  tagCreated,
  featureTagged,
  featureUntagged,
  featureLinkAdded,
  featureLinkRemoved,
  featureStrategyAdd,
  featureStrategyUpdate,
  featureStrategyRemove,
  strategyOrderChanged,
  featureEnvironmentVariantsUpdated,
  featureEnvironmentEnabled,
  featureEnvironmentDisabled,
  featureDependencyAdded,
  featureDependenciesRemoved,
  featureArchived,
  changesProposed,
];

/** All failures of plans that are applied. */
export const failuresOfPlans = [
  'BadDataError',
  'PatternError',
  'NoAccessError',
  'InvalidOperationError',
  'NotFoundError',
  'ConflictError',
  'NameExistsError',
  'SegmentInUseError',
  'PlanChanged',
  'OwnedByAnother',
] as const;

export const applyProjectRoute = route(
  {
    method: 'post',
    path: '/api/admin/projects/:projectId/apply',
    summary: 'Make a project as documents describe it, all or nothing; protected changes become change requests',
    permission: 'authenticated',
    protectedBy: 'what it changes',
    params: projectParams,
    body: ApplyRequest,
    answers: { 200: AppliedPlanShape },
    failures: failuresOfPlans,
    events: eventsOfPlans,
    transaction: { none: 'because it waits for the change requests that it proposes', repetitions: 'replayed' },
  },
  async ({ params, body }, context) => {
    const { projectId } = params;
    const outcome = await context.write((unit) => applyPlan(unit, projectId, body));
    return serializeApplied(projectId, outcome, await waitForRequests(context, projectId, outcome));
  },
);

export function serializeApplied(
  project: string,
  { applied, proposed, hash }: Applied,
  requests: ReadonlyMap<string, number>,
): Static<typeof AppliedPlanShape> {
  return {
    applied,
    changeRequests: proposed.map((environment) => {
      const id = requests.get(environment) ?? null;
      return { id, environment, url: id === null ? null : `/projects/${encodeURIComponent(project)}/change-requests/${id}`, hash };
    }),
  };
}
