import type { Migration } from '@signalbox/kit';

/** The agent that acted for the author, and its client. */
export const agentsOfEvents: Migration = {
  name: '0006-agents-of-events',
  up: () => ['agent', 'client'].map((column) => `alter table event add column ${column} varchar(255) null`),
};
