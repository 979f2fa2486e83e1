import type { Migration } from '@signalbox/kit';

/** What the creator of a feature was called when it was created. */
export const creatorsOfFeatures: Migration = {
  name: '0003-creators-of-features',
  up: () => ['alter table feature add column created_by varchar(255) null'],
};
