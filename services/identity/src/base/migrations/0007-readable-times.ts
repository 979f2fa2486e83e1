import type { Migration } from '@signalbox/kit';

const [first, last] = [-8_640_000_000_000_000, 8_640_000_000_000_000];
const isUnreadable = (column: string) => `${column} + 0 <> ${column} or ${column} < ${first} or ${column} > ${last}`;

/** Repairs times of users that earlier versions stored as sent: SQLite takes any text in an integer column. */
export const readableTimes: Migration = {
  name: '0007-readable-times',
  up: () => [
    `update user set created_at = 0 where ${isUnreadable('created_at')}`,
    `update user set seen_at = null where ${isUnreadable('seen_at')}`,
  ],
};
