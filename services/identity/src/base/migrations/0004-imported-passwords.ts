import type { Migration } from '@signalbox/kit';

/** Finds the imported password hashes that no login has replaced yet. */
export const importedPasswords: Migration = {
  name: '0004-imported-passwords',
  up: () => ['create index user_by_password_hash on user (password_hash)'],
};
