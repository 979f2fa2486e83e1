import type { Migration } from '@signalbox/kit';

/** Stores the last writer of an add-on, whose view of projects limits it. Null for administrators, and for add-ons from before. */
export const owners: Migration = {
  name: '0002-owners',
  up: () => ['alter table addon add column owner longtext null'],
};
