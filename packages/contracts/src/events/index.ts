export { eventDefinitions } from './catalogue.ts';
export { defineEvent } from './define-event.ts';
export { describeEvents } from './describe-events.ts';
export { eventKinds } from './event-kinds.ts';
export * from './every-event.ts';
export { describeMetric, limitSides } from './metric-words.ts';
