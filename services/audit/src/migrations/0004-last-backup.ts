import type { Migration } from '@signalbox/kit';

/** The moment of the newest complete backup. */
export const lastBackup: Migration = {
  name: '0004-last-backup',
  up: () => ['alter table upkeep add column backed_up_at bigint null'],
};
