import type { Migration } from '@signalbox/kit';

/** The rules of each project for changes to its features. Null: none. */
export const projectRules: Migration = {
  name: '0021-project-rules',
  up: () => ['alter table project add column rules longtext null'],
};
