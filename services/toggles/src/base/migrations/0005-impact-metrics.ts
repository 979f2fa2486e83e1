import type { Migration } from '@signalbox/kit';

/** Stores the impact metrics of applications by hour. */
export const impactMetrics: Migration = {
  name: '0005-impact-metrics',
  up: ({ exact }) => [
    `create table if not exists impact_series (
      id char(64) not null primary key,
      environment varchar(100) not null,
      name varchar(100) not null,
      type varchar(20) not null,
      help varchar(255) not null,
      labels longtext not null,
      seen_at bigint not null
    ) ${exact}`,
    `create table if not exists impact_hour (
      hour bigint not null,
      environment varchar(100) not null,
      series_id char(64) not null,
      part varchar(50) not null,
      value double not null,
      primary key (hour, environment, series_id, part)
    ) ${exact}`,
    'create index impact_series_by_name on impact_series (name, environment)',
    'create index impact_series_by_age on impact_series (seen_at)',
    'create index impact_of_series on impact_hour (series_id, hour)',
  ],
};
