import type { Migration } from '@signalbox/kit';

/** When the latest event of a project's day was; of days before this was counted, the day's beginning. */
export const latestEvents: Migration = {
  name: '0002-latest-events',
  up: () => [
    'alter table project_activity add column last_at bigint not null default 0',
    'update project_activity set last_at = day where last_at = 0',
  ],
};
