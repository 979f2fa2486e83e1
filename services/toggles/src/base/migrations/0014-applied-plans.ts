import type { Migration } from '@signalbox/kit';

/** Stores what applied plans changed, at most a hundred plans per project, so that each can be undone as one. */
export const appliedPlans: Migration = {
  name: '0014-applied-plans',
  up: ({ exact }) => [
    `create table if not exists applied_plan (
      id char(36) not null primary key,
      project_id varchar(100) not null,
      managed_by varchar(100) null,
      actions longtext not null,
      applied_at bigint not null,
      unique (project_id, id),
      foreign key (project_id) references project (id) on delete cascade
    ) ${exact}`,
  ],
};
