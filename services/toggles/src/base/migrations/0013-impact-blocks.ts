import type { Migration } from '@signalbox/kit';

/** Stores impact metrics by minute and by hour, in blocks, with saved charts of them, and the signals of other systems. */
export const impactBlocks: Migration = {
  name: '0013-impact-blocks',
  up: ({ exact }) => [
    `create table if not exists impact_block (
      series_id char(64) not null,
      step varchar(10) not null,
      start bigint not null,
      points longtext not null,
      primary key (series_id, step, start)
    ) ${exact}`,
    'create index impact_block_by_age on impact_block (step, start)',
    'create index impact_series_of_environment on impact_series (environment, seen_at)',
    `create table if not exists impact_chart (
      id char(26) not null primary key,
      feature_name varchar(100) null,
      title varchar(255) null,
      metric_name varchar(100) not null,
      time_range varchar(10) not null,
      aggregation_mode varchar(10) not null,
      label_selectors longtext not null,
      y_axis_min varchar(10) not null,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists release_signal (
      name varchar(100) not null primary key,
      firing boolean not null,
      summary text null,
      changed_at bigint not null,
      seen_at bigint not null
    ) ${exact}`,
  ],
};
