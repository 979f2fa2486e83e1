/** Tables of what is counted and noted: tokens, accounts, events by day, usage by hour, applications and their instances. */
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
  // Keys of usage begin with the hour, so that what is old goes from one end; the indexes by feature are what readers ask by.
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
  // Which applications are counted by name in an hour: there is a most, and they are counted before each is let in.
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
  // Of which projects an application counts features, or may by its token; none for one that may count all and has not yet.
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
