import type { Migration } from '@signalbox/kit';

/**
 * Stores the owner of each feature, and the users who can become one. Of existing users, only collaborators
 * of features are known; others follow with their next event.
 */
export const owners: Migration = {
  name: '0019-owners',
  up: ({ exact }) => [
    'alter table feature add column owner_id integer null',
    'alter table feature add column owner_name varchar(255) null',
    'create index feature_of_owner on feature (owner_id)',
    `create table if not exists known_user (
      id integer not null primary key,
      name varchar(255) not null,
      root_role integer null
    ) ${exact}`,
    `insert into known_user (id, name)
      select user_id, max(user_name) from feature_collaborator where user_id not in (select id from known_user) group by user_id`,
  ],
};
