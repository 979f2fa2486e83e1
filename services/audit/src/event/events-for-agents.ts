import { eventDefinitions } from '@signalbox/contracts';

/** Services whose events concern features and their changes. Events of others concern users, roles, tokens, sign-on, add-ons and the log. */
const openServices: ReadonlySet<string> = new Set(['toggles', 'change-requests']);

/** The event types that agents may read, if their user may. This is the only rule: agents read events through `matchingEvents` alone. */
export const eventsForAgents: readonly string[] = [...eventDefinitions.values()].flatMap(({ service, type }) =>
  openServices.has(service) ? type : [],
);
