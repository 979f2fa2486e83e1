import type { Migration } from '@signalbox/kit';

/** Hash of the plan that proposed the request. Null for all others, and after an edit. */
export const planHash: Migration = {
  name: '0006-plan-hash',
  up: () => ['alter table change_request add column plan_hash char(64) null'],
};
