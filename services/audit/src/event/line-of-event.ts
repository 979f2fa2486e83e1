import { type ChainedEvent, internalEvent } from '../tables/event.ts';
import { writeEvent } from './event.schema.ts';

/**
 * The event as a line of JSON, with the fields of the events API and everything else that its hash covers. Stored JSON is
 * copied unchanged.
 */
export const lineOf = (event: ChainedEvent): string =>
  `${writeEvent(event).slice(0, -1)},${JSON.stringify(internalEvent.pick(event)).slice(1)}`;
