import { module } from '@signalbox/kit';
import { onEvents } from './on-events.ts';

/** Reactions to other services' events. */
export const reaction = module({ consumers: [onEvents] });
