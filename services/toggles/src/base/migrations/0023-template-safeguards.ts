import type { Migration } from '@signalbox/kit';

/** Safeguards of release templates. Null: none. */
export const templateSafeguards: Migration = {
  name: '0023-template-safeguards',
  up: () => ['alter table release_template add column safeguards longtext null'],
};
