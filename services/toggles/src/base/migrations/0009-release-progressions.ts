import type { Migration } from '@signalbox/kit';

/** Stores when a release plan is checked next, why its last step failed, and when a feature was switched last. */
export const releaseProgressions: Migration = {
  name: '0009-release-progressions',
  up: () => [
    'alter table release_plan add column due_at bigint null',
    'alter table release_plan add column problem text null',
    'create index release_plan_by_due_at on release_plan (due_at)',
    'alter table feature_environment add column switched_at bigint null',
  ],
};
