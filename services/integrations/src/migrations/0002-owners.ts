import type { Migration } from '@signalbox/kit';

/** The last writer of an add-on, whose access to projects limits it. Null for administrators and for earlier add-ons. */
export const owners: Migration = {
  name: '0002-owners',
  up: () => ['alter table addon add column owner longtext null'],
};
