import type { Migration } from '@signalbox/kit';

/** Settings that users store for themselves: JSON under their own keys. */
export const settingsOfUsers: Migration = {
  name: '0002-settings-of-users',
  up: ({ exact }) => [
    `create table if not exists user_setting (
      user_id integer not null,
      setting_key varchar(100) not null,
      content text not null,
      updated_at bigint not null,
      primary key (user_id, setting_key),
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
  ],
};
