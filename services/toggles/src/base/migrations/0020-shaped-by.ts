import type { Migration } from '@signalbox/kit';

/** The users who added or edited a release plan or started its milestones. Null for earlier plans. */
export const shapedBy: Migration = {
  name: '0020-shaped-by',
  up: () => ['alter table release_plan add column shaped_by longtext null'],
};
