import type { Migration } from '@signalbox/kit';

/** Stores up to which event of toggles a schedule takes changes into account. Null for schedules from before. */
export const scheduledPosition: Migration = {
  name: '0005-scheduled-position',
  up: () => ['alter table request_schedule add column toggles_position bigint null'],
};
