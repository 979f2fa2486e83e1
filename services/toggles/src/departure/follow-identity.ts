import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  durableQueues,
  type Envelope,
  envelopeType,
  type EventDefinition,
  placeClosed,
  serviceAccountDeleted,
  userDeleted,
} from '@signalbox/contracts';
import { consumer, type Context } from '@signalbox/kit';
import { onApiTokenCreated, onApiTokenDeleted, onApiTokenUpdated } from '../environment/token-count.ts';
import { onUserDeleted } from '../favorite/on-user-deleted.ts';
import { onPlaceClosed } from './on-place-closed.ts';

type Reaction = (context: Context, event: Envelope['data']) => Promise<void>;

const reaction = (event: EventDefinition, react: (context: Context, event: never) => Promise<void>): [string, Reaction] => [
  envelopeType(event.type, event.version),
  react as unknown as Reaction,
];

const reactions = new Map([
  reaction(userDeleted, onUserDeleted),
  reaction(serviceAccountDeleted, onUserDeleted),
  reaction(apiTokenCreated, onApiTokenCreated),
  reaction(apiTokenUpdated, onApiTokenUpdated),
  reaction(apiTokenDeleted, onApiTokenDeleted),
  reaction(placeClosed, onPlaceClosed),
]);

/** Lets go of what identity says is gone, and counts its tokens. */
export const followIdentity = consumer({
  queue: durableQueues.toggles.queue,
  handle: async (envelope, context) => reactions.get(envelope.type)?.(context, envelope.data),
});
