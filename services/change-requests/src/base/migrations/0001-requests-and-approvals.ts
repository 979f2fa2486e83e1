import type { Migration } from '@signalbox/kit';

/**
 * Change requests with their changes and decisions. `active` limits open requests to one per author, project and
 * environment: it is null for all others, and nulls are never equal.
 */
export const requestsAndApprovals: Migration = {
  name: '0001-requests-and-approvals',
  up: ({ serial, exact }) => [
    `create table if not exists change_request (
      id ${serial},
      origin char(36) not null,
      project_id varchar(100) not null,
      environment varchar(100) not null,
      author varchar(300) not null,
      active boolean null,
      state varchar(20) not null,
      title varchar(255) null,
      min_approvals integer not null,
      created_by_user_id integer null,
      created_by varchar(255) not null,
      created_at bigint not null,
      state_timestamps text not null,
      last_comment_id integer not null,
      attempt integer not null,
      applying_since bigint null,
      applying_actor text null,
      applying_by_clock boolean not null,
      bypass char(64) null,
      review varchar(10) null,
      unique (author, project_id, environment, active)
    ) ${exact}`,
    `create table if not exists proposed_change (
      id ${serial},
      request_id integer not null,
      sort_order integer not null,
      action varchar(50) not null,
      feature_name varchar(100) null,
      segment_name varchar(255) null,
      payload longtext null,
      snapshot longtext null,
      created_by_user_id integer null,
      created_by varchar(255) not null,
      author varchar(300) not null,
      created_at bigint not null,
      unique (request_id, sort_order),
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists approval (
      request_id integer not null,
      user_id integer not null,
      user_name varchar(255) not null,
      content_hash char(64) not null,
      held_roles text not null,
      held_groups text not null,
      created_at bigint not null,
      primary key (request_id, user_id),
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists rejection (
      request_id integer not null,
      user_id integer not null,
      user_name varchar(255) not null,
      created_at bigint not null,
      primary key (request_id, user_id),
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists request_comment (
      request_id integer not null,
      id integer not null,
      text text not null,
      created_by_user_id integer null,
      created_by varchar(255) not null,
      created_at bigint not null,
      primary key (request_id, id),
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists change_touch (
      change_id integer not null,
      kind varchar(20) not null,
      touched_id varchar(255) not null,
      request_id integer not null,
      primary key (change_id, kind, touched_id),
      foreign key (change_id) references proposed_change (id) on delete cascade
    ) ${exact}`,
    `create table if not exists request_schedule (
      request_id integer not null primary key,
      scheduled_at bigint not null,
      status varchar(10) not null,
      failure_reason text null,
      scheduled_by text not null,
      orphaned boolean not null,
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists requested_approver (
      request_id integer not null,
      user_id integer not null,
      primary key (request_id, user_id),
      foreign key (request_id) references change_request (id) on delete cascade
    ) ${exact}`,
    `create table if not exists known_project (
      id varchar(100) not null primary key,
      mode varchar(20) not null
    ) ${exact}`,
    `create table if not exists known_user (
      id integer not null primary key,
      name varchar(255) null,
      username varchar(255) null,
      email varchar(255) null,
      root_role integer null
    ) ${exact}`,
    `create table if not exists known_member (
      group_id integer not null,
      user_id integer not null,
      primary key (group_id, user_id)
    ) ${exact}`,
    // Serves the job that looks for unfinished applications.
    'create index change_request_by_application on change_request (applying_since)',
    'create index change_request_by_bypass on change_request (bypass)',
    'create index change_touch_by_what on change_touch (kind, touched_id, request_id)',
    'create index change_touch_of_request on change_touch (request_id, touched_id)',
    'create index requested_approver_of_user on requested_approver (user_id, request_id)',
    'create index known_user_by_root_role on known_user (root_role)',
    'create index known_member_of_user on known_member (user_id)',
    'create index request_schedule_by_time on request_schedule (status, scheduled_at)',
    'create index change_request_of_project on change_request (project_id, id)',
    'create index proposed_change_of_feature on proposed_change (feature_name, request_id)',
  ],
};
