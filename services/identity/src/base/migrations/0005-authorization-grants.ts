import type { Migration } from '@signalbox/kit';

/** Logins of the command line: what a person approves, and the tokens that can be renewed afterwards. */
export const authorizationGrants: Migration = {
  name: '0005-authorization-grants',
  up: ({ exact }) => [
    `create table if not exists authorization_grant (
      hash char(64) not null primary key,
      user_code_hash char(64) null unique,
      host varchar(63) not null,
      address varchar(64) not null,
      code_challenge char(43) null,
      redirect_uri varchar(200) null,
      user_id integer null,
      state varchar(20) not null,
      interval_seconds integer not null,
      poll_after bigint null,
      token_hash char(64) null,
      created_at bigint not null,
      expires_at bigint not null
    ) ${exact}`,
    'create index authorization_grant_by_user on authorization_grant (user_id)',
    'create index authorization_grant_by_expiry on authorization_grant (expires_at)',
    'alter table personal_token add column family_hash char(64) null',
    'alter table personal_token add column refresh_hash char(64) null',
    'alter table personal_token add column renewed_at bigint null',
    'alter table personal_token add column renewable_until bigint null',
    'create unique index personal_token_by_family on personal_token (family_hash)',
  ],
};
