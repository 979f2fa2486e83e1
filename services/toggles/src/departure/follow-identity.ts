import { durableQueues, type Envelope, envelopeType, type EventDefinition, placeClosed, userDeleted } from '@signalbox/contracts';
import { consumer, type Context } from '@signalbox/kit';
import { onUserDeleted } from '../favorite/on-user-deleted.ts';
import { onPlaceClosed } from './on-place-closed.ts';

type Reaction = (context: Context, event: Envelope['data']) => Promise<void>;

const reaction = (event: EventDefinition, react: (context: Context, event: never) => Promise<void>): [string, Reaction] => [
  envelopeType(event.type, event.version),
  react as unknown as Reaction,
];

const reactions = new Map([reaction(userDeleted, onUserDeleted), reaction(placeClosed, onPlaceClosed)]);

/** Lets go of what identity says is gone. */
export const followIdentity = consumer({
  queue: durableQueues.toggles.queue,
  handle: async (envelope, context) => reactions.get(envelope.type)?.(context, envelope.data),
});
