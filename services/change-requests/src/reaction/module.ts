import { module } from '@signalbox/kit';
import { onEvents } from './on-events.ts';

/** Reactions to events of other services. */
export const reaction = module({ consumers: [onEvents] });
