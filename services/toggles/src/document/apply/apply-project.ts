import {
  changeRequestConfigurationUpdated,
  changesProposed,
  contextFieldCreated,
  contextFieldDeleted,
  contextFieldUpdated,
  defaultStrategyUpdated,
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
  planApplied,
  projectUpdated,
  releasePlanAdded,
  releasePlanMilestoneStarted,
  releasePlanProgressionsPaused,
  releasePlanProgressionsResumed,
  releasePlanRemoved,
  releasePlanTemplateCreated,
  releasePlanTemplateDeleted,
  releasePlanTemplateUpdated,
  safeguardChanged,
  safeguardDeleted,
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
import { type Context, type OpenContext, route } from '@signalbox/kit';
import type { Static } from 'typebox';
import { projectParams } from '../../project/project/project.schema.ts';
import { type Applied, applyPlan } from './apply-plan.ts';
import { AppliedPlanShape, ApplyRequest } from '../compare/plan.schema.ts';
import { waitForRequests } from './wait-for-requests.ts';

/** All events that a plan may cause. */
const eventsOfPlans = [
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
  projectUpdated,
  releasePlanTemplateCreated,
  releasePlanTemplateUpdated,
  releasePlanTemplateDeleted,
  defaultStrategyUpdated,
  changeRequestConfigurationUpdated,
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
  releasePlanAdded,
  releasePlanRemoved,
  releasePlanMilestoneStarted,
  releasePlanProgressionsPaused,
  releasePlanProgressionsResumed,
  safeguardChanged,
  safeguardDeleted,
  featureDependencyAdded,
  featureDependenciesRemoved,
  featureArchived,
  changesProposed,
  planApplied,
];

/** All failures of plans that are applied. */
const failuresOfPlans = [
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

/** The declaration that all routes share which apply a plan. */
export const applyingPlans = {
  method: 'post',
  permission: 'authenticated',
  params: projectParams,
  answers: { 200: AppliedPlanShape },
  failures: failuresOfPlans,
  events: eventsOfPlans,
  transaction: { none: 'because it waits for the change requests that it proposes', repetitions: 'replayed' },
} as const;

export const applyProjectRoute = route(
  {
    ...applyingPlans,
    path: '/api/admin/projects/:projectId/apply',
    agents: true,
    summary: 'Apply documents to a project, all or nothing; protected changes become change requests',
    body: ApplyRequest,
  },
  ({ params: { projectId }, body }, context) =>
    applyAndWait(context, projectId, (unit) => applyPlan(unit, projectId, { ...body, source: 'documents' })),
);

/** Applies a plan in one unit of work, and waits for the change requests that it proposes. */
export async function applyAndWait(
  context: OpenContext,
  project: string,
  work: (unit: Context) => Promise<Applied>,
): Promise<Static<typeof AppliedPlanShape>> {
  const outcome = await context.write(work);
  return serializeApplied(project, outcome, await waitForRequests(context, project, outcome));
}

function serializeApplied(
  project: string,
  { id: planId, applied, proposed, hash }: Applied,
  requests: ReadonlyMap<string, number>,
): Static<typeof AppliedPlanShape> {
  return {
    id: planId,
    applied,
    changeRequests: proposed.map((environment) => {
      const id = requests.get(environment) ?? null;
      return { id, environment, url: id === null ? null : `/projects/${encodeURIComponent(project)}/change-requests/${id}`, hash };
    }),
  };
}
