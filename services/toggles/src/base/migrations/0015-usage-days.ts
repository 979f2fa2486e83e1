import type { Migration } from '@signalbox/kit';

/** Keeps usage by day once its hours are deleted. */
export const usageDays: Migration = {
  name: '0015-usage-days',
  up: ({ exact }) => [
    `create table if not exists usage_day (
      day bigint not null,
      environment varchar(100) not null,
      app_name varchar(255) not null,
      feature_name varchar(100) not null,
      yes bigint not null,
      no bigint not null,
      primary key (day, environment, app_name, feature_name)
    ) ${exact}`,
    `create table if not exists variant_usage_day (
      day bigint not null,
      environment varchar(100) not null,
      app_name varchar(255) not null,
      feature_name varchar(100) not null,
      variant varchar(100) not null,
      uses bigint not null,
      primary key (day, environment, app_name, feature_name, variant)
    ) ${exact}`,
    'create index daily_usage_of_feature on usage_day (feature_name, day)',
    'create index daily_variant_usage_of_feature on variant_usage_day (feature_name, day)',
  ],
};
