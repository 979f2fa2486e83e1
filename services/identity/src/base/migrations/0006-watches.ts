import type { Migration } from '@signalbox/kit';

/** Stores which users watch which features, and mails about changes next to those about schedules. */
export const watches: Migration = {
  name: '0006-watches',
  up: ({ exact }) => [
    `create table if not exists watch (
      user_id integer not null,
      feature_name varchar(100) not null,
      as_owner boolean not null,
      created_at bigint not null,
      primary key (user_id, feature_name)
    ) ${exact}`,
    'create index watch_of_feature on watch (feature_name)',
    'alter table pending_mail add column feature_name varchar(100) null',
    'alter table pending_mail add column notice longtext null',
    'create index pending_mail_of_watch on pending_mail (user_id, feature_name)',
  ],
};
