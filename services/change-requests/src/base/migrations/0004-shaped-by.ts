import type { Migration } from '@signalbox/kit';

/** The users who added, edited or removed a change of a request, and so must not approve it. Null for earlier requests. */
export const shapedBy: Migration = {
  name: '0004-shaped-by',
  up: () => ['alter table change_request add column shaped_by longtext null'],
};
