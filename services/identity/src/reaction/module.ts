// Reactions to other services' events.

export { onEvents } from './on-events.ts';
