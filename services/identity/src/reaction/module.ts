import { module } from '@signalbox/kit';
import { onEvents } from './on-events.ts';

/** What follows from what other services say. */
export const reaction = module({ consumers: [onEvents] });
