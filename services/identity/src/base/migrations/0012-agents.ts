import type { Migration } from '@signalbox/kit';

/** Tokens of agents, and the client that an authorization code is for. */
export const agents: Migration = {
  name: '0012-agents',
  up: () => [
    'alter table personal_token add column agent varchar(63) null',
    'alter table personal_token add column client varchar(63) null',
    'alter table personal_token add column agent_mode varchar(20) null',
    'alter table authorization_grant add column client varchar(63) null',
    'alter table authorization_grant add column agent_mode varchar(20) null',
  ],
};
