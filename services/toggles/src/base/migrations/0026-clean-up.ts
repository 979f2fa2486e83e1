import type { Migration } from '@signalbox/kit';

/** Verdicts on features, decisions to keep them, and the features of open change requests. */
export const cleanUp: Migration = {
  name: '0026-clean-up',
  up: ({ exact }) => [
    `create table if not exists feature_verdict (
      feature_name varchar(100) not null primary key,
      verdict varchar(20) not null,
      winner longtext null,
      winner_since bigint null,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists feature_snooze (
      feature_name varchar(100) not null primary key,
      until_at bigint not null,
      reason varchar(500) not null,
      created_by_user_id integer null,
      created_by varchar(255) not null,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists proposed_change (
      change_id integer not null primary key,
      proposal_id integer not null,
      feature_name varchar(100) not null,
      foreign key (proposal_id) references open_proposal (id) on delete cascade
    ) ${exact}`,
    'create index proposed_change_of_feature on proposed_change (feature_name)',
  ],
};
