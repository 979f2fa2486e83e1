import type { Migration } from '@signalbox/kit';

/** The verified position and its time. */
export const provenTo: Migration = {
  name: '0002-proven-to',
  up: () => ['alter table upkeep add column proven_to bigint not null default 0', 'alter table upkeep add column proven_at bigint null'],
};
