import { eventDefinitions, type serviceAccountDeleted, type userDeleted } from '@signalbox/contracts';
import { type Context, type EventConsumer, reacting, type ReceivedEvent } from '@signalbox/kit';
import { togglesQueue } from './base/toggles-queue.ts';
import { onApiTokenCreated, onApiTokenDeleted, onApiTokenUpdated } from './project/environment/token-count.ts';
import { countAccount } from './reading/instance/account-count.ts';
import { forgetFavorites } from './reading/favorite/forget-favorites.ts';
import { disown } from './feature/owner/set-owner.ts';
import { forgetUser, storeUser } from './feature/owner/known-user.ts';
import { onProposals } from './feature/segment/on-proposals.ts';
import { countEvents } from './base/activity/note-activity.ts';
import { onResourcePurged } from './base/tombstone/on-resource-purged.ts';

type Deleted = ReceivedEvent<typeof userDeleted | typeof serviceAccountDeleted>;

async function onUserDeleted(context: Context, { preData: { id } }: Deleted): Promise<void> {
  await forgetFavorites(context, id);
  await forgetUser(context, id);
  await disown(context, id);
}

const reactions = reacting(togglesQueue, {
  userCreated: async (context, event) => {
    await storeUser(context, event);
    await countAccount(context, 'user', 1);
  },
  userUpdated: storeUser,
  userDeleted: async (context, event) => {
    await onUserDeleted(context, event);
    await countAccount(context, 'user', -1);
  },
  serviceAccountCreated: (context) => countAccount(context, 'service-account', 1),
  serviceAccountDeleted: async (context, event) => {
    await onUserDeleted(context, event);
    await countAccount(context, 'service-account', -1);
  },
  apiTokenCreated: async (context, event) => {
    await onApiTokenCreated(context, event);
    await countAccount(context, `${event.data.type} token`, 1);
  },
  apiTokenUpdated: onApiTokenUpdated,
  apiTokenDeleted: async (context, event) => {
    await onApiTokenDeleted(context, event);
    await countAccount(context, `${event.preData.type} token`, -1);
  },
  resourcePurged: onResourcePurged,
  ...onProposals,
});

/** Applies events of other services: purged resources, counts of accounts, tokens and project events of identity, and proposals. */
export const onEvents: EventConsumer = {
  ...reactions,
  handle: async (envelope, context, message) => {
    if (eventDefinitions.get(envelope.data.type)?.service === 'identity') await countEvents(context.em, [envelope.data]);
    await reactions.handle(envelope, context, message);
  },
};
