import type { Migration } from '@signalbox/kit';

/** Keeps who added, edited or removed a change of a request: none of them approves it. Null for requests from before. */
export const shapedBy: Migration = {
  name: '0004-shaped-by',
  up: () => ['alter table change_request add column shaped_by longtext null'],
};
