import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  resourcePurged,
  serviceAccountCreated,
  serviceAccountDeleted,
  userCreated,
  userDeleted,
} from '@signalbox/contracts';
import { type EventConsumer, on, reacting } from '@signalbox/kit';
import { onApiTokenCreated, onApiTokenDeleted, onApiTokenUpdated } from './project/environment/token-count.ts';
import { countAccount } from './reading/instance/account-count.ts';
import { onUserDeleted } from './reading/favorite/on-user-deleted.ts';
import { countEvents } from './base/activity/note-activity.ts';
import { onResourcePurged } from './base/tombstone/on-resource-purged.ts';

const reactions = reacting('toggles', [
  on(userCreated, (context) => countAccount(context, 'user', 1)),
  on(userDeleted, async (context, event) => {
    await onUserDeleted(context, event);
    await countAccount(context, 'user', -1);
  }),
  on(serviceAccountCreated, (context) => countAccount(context, 'service-account', 1)),
  on(serviceAccountDeleted, async (context, event) => {
    await onUserDeleted(context, event);
    await countAccount(context, 'service-account', -1);
  }),
  on(apiTokenCreated, async (context, event) => {
    await onApiTokenCreated(context, event);
    await countAccount(context, `${event.data.type} token`, 1);
  }),
  on(apiTokenUpdated, onApiTokenUpdated),
  on(apiTokenDeleted, async (context, event) => {
    await onApiTokenDeleted(context, event);
    await countAccount(context, `${event.preData.type} token`, -1);
  }),
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
