import type { Migration } from '@signalbox/kit';

/** Stores the safeguards of release plans. Null for existing plans, which have none. */
export const releaseSafeguards: Migration = {
  name: '0011-release-safeguards',
  up: () => ['alter table release_plan add column safeguards longtext null'],
};
