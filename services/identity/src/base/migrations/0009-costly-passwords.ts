import type { Migration } from '@signalbox/kit';

/** Removes imported password hashes that take too long to check. Their users need a link to set a new password. */
export const costlyPasswords: Migration = {
  name: '0009-costly-passwords',
  up: () => ["update user set password_hash = null where password_hash like '$2_$13$%' or password_hash like '$2_$14$%'"],
};
