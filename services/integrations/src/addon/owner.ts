import type { EventBody, Principal } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { isExample } from '../provider/example-event.ts';
import type { Addon } from './addon.ts';
import { passes } from './event-filter.ts';

type Caller = Pick<Context, 'access' | 'actor'>;

/** The owner to store with an add-on: its last writer, or null for administrators, whose add-ons may send everything. */
export const ownerOf = ({ access, actor }: Caller): Principal | null => (access.allows(actor, ['ADMIN']) ? null : actor);

/** True if the add-on may send the event: its filter matches, and its owner can see the project. */
export const maySend = ({ access }: Pick<Caller, 'access'>, addon: Addon, event: EventBody): boolean =>
  passes(addon, event) && (!addon.owner || event.project === null || access.sees(addon.owner, event.project));

/** Like `maySend` for an event that was queued before: the filter, the owner and access may have changed since. Tests are sent anyway. */
export const mayStillSend = (context: Pick<Caller, 'access'>, addon: Addon, event: EventBody): boolean =>
  isExample(event) || maySend(context, addon, event);
