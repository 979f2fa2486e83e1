import type { Migration } from '@signalbox/kit';

export const togglesPersonas: Migration = {
  name: '0040-personas',
  up: () => [
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
    )`,
  ],
};
