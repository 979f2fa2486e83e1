import type { Migration } from './migration.ts';

/** Fingerprints of the keys that stored values are encrypted with. */
export const encryptionKeys: Migration = {
  name: '0000-encryption-keys',
  up: ({ exact }) => [
    `create table if not exists encryption_key (
      fingerprint char(16) not null primary key,
      noted_at bigint not null
    ) ${exact}`,
  ],
};
