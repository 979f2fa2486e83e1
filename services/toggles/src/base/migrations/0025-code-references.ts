import type { Migration } from '@signalbox/kit';

/** Where code uses features, by branch. */
export const codeReferences: Migration = {
  name: '0025-code-references',
  up: ({ exact }) => [
    `create table if not exists code_branch (
      id char(26) not null primary key,
      project_id varchar(100) not null,
      repository varchar(255) not null,
      branch varchar(255) not null,
      commit_id varchar(64) not null,
      sequence bigint not null,
      scanned_at bigint not null,
      url_template text null,
      foreign key (project_id) references project (id) on delete cascade
    ) ${exact}`,
    'create unique index code_branch_name on code_branch (project_id, repository, branch)',
    `create table if not exists code_use (
      branch_id char(26) not null,
      feature_name varchar(100) not null,
      locations longtext not null,
      location_count integer not null,
      first_seen bigint not null,
      last_seen bigint not null,
      extinct_since bigint null,
      primary key (branch_id, feature_name),
      foreign key (branch_id) references code_branch (id) on delete cascade,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    'create index code_use_of_feature on code_use (feature_name, branch_id)',
  ],
};
