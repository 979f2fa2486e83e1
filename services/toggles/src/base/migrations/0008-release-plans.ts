import type { Migration } from '@signalbox/kit';

/** Stores release plans, at most one per feature and environment, and marks the strategies of their active milestones. */
export const releasePlans: Migration = {
  name: '0008-release-plans',
  up: ({ exact }) => [
    `create table if not exists release_plan (
      id char(26) not null primary key,
      feature_name varchar(100) not null,
      environment varchar(100) not null,
      name varchar(255) not null,
      description text null,
      template_id char(26) null,
      milestones longtext not null,
      segments longtext not null,
      active_milestone_id char(26) null,
      created_by_user_id integer null,
      created_at bigint not null,
      unique (feature_name, environment),
      foreign key (feature_name, environment) references feature_environment (feature_name, environment) on delete cascade
    ) ${exact}`,
    'alter table feature_strategy add column milestone_id char(26) null',
  ],
};
