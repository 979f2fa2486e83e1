import type { Migration } from '@signalbox/kit';
import { usageTables } from './usage-tables.ts';

/**
 * Projects, environments, features and their parts; settings, tombstones and personas; usage and counts for lists
 * (`usageTables`). Names are compared byte by byte; instants are epoch milliseconds; JSON is text. Two unique keys over the
 * same columns in both orders serve as a key and an index.
 */
export const featuresAndUsage: Migration = {
  name: '0001-features-and-usage',
  up: ({ serial, exact }) => [
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
      link_templates longtext null,
      created_at bigint not null,
      updated_at bigint null
    ) ${exact}`,
    `create table if not exists environment (
      name varchar(100) not null primary key,
      type varchar(50) not null,
      enabled boolean not null,
      is_protected boolean not null,
      sort_order integer not null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists project_environment (
      project_id varchar(100) not null,
      environment varchar(100) not null,
      default_strategy longtext null,
      primary key (project_id, environment),
      foreign key (project_id) references project (id),
      foreign key (environment) references environment (name)
    ) ${exact}`,
    `create table if not exists open_proposal (
      id integer not null primary key,
      project_id varchar(100) not null,
      environment varchar(100) not null,
      user_id integer null,
      draft boolean not null,
      foreign key (project_id, environment) references project_environment (project_id, environment) on delete cascade
    ) ${exact}`,
    `create table if not exists proposed_use (
      change_id integer not null,
      segment_id integer not null,
      proposal_id integer not null,
      feature_name varchar(100) not null,
      strategy_name varchar(255) not null,
      strategy_id varchar(100) null,
      primary key (change_id, segment_id),
      foreign key (proposal_id) references open_proposal (id) on delete cascade
    ) ${exact}`,
    `create table if not exists feature_type (
      id varchar(50) not null primary key,
      name varchar(100) not null,
      description varchar(255) not null,
      lifetime_days integer null
    ) ${exact}`,
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
      created_by varchar(255) null,
      version integer not null,
      potentially_stale boolean not null default false,
      revived_at bigint null,
      pre_live_at bigint null,
      live_at bigint null,
      completed_at bigint null,
      completed_status varchar(20) null,
      completed_status_value varchar(100) null,
      foreign key (project_id) references project (id)
    ) ${exact}`,
    `create table if not exists feature_environment (
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      enabled boolean not null,
      variants longtext not null,
      last_seen_at bigint null,
      strategy_count integer not null default 0,
      enabled_strategy_count integer not null default 0,
      primary key (feature_name, environment),
      foreign key (feature_name) references feature (name) on delete cascade,
      foreign key (environment) references environment (name)
    ) ${exact}`,
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
    ) ${exact}`,
    `create table if not exists segment (
      id ${serial},
      name varchar(255) not null unique,
      description text null,
      project_id varchar(100) null,
      constraints longtext not null,
      created_by varchar(255) null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists feature_strategy_segment (
      strategy_id char(36) not null,
      segment_id integer not null,
      feature_name varchar(100) not null,
      primary key (strategy_id, segment_id),
      foreign key (strategy_id) references feature_strategy (id) on delete cascade,
      foreign key (segment_id) references segment (id)
    ) ${exact}`,
    `create table if not exists strategy_definition (
      name varchar(100) not null primary key,
      display_name varchar(100) not null,
      title varchar(255) null,
      description text not null,
      built_in boolean not null,
      deprecated boolean not null,
      sort_order integer not null,
      parameters longtext not null
    ) ${exact}`,
    `create table if not exists context_field (
      name varchar(100) not null primary key,
      description varchar(250) null,
      sort_order integer not null,
      stickiness boolean not null,
      legal_values longtext not null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists tag_type (
      name varchar(50) not null primary key,
      description varchar(255) null,
      icon varchar(255) null
    ) ${exact}`,
    `create table if not exists feature_tag (
      feature_name varchar(100) not null,
      tag_type varchar(50) not null,
      tag_value varchar(50) not null,
      created_at bigint not null,
      primary key (feature_name, tag_type, tag_value),
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists feature_link (
      id char(36) not null primary key,
      feature_name varchar(100) not null,
      url text not null,
      title varchar(255) null,
      sort_order integer not null,
      created_at bigint not null,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists feature_collaborator (
      feature_name varchar(100) not null,
      user_id integer not null,
      user_name varchar(255) not null,
      changed_at bigint not null,
      primary key (feature_name, user_id),
      unique (user_id, feature_name),
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists protected_environment (
      project_id varchar(100) not null,
      environment varchar(100) not null,
      required_approvals integer not null,
      policy longtext not null,
      primary key (project_id, environment)
    ) ${exact}`,
    `create table if not exists tag (
      tag_type varchar(50) not null,
      tag_value varchar(50) not null,
      created_at bigint not null,
      primary key (tag_type, tag_value),
      foreign key (tag_type) references tag_type (name)
    ) ${exact}`,
    // The key is the child, so a feature has at most one parent.
    `create table if not exists feature_dependency (
      child varchar(100) not null primary key,
      parent varchar(100) not null,
      enabled boolean not null,
      variants longtext not null,
      unique (parent, child),
      foreign key (child) references feature (name) on delete cascade,
      foreign key (parent) references feature (name)
    ) ${exact}`,
    `create table if not exists favorite_feature (
      user_id integer not null,
      feature_name varchar(100) not null,
      created_at bigint not null,
      primary key (user_id, feature_name),
      unique (feature_name, user_id),
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    `create table if not exists favorite_project (
      user_id integer not null,
      project_id varchar(100) not null,
      created_at bigint not null,
      primary key (user_id, project_id),
      unique (project_id, user_id),
      foreign key (project_id) references project (id) on delete cascade
    ) ${exact}`,
    `create table if not exists strategy_context (
      strategy_id char(36) not null,
      context_name varchar(100) not null,
      primary key (strategy_id, context_name),
      unique (context_name, strategy_id),
      foreign key (strategy_id) references feature_strategy (id) on delete cascade
    ) ${exact}`,
    `create table if not exists persona (
      id varchar(36) not null primary key,
      project_id varchar(100) not null,
      name varchar(100) not null,
      description text null,
      context longtext not null,
      created_by varchar(255) null,
      created_at bigint not null,
      unique (project_id, name),
      foreign key (project_id) references project (id)
    ) ${exact}`,
    // The rows exist from the start, so that a change of a setting has a row to lock. Null means never set.
    `create table if not exists setting (id varchar(100) not null primary key, content longtext null) ${exact}`,
    `insert into setting (id, content)
      select 'maintenance.mode', null where not exists (select 1 from setting where id = 'maintenance.mode')`,
    `insert into setting (id, content)
      select 'frontend.origins', null where not exists (select 1 from setting where id = 'frontend.origins')`,
    `create table if not exists tombstone (
      kind varchar(20) not null,
      id varchar(100) not null,
      deleted_at bigint not null,
      primary key (kind, id)
    ) ${exact}`,
    // Written once per changeset: whether it was applied under its key.
    `create table if not exists changeset_outcome (
      changeset_key varchar(100) not null primary key,
      applied integer not null,
      decided_at bigint not null
    ) ${exact}`,
    'create index proposed_use_of_segment on proposed_use (segment_id)',
    'create index feature_of_project on feature (project_id, archived_at)',
    // By default, searches list features by age, within a project or across all.
    'create index feature_by_age on feature (archived_at, created_at, name)',
    'create index feature_of_project_by_age on feature (project_id, archived_at, created_at, name)',
    'create index strategy_of_feature on feature_strategy (feature_name, environment, sort_order, disabled)',
    'create index link_of_feature on feature_link (feature_name, sort_order)',
    'create index feature_by_tag on feature_tag (tag_type, tag_value)',
    'create index strategy_of_segment on feature_strategy_segment (segment_id)',
    'create index feature_of_segment on feature_strategy_segment (segment_id, feature_name)',
    'create index segment_of_feature on feature_strategy_segment (feature_name, segment_id)',
    ...usageTables(exact),
  ],
};
