import type { Migration } from '@signalbox/kit';

/** Lists of ids that segments name by hash. Chunks are stored first, so that a list with a row is complete. */
export const segmentLists: Migration = {
  name: '0022-segment-lists',
  up: ({ exact }) => [
    `create table if not exists segment_list (
      hash char(64) not null primary key,
      size integer not null,
      used_at bigint not null
    ) ${exact}`,
    `create table if not exists segment_list_chunk (
      hash char(64) not null,
      chunk integer not null,
      ids longtext not null,
      created_at bigint not null,
      primary key (hash, chunk)
    ) ${exact}`,
  ],
};
