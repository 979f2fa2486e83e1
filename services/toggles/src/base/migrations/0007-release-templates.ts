import type { Migration } from '@signalbox/kit';

/** Stores release templates. Those of all projects have an empty project. */
export const releaseTemplates: Migration = {
  name: '0007-release-templates',
  up: ({ exact }) => [
    `create table if not exists release_template (
      id char(26) not null primary key,
      project_id varchar(100) not null,
      name varchar(255) not null,
      description text null,
      milestones longtext not null,
      segments longtext not null,
      created_by_user_id integer null,
      created_at bigint not null,
      archived_at bigint null,
      unique (project_id, name)
    ) ${exact}`,
  ],
};
