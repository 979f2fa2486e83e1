import type { Migration } from '@signalbox/kit';

/** The row is there from the start, so that whoever changes the setting has something to lock; null is never set. */
const settings = {
  name: '0031-settings',
  up: () => [
    'create table if not exists setting (id varchar(100) not null primary key, content longtext null)',
    `insert into setting (id, content)
      select 'maintenance.mode', null where not exists (select 1 from setting where id = 'maintenance.mode')`,
  ],
};

const departures = {
  name: '0032-departed-places',
  up: () => [
    `create table if not exists tombstone (
      kind varchar(20) not null,
      id varchar(100) not null,
      deleted_at bigint not null,
      primary key (kind, id)
    )`,
  ],
};

const tokenCounts = {
  name: '0033-token-counts',
  up: () => [
    `create table if not exists token_count (
      environment varchar(100) not null,
      project_id varchar(100) not null,
      tokens integer not null,
      primary key (environment, project_id)
    )`,
  ],
};

export const togglesSettingsDepartures: readonly Migration[] = [settings, departures, tokenCounts];
