/** Tables of counts and usage: tokens, accounts, events by day, usage by hour, applications and their instances. */
export const usageTables = (exact: string): string[] => [
  `create table if not exists token_count (
    environment varchar(100) not null,
    project_id varchar(100) not null,
    tokens integer not null,
    primary key (environment, project_id)
  ) ${exact}`,
  `create table if not exists account_count (
    kind varchar(50) not null primary key,
    total integer not null
  ) ${exact}`,
  `create table if not exists project_activity (
    project_id varchar(100) not null,
    day bigint not null,
    events integer not null,
    last_at bigint not null,
    primary key (project_id, day)
  ) ${exact}`,
  `create table if not exists first_production (
    feature_name varchar(100) not null primary key,
    at bigint not null
  ) ${exact}`,
  // Keys of usage begin with the hour, so that old rows are deleted from one end. Reads use the indexes by feature.
  `create table if not exists usage_hour (
    hour bigint not null,
    environment varchar(100) not null,
    app_name varchar(255) not null,
    feature_name varchar(100) not null,
    yes bigint not null,
    no bigint not null,
    primary key (hour, environment, app_name, feature_name)
  ) ${exact}`,
  `create table if not exists variant_usage_hour (
    hour bigint not null,
    environment varchar(100) not null,
    app_name varchar(255) not null,
    feature_name varchar(100) not null,
    variant varchar(100) not null,
    uses bigint not null,
    primary key (hour, environment, app_name, feature_name, variant)
  ) ${exact}`,
  `create table if not exists unknown_flag (
    name varchar(100) not null,
    app_name varchar(255) not null,
    environment varchar(100) not null,
    seen_at bigint not null,
    primary key (name, app_name, environment)
  ) ${exact}`,
  // The applications that are counted by name in an hour. Their number is limited and checked before each new one is admitted.
  `create table if not exists application_hour (
    hour bigint not null,
    environment varchar(100) not null,
    app_name varchar(255) not null,
    primary key (hour, environment, app_name)
  ) ${exact}`,
  `create table if not exists application (
    name varchar(255) not null primary key,
    strategies longtext not null,
    description text null,
    url varchar(255) null,
    color varchar(50) null,
    icon varchar(255) null,
    created_by varchar(255) null,
    created_at bigint not null,
    seen_at bigint not null
  ) ${exact}`,
  `create table if not exists application_instance (
    app_name varchar(255) not null,
    environment varchar(100) not null,
    instance_id varchar(255) not null,
    sdk_version varchar(255) null,
    sdk_type varchar(20) null,
    created_at bigint not null,
    seen_at bigint not null,
    primary key (app_name, environment, instance_id)
  ) ${exact}`,
  // The projects whose features an application counts, or may count by its token. No row for an application that may count all
  // projects and has not counted yet.
  `create table if not exists application_project (
    app_name varchar(255) not null,
    environment varchar(100) not null,
    project_id varchar(100) not null,
    seen_at bigint not null,
    primary key (app_name, environment, project_id)
  ) ${exact}`,
  'create index usage_of_feature on usage_hour (feature_name, hour)',
  'create index variant_usage_of_feature on variant_usage_hour (feature_name, hour)',
  'create index application_of_project on application_project (project_id, app_name)',
  'create index application_project_by_age on application_project (environment, seen_at)',
  'create index instance_by_age on application_instance (seen_at)',
];
