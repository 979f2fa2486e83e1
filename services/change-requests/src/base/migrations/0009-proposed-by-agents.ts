import type { Migration } from '@signalbox/kit';

/** The agent that proposed a request for its author. */
export const proposedByAgents: Migration = {
  name: '0009-proposed-by-agents',
  up: () => ['alter table change_request add column via text null'],
};
