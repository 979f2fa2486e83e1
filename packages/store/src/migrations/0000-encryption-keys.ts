import type { Migration } from './migration.ts';

/** The keys that stored values are encrypted under, by their fingerprints. */
export const encryptionKeys: Migration = {
  name: '0000-encryption-keys',
  up: ({ exact }) => [
    `create table if not exists encryption_key (
      fingerprint char(16) not null primary key,
      noted_at bigint not null
    ) ${exact}`,
  ],
};
