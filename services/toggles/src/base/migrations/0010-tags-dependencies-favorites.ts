import type { Migration } from '@signalbox/kit';

/** The key of a dependency is its child: a feature has one parent at most. */
export const toggles0010: Migration = {
  name: '0010-tags-dependencies-favorites',
  up: () => [
    `create table if not exists tag (
      tag_type varchar(50) not null,
      tag_value varchar(50) not null,
      created_at bigint not null,
      primary key (tag_type, tag_value),
      foreign key (tag_type) references tag_type (name)
    )`,
    `create table if not exists feature_dependency (
      child varchar(100) not null primary key,
      parent varchar(100) not null,
      enabled boolean not null,
      variants longtext not null,
      unique (parent, child),
      foreign key (child) references feature (name) on delete cascade,
      foreign key (parent) references feature (name)
    )`,
    `create table if not exists favorite_feature (
      user_id integer not null,
      feature_name varchar(100) not null,
      created_at bigint not null,
      primary key (user_id, feature_name),
      unique (feature_name, user_id),
      foreign key (feature_name) references feature (name) on delete cascade
    )`,
    `create table if not exists favorite_project (
      user_id integer not null,
      project_id varchar(100) not null,
      created_at bigint not null,
      primary key (user_id, project_id),
      unique (project_id, user_id),
      foreign key (project_id) references project (id) on delete cascade
    )`,
  ],
};
