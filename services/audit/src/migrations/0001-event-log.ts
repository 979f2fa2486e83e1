import type { Migration } from '@signalbox/kit';

/**
 * The hash-chained log with signed checkpoints, positions of sources, gaps and breaks. No index begins with `shown`: MariaDB would use it
 * for every page of a list and read each page from the end of the log. Other indexes end with it, so that counts need only the index.
 */
export const eventLog: Migration = {
  name: '0001-event-log',
  up: ({ serial, exact }) => [
    `create table if not exists event (
      id bigint not null primary key,
      created_at bigint not null,
      type varchar(255) not null,
      created_by varchar(255) not null,
      created_by_user_id bigint null,
      project varchar(255) null,
      environment varchar(255) null,
      feature_name varchar(255) null,
      data longtext null,
      pre_data longtext null,
      tags longtext not null,
      shown boolean not null,
      source varchar(255) null,
      sequence bigint null,
      revision bigint null,
      message_id char(36) not null unique,
      correlation_id varchar(255) null,
      raw longtext null,
      payload_hash char(64) null,
      previous_hash char(64) not null,
      hash char(64) not null
    ) ${exact}`,
    `create table if not exists head (
      id integer not null primary key,
      event_id bigint not null,
      hash char(64) not null,
      shown bigint not null
    ) ${exact}`,
    `insert into head (id, event_id, hash, shown)
      select 1, 0, '${'0'.repeat(64)}', 0 where not exists (select 1 from head where id = 1)`,
    `create table if not exists source (
      source varchar(255) not null primary key,
      sequence bigint not null,
      last bigint not null
    ) ${exact}`,
    `create table if not exists gap (
      id ${serial},
      source varchar(255) not null,
      expected bigint not null,
      got bigint not null,
      message_id char(36) not null,
      noticed_at bigint not null
    ) ${exact}`,
    `create table if not exists checkpoint_key (
      id varchar(255) not null primary key,
      public_x varchar(255) not null,
      private_d varchar(255) null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists checkpoint (
      number integer not null primary key,
      event_id bigint not null,
      created_at bigint not null,
      jws text not null
    ) ${exact}`,
    'create index checkpoint_of_event on checkpoint (event_id)',
    `create table if not exists chain_break (
      id ${serial},
      event_id bigint not null,
      reason varchar(255) not null,
      noticed_at bigint not null
    ) ${exact}`,
    `create table if not exists upkeep (
      id integer not null primary key,
      verified_to bigint not null,
      dropped_to bigint not null
    ) ${exact}`,
    'insert into upkeep (id, verified_to, dropped_to) select 1, 0, 0 where not exists (select 1 from upkeep where id = 1)',
    'create index event_of_project on event (project, id, shown, type)',
    'create index event_of_feature on event (feature_name, id, shown)',
    'create index event_of_kind on event (type, id, shown)',
    'create index event_of_environment on event (environment, id, shown)',
    'create index event_of_user on event (created_by_user_id, id, shown)',
    'create index event_of_author on event (created_by, project)',
    'create index event_of_request on event (correlation_id, id)',
    'create index event_of_day on event (created_at, id)',
  ],
};
