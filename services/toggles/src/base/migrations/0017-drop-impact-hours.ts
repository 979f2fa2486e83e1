import type { Migration } from '@signalbox/kit';

/** Drops the hours of impact metrics that blocks have replaced. */
export const dropImpactHours: Migration = {
  name: '0017-drop-impact-hours',
  runsFrom: '0013-impact-blocks',
  up: () => ['drop table if exists impact_hour'],
};
