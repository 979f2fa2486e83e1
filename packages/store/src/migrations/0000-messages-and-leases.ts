import type { Migration } from './migration.ts';

/**
 * Tables of every service: its numbers, its outbox by units of work, its inbox with the dead letters, its leases, and the stored responses
 * for repeated requests.
 */
export const messagesAndLeases: Migration = {
  name: '0000-messages-and-leases',
  up: ({ exact }) => [
    `create table if not exists counter (
      id integer not null primary key,
      message bigint not null,
      position bigint not null,
      revision bigint not null,
      published bigint not null
    ) ${exact}`,
    `insert into counter (id, message, position, revision, published)
      select 1, 0, 0, 0, 0 where not exists (select 1 from counter where id = 1)`,
    `create table if not exists outbox (
      unit char(36) not null,
      ordinal integer not null,
      event integer null,
      id char(36) not null,
      exchange varchar(100) not null,
      routing_key varchar(200) not null,
      body longtext not null,
      created_at bigint not null,
      primary key (unit, ordinal)
    ) ${exact}`,
    `create table if not exists outbox_unit (
      last_number bigint not null primary key,
      first_number bigint not null,
      first_position bigint not null,
      revision bigint null,
      unit char(36) not null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists inbox (
      message_id varchar(255) not null primary key,
      handled_at bigint not null
    ) ${exact}`,
    'create index inbox_by_age on inbox (handled_at)',
    `create table if not exists dead_letter (
      message_id varchar(255) not null primary key,
      exchange varchar(100) not null,
      routing_key varchar(200) not null,
      body longtext not null,
      reason text not null,
      failed_at bigint not null
    ) ${exact}`,
    `create table if not exists lease (
      name varchar(100) not null primary key,
      owner varchar(100) not null,
      fence bigint not null,
      expires_at bigint not null,
      ran_at bigint null
    ) ${exact}`,
    `create table if not exists idempotency_record (
      principal varchar(150) not null,
      idempotency_key varchar(200) not null,
      request_hash char(64) not null,
      status integer not null,
      headers longtext not null,
      body longtext not null,
      created_at bigint not null,
      primary key (principal, idempotency_key)
    ) ${exact}`,
    'create index idempotency_record_by_age on idempotency_record (created_at)',
  ],
};
