import type { Migration } from '@signalbox/kit';

/** Secrets are stored as hashes, or encrypted if the service must read them again. Instants are epoch milliseconds; JSON is text. */
export const usersGrantsAndTokens: Migration = {
  name: '0001-users-grants-and-tokens',
  up: ({ serial, exact }) => [
    `create table if not exists user (
      id ${serial},
      kind varchar(20) not null,
      name varchar(255) null,
      username varchar(255) null unique,
      email varchar(255) null unique,
      password_hash varchar(255) null,
      root_role integer not null,
      access_version bigint not null,
      login_attempts integer not null,
      seen_at bigint null,
      created_at bigint not null,
      deleted_at bigint null
    ) ${exact}`,
    `create table if not exists login_session (
      hash char(64) not null primary key,
      id char(36) not null unique,
      user_id integer not null,
      address varchar(64) not null,
      browser varchar(255) not null,
      password_only boolean not null default false,
      proved_until bigint null,
      created_at bigint not null,
      expires_at bigint not null,
      sign_on text null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    // A null user means an unknown name. The typed name is not stored, because it may be a password.
    `create table if not exists log_in (
      id ${serial},
      user_id integer null,
      successful boolean not null,
      address varchar(64) not null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists known_browser (
      hash char(64) not null primary key,
      user_id integer not null,
      created_at bigint not null,
      expires_at bigint not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists reset_token (
      hash char(64) not null primary key,
      user_id integer not null,
      created_by integer null,
      invites boolean not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists totp_factor (
      user_id integer not null primary key,
      encrypted_secret varchar(255) not null,
      last_step bigint not null,
      confirmed_at bigint null,
      created_at bigint not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists recovery_code (
      hash char(64) not null primary key,
      user_id integer not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists passkey (
      hash char(64) not null primary key,
      id char(36) not null unique,
      user_id integer not null,
      credential_id text not null,
      public_key text not null,
      use_count bigint not null,
      transports text not null,
      name varchar(100) not null,
      passwordless boolean not null,
      created_at bigint not null,
      seen_at bigint null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists passkey_challenge (
      hash char(64) not null primary key,
      user_id integer null,
      purpose varchar(40) not null,
      expires_at bigint not null
    ) ${exact}`,
    `create table if not exists pending_log_in (
      hash char(64) not null primary key,
      user_id integer not null,
      refused integer not null,
      expires_at bigint not null,
      sign_on text null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists factor_policy (
      id integer not null primary key,
      everybody boolean not null,
      root_roles text not null
    ) ${exact}`,
    `create table if not exists pending_mail (
      event_id char(36) not null,
      user_id integer not null,
      outcome longtext not null,
      attempts integer not null,
      send_at bigint not null,
      created_at bigint not null,
      primary key (event_id, user_id)
    ) ${exact}`,
    `create table if not exists unknown_user (
      id integer not null primary key,
      login_attempts bigint not null
    ) ${exact}`,
    `insert into unknown_user (id, login_attempts)
      select 1, 0 where not exists (select 1 from unknown_user where id = 1)`,
    `create table if not exists user_group (
      id ${serial},
      name varchar(255) not null unique,
      description text null,
      mappings_sso longtext not null,
      created_by varchar(255) null,
      created_at bigint not null
    ) ${exact}`,
    `create table if not exists group_member (
      group_id integer not null,
      user_id integer not null,
      by_sso boolean not null,
      created_by varchar(255) null,
      joined_at bigint not null,
      primary key (group_id, user_id),
      foreign key (group_id) references user_group (id) on delete cascade,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists custom_role (
      id ${serial},
      type varchar(20) not null,
      name varchar(255) not null unique,
      description text not null,
      rights longtext not null
    ) ${exact}`,
    // The ids below 100 belong to predefined roles.
    `insert into custom_role (id, type, name, description, rights)
      select 99, 'custom', '', '', '[]' where not exists (select 1 from custom_role where id > 98)`,
    `delete from custom_role where id = 99`,
    `create table if not exists role_grant (
      id ${serial},
      user_id integer null,
      group_id integer null,
      role_id integer not null,
      project_id varchar(100) null,
      created_at bigint not null,
      unique (project_id, role_id, user_id),
      unique (project_id, role_id, group_id),
      foreign key (user_id) references user (id) on delete cascade,
      foreign key (group_id) references user_group (id) on delete cascade
    ) ${exact}`,
    `create table if not exists api_token (
      id ${serial},
      hash char(64) not null unique,
      masked varchar(255) not null,
      token_name varchar(255) not null,
      type varchar(20) not null,
      environment varchar(100) not null,
      projects longtext not null,
      expires_at bigint null,
      created_at bigint not null,
      seen_at bigint null
    ) ${exact}`,
    `create table if not exists revoked_token (hash char(64) not null primary key, revoked_at bigint not null) ${exact}`,
    `create table if not exists personal_token (
      id ${serial},
      hash char(64) not null unique,
      user_id integer not null,
      description varchar(255) not null,
      expires_at bigint not null,
      created_at bigint not null,
      seen_at bigint null,
      unique (user_id, description),
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists sign_up_link (
      id ${serial},
      hash char(64) not null unique,
      masked varchar(255) not null,
      name varchar(255) not null,
      enabled boolean not null,
      expires_at bigint not null,
      created_at bigint not null,
      created_by varchar(255) not null,
      created_by_user_id integer null
    ) ${exact}`,
    `create table if not exists sign_up (
      user_id integer not null primary key,
      link_id integer not null,
      foreign key (user_id) references user (id) on delete cascade,
      foreign key (link_id) references sign_up_link (id) on delete cascade
    ) ${exact}`,
    `create table if not exists signing_key (
      id char(36) not null primary key,
      public_jwk text not null,
      encrypted_private_jwk text not null,
      created_at bigint not null
    ) ${exact}`,
    // Deleted private projects stay, because their history stays private.
    `create table if not exists known_project (
      id varchar(100) not null primary key,
      mode varchar(20) not null,
      deleted boolean not null default false
    ) ${exact}`,
    `create table if not exists known_environment (name varchar(100) not null primary key) ${exact}`,
    `create table if not exists known_setting (
      id varchar(100) not null primary key,
      enabled boolean not null
    ) ${exact}`,
    // Position of the last processed event per service.
    `create table if not exists heard_position (service varchar(100) not null primary key, position bigint not null) ${exact}`,
    // Origins whose pages may read responses.
    `create table if not exists known_origin (origin varchar(255) not null primary key) ${exact}`,
    // Secrets of identity providers and clients in here are encrypted.
    `create table if not exists sign_on_setting (
      id varchar(100) not null primary key,
      content longtext not null
    ) ${exact}`,
    // Accepted assertions: each is valid once, and the browser that requested it opens its session with the code, once.
    `create table if not exists used_assertion (
      hash char(64) not null primary key,
      code_hash char(64) null unique,
      request_hash char(64) not null,
      user_id integer not null,
      sign_on text not null,
      created_at bigint not null,
      expires_at bigint not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    // A user as the provisioning client names it. A user that the client has deactivated is deleted, and its names are stored here.
    `create table if not exists provisioned_user (
      user_id integer not null primary key,
      user_name varchar(255) not null unique,
      external_id varchar(255) null,
      email varchar(255) null,
      name varchar(255) null,
      active boolean not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    `create table if not exists provisioned_group (
      group_id integer not null primary key,
      external_id varchar(255) not null,
      foreign key (group_id) references user_group (id) on delete cascade
    ) ${exact}`,
    // Maps an issuer's tokens, by their claims, to the user that the workload acts as. The user has its name and roles.
    `create table if not exists workload_identity (
      user_id integer not null primary key,
      issuer varchar(500) not null,
      audience varchar(255) not null,
      claims longtext not null,
      project_id varchar(100) not null,
      token_lifetime_seconds integer not null,
      enabled boolean not null,
      foreign key (user_id) references user (id) on delete cascade
    ) ${exact}`,
    // Issuers' tokens that were exchanged: each is valid once.
    `create table if not exists used_subject_token (hash char(64) not null primary key, expires_at bigint not null) ${exact}`,
    'create index session_by_expiry on login_session (expires_at)',
    'create index pending_mail_by_time on pending_mail (send_at)',
    'create index log_in_by_time on log_in (created_at)',
    'create index known_browser_by_expiry on known_browser (expires_at)',
    'create index passkey_challenge_by_expiry on passkey_challenge (expires_at)',
    'create index pending_log_in_by_expiry on pending_log_in (expires_at)',
    'create index reset_token_by_expiry on reset_token (expires_at)',
    'create index used_assertion_by_expiry on used_assertion (expires_at)',
    'create index used_subject_token_by_expiry on used_subject_token (expires_at)',
    'create index provisioned_group_by_external_id on provisioned_group (external_id)',
    'create index token_by_name on api_token (token_name)',
  ],
};
