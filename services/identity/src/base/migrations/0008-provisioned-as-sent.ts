import type { Migration } from '@signalbox/kit';

/** Stores the attributes of users as the provisioning client sent them, and memberships of deactivated users. */
export const provisionedAsSent: Migration = {
  name: '0008-provisioned-as-sent',
  up: ({ exact }) => [
    'alter table provisioned_user add column sent longtext null',
    `create table if not exists inactive_member (
      group_id integer not null,
      user_id integer not null,
      primary key (group_id, user_id),
      foreign key (group_id) references user_group (id) on delete cascade,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
  ],
};
