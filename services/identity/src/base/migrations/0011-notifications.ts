import type { Migration } from '@signalbox/kit';

/** Stores the notifications of users, and the channels that they choose for each kind. */
export const notifications: Migration = {
  name: '0011-notifications',
  up: ({ exact }) => [
    `create table if not exists notification (
      event_id char(36) not null,
      user_id integer not null,
      kind varchar(20) not null,
      project varchar(100) not null,
      notice longtext not null,
      read_at bigint null,
      created_at bigint not null,
      primary key (event_id, user_id)
    ) ${exact}`,
    'create index notification_of_user on notification (user_id, created_at)',
    `create table if not exists notification_choice (
      user_id integer not null,
      kind varchar(20) not null,
      app boolean not null,
      mail boolean not null,
      primary key (user_id, kind)
    ) ${exact}`,
  ],
};
