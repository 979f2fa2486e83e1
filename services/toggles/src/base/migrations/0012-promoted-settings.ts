import type { Migration } from '@signalbox/kit';

/** Stores hashes of the settings that were last promoted, at most one row per feature and environment. */
export const promotedSettings: Migration = {
  name: '0012-promoted-settings',
  up: ({ exact }) => [
    `create table if not exists promoted (
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      hash char(64) not null,
      previous char(64) not null,
      primary key (feature_name, environment),
      foreign key (feature_name, environment) references feature_environment (feature_name, environment) on delete cascade
    ) ${exact}`,
  ],
};
