import {
  changeRequestScheduledApplicationFailure,
  changeRequestScheduledApplicationSuccess,
  environmentCreated,
  environmentDeleted,
  environmentImport,
  projectCreated,
  projectDeleted,
  projectImport,
  projectUpdated,
  settingCreated,
  settingUpdated,
} from '@signalbox/contracts';
import { eventQueue } from '@signalbox/kit';

/** Events that identity reacts to: projects, environments and settings of toggles, and outcomes of schedules. */
export const identityQueue = eventQueue('identity', {
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
});
