import type { Migration } from '@signalbox/kit';

export const togglesSearchInsightUsage: readonly Migration[] = [
  /** Search lists by age unless told otherwise, within a project or across all. */
  {
    name: '0014-features-by-age',
    up: () => ['create index feature_by_age on feature (archived_at, created_at, name)'],
  },

  {
    name: '0015-features-of-project-by-age',
    up: () => ['create index feature_of_project_by_age on feature (project_id, archived_at, created_at, name)'],
  },

  {
    name: '0016-insight',
    up: () => [
      `create table if not exists project_activity (
      project_id varchar(100) not null,
      day bigint not null,
      events integer not null,
      primary key (project_id, day)
    )`,
      `create table if not exists first_production (
      feature_name varchar(100) not null primary key,
      at bigint not null
    )`,
    ],
  },

  /** Keys begin with the hour, so that what is old goes from one end; the index by feature is what readers ask by. */
  {
    name: '0017-usage',
    up: () => [
      `create table if not exists usage_hour (
      hour bigint not null,
      environment varchar(100) not null,
      app_name varchar(255) not null,
      feature_name varchar(100) not null,
      yes bigint not null,
      no bigint not null,
      primary key (hour, environment, app_name, feature_name)
    )`,
      `create table if not exists variant_usage_hour (
      hour bigint not null,
      environment varchar(100) not null,
      app_name varchar(255) not null,
      feature_name varchar(100) not null,
      variant varchar(100) not null,
      uses bigint not null,
      primary key (hour, environment, app_name, feature_name, variant)
    )`,
      `create table if not exists unknown_flag (
      name varchar(100) not null,
      app_name varchar(255) not null,
      environment varchar(100) not null,
      seen_at bigint not null,
      primary key (name, app_name, environment)
    )`,
      `create table if not exists application (
      name varchar(255) not null primary key,
      strategies longtext not null,
      created_at bigint not null,
      seen_at bigint not null
    )`,
      `create table if not exists application_instance (
      app_name varchar(255) not null,
      environment varchar(100) not null,
      instance_id varchar(255) not null,
      sdk_version varchar(255) null,
      created_at bigint not null,
      seen_at bigint not null,
      primary key (app_name, environment, instance_id)
    )`,
    ],
  },

  {
    name: '0018-usage-indexes',
    up: () => ['create index usage_of_feature on usage_hour (feature_name, hour)'],
  },

  {
    name: '0019-variant-usage-indexes',
    up: () => ['create index variant_usage_of_feature on variant_usage_hour (feature_name, hour)'],
  },

  {
    name: '0020-instances-by-age',
    up: () => ['create index instance_by_age on application_instance (seen_at)'],
  },
];
