import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  resourcePurged,
  serviceAccountDeleted,
  userDeleted,
} from '@signalbox/contracts';
import { type EventConsumer, on, reacting } from '@signalbox/kit';
import { onApiTokenCreated, onApiTokenDeleted, onApiTokenUpdated } from './project/environment/token-count.ts';
import { onUserDeleted } from './reading/favorite/on-user-deleted.ts';
import { countEvents } from './base/activity/note-activity.ts';
import { onResourcePurged } from './base/tombstone/on-resource-purged.ts';

const reactions = reacting('toggles', [
  on(userDeleted, onUserDeleted),
  on(serviceAccountDeleted, onUserDeleted),
  on(apiTokenCreated, onApiTokenCreated),
  on(apiTokenUpdated, onApiTokenUpdated),
  on(apiTokenDeleted, onApiTokenDeleted),
  on(resourcePurged, onResourcePurged),
]);

/** Lets go of what identity says is gone, and counts its tokens and what else it says happened to projects. */
export const onIdentityEvents: EventConsumer = {
  ...reactions,
  handle: async (envelope, context, message) => {
    await countEvents(context.em, [envelope.data]);
    await reactions.handle(envelope, context, message);
  },
};
