import type { Migration } from '@signalbox/kit';

/** Stores comments on features. */
export const featureComments: Migration = {
  name: '0018-feature-comments',
  up: ({ exact }) => [
    `create table if not exists feature_comment (
      id char(36) not null primary key,
      feature_name varchar(100) not null,
      text text not null,
      created_by_user_id integer null,
      created_by varchar(255) not null,
      created_at bigint not null,
      foreign key (feature_name) references feature (name) on delete cascade
    ) ${exact}`,
    'create index comment_of_feature on feature_comment (feature_name, id)',
  ],
};
