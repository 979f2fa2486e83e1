// Reactions to events of other services.

export { onEvents } from './on-events.ts';
