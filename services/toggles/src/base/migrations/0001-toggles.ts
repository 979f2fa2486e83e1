import type { Migration } from '@signalbox/kit';

/** Names are compared byte by byte; instants are epoch milliseconds; JSON is text. */
export const toggles0001: Migration = {
  name: '0001-toggles',
  up: ({ serial }) => [
    `create table if not exists project (
      id varchar(100) not null primary key,
      name varchar(255) not null,
      description text null,
      mode varchar(20) not null,
      default_stickiness varchar(100) not null,
      feature_limit integer null,
      naming_pattern text null,
      naming_example text null,
      naming_description text null,
      created_at bigint not null,
      updated_at bigint null
    )`,
    `create table if not exists environment (
      name varchar(100) not null primary key,
      type varchar(50) not null,
      enabled boolean not null,
      is_protected boolean not null,
      sort_order integer not null,
      created_at bigint not null
    )`,
    `create table if not exists project_environment (
      project_id varchar(100) not null,
      environment varchar(100) not null,
      default_strategy longtext null,
      primary key (project_id, environment),
      foreign key (project_id) references project (id),
      foreign key (environment) references environment (name)
    )`,
    `create table if not exists feature_type (
      id varchar(50) not null primary key,
      name varchar(100) not null,
      description varchar(255) not null,
      lifetime_days integer null
    )`,
    `create table if not exists feature (
      name varchar(100) not null primary key,
      project_id varchar(100) not null,
      type varchar(50) not null,
      description text null,
      stale boolean not null,
      impression_data boolean not null,
      created_at bigint not null,
      archived_at bigint null,
      created_by_user_id integer null,
      version integer not null,
      foreign key (project_id) references project (id)
    )`,
    `create table if not exists feature_environment (
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      enabled boolean not null,
      variants longtext not null,
      last_seen_at bigint null,
      primary key (feature_name, environment),
      foreign key (feature_name) references feature (name) on delete cascade,
      foreign key (environment) references environment (name)
    )`,
    `create table if not exists feature_strategy (
      id char(36) not null primary key,
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      strategy_name varchar(100) not null,
      title varchar(255) null,
      disabled boolean not null,
      sort_order integer not null,
      parameters longtext not null,
      constraints longtext not null,
      variants longtext not null,
      created_at bigint not null,
      foreign key (feature_name, environment) references feature_environment (feature_name, environment) on delete cascade
    )`,
    `create table if not exists segment (
      id ${serial},
      name varchar(255) not null unique,
      description text null,
      project_id varchar(100) null,
      constraints longtext not null,
      created_by varchar(255) null,
      created_at bigint not null
    )`,
    `create table if not exists feature_strategy_segment (
      strategy_id char(36) not null,
      segment_id integer not null,
      primary key (strategy_id, segment_id),
      foreign key (strategy_id) references feature_strategy (id) on delete cascade,
      foreign key (segment_id) references segment (id)
    )`,
    `create table if not exists strategy_definition (
      name varchar(100) not null primary key,
      display_name varchar(100) not null,
      title varchar(255) null,
      description text not null,
      built_in boolean not null,
      deprecated boolean not null,
      sort_order integer not null,
      parameters longtext not null
    )`,
    `create table if not exists context_field (
      name varchar(100) not null primary key,
      description varchar(250) null,
      sort_order integer not null,
      stickiness boolean not null,
      legal_values longtext not null,
      created_at bigint not null
    )`,
    `create table if not exists tag_type (
      name varchar(50) not null primary key,
      description varchar(255) null,
      icon varchar(255) null
    )`,
    `create table if not exists feature_tag (
      feature_name varchar(100) not null,
      tag_type varchar(50) not null,
      tag_value varchar(50) not null,
      created_at bigint not null,
      primary key (feature_name, tag_type, tag_value),
      foreign key (feature_name) references feature (name) on delete cascade
    )`,
    `create table if not exists protected_environment (
      project_id varchar(100) not null,
      environment varchar(100) not null,
      required_approvals integer not null,
      primary key (project_id, environment)
    )`,
  ],
};

/** Indexes have no `if not exists` on MySQL, so each is a step of its own that runs once or fails as a whole. */
export const toggles0002: Migration = {
  name: '0002-toggles-indexes',
  up: () => [
    'create index feature_of_project on feature (project_id, archived_at)',
    'create index strategy_of_feature on feature_strategy (feature_name, environment, sort_order, disabled)',
    'create index feature_by_tag on feature_tag (tag_type, tag_value)',
  ],
};
