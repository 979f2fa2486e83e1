import { module } from '@signalbox/kit';
import { onTogglesEvents } from './on-toggles-events.ts';

/** What follows from what other services say. */
export const reaction = module({ consumers: [onTogglesEvents] });
