import type { Migration } from '@signalbox/kit';

/**
 * Content hash and payload size of a request, so that lists need not read payloads; null until the content next changes.
 * Also counts proposals per author and hour.
 */
export const storedContent: Migration = {
  name: '0003-stored-content',
  up: ({ exact }) => [
    'alter table change_request add column content_hash char(64) null',
    'alter table change_request add column payload_bytes integer null',
    'alter table change_request add column payloads_dropped boolean not null default false',
    `create table if not exists proposal_budget (
      author varchar(300) not null,
      hour_at bigint not null,
      proposals integer not null,
      bytes bigint not null,
      primary key (author, hour_at)
    ) ${exact}`,
  ],
};
