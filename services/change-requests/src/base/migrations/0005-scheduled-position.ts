import type { Migration } from '@signalbox/kit';

/** Position of the last event of toggles that a schedule takes into account. Null for earlier schedules. */
export const scheduledPosition: Migration = {
  name: '0005-scheduled-position',
  up: () => ['alter table request_schedule add column toggles_position bigint null'],
};
