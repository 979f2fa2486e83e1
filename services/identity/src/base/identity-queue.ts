import {
  changeRequestApplied,
  changeRequestApproved,
  changeRequestCancelled,
  changeRequestRejected,
  changeRequestRequestedApproversUpdated,
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  changeRequestSentToReview,
  environmentCreated,
  environmentDeleted,
  environmentImport,
  eventDefinitions,
  type EventDefinition,
  exchanges,
  projectCreated,
  projectDeleted,
  projectImport,
  projectUpdated,
  settingCreated,
  settingUpdated,
} from '@signalbox/contracts';
import { eventQueue } from '@signalbox/kit';

/** Changes of one feature of a project. Favorites have no project: they concern the user. */
const featureChanges = [...eventDefinitions.values()].filter(
  ({ service, scope }: EventDefinition) => service === 'toggles' && scope.includes('project') && scope.includes('featureName'),
);

/** Types of events that change one feature of a project, for mails to users who watch it. */
export const featureChangeTypes: ReadonlySet<string> = new Set(featureChanges.map(({ type }) => type));

const accessQueue = eventQueue('identity', {
  projectCreated,
  projectUpdated,
  projectDeleted,
  projectImport,
  environmentCreated,
  environmentDeleted,
  environmentImport,
  settingCreated,
  settingUpdated,
  changeRequestScheduledApplicationSuccess,
  changeRequestScheduledApplicationFailure,
  changeRequestSentToReview,
  changeRequestRequestedApproversUpdated,
  changeRequestApproved,
  changeRequestRejected,
  changeRequestCancelled,
  changeRequestApplied,
});

/** Events that identity reacts to: projects, environments and settings of toggles, moves of change requests, and changes of features. */
export const identityQueue = {
  ...accessQueue,
  bindings: [
    ...accessQueue.bindings.map((binding) => ({
      ...binding,
      ...(binding.pattern.startsWith('change-requests.') && { changesAccess: false as const }),
    })),
    ...featureChanges.map(({ service, type }) => ({
      exchange: exchanges.events,
      pattern: `${service}.${type}`,
      changesAccess: false as const,
    })),
  ],
};
