import type { Migration } from '@signalbox/kit';

/** The limit of agents in each environment of a project. Null: the type of the environment decides. */
export const agentModes: Migration = {
  name: '0024-agent-modes',
  up: () => ['alter table project_environment add column agent_mode varchar(20) null'],
};
