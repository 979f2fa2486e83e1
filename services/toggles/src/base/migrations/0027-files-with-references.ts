import type { Migration } from '@signalbox/kit';

/** The number of files that use a feature, by branch. Zero until the next scan. */
export const filesWithReferences: Migration = {
  name: '0027-files-with-references',
  up: () => ['alter table code_use add column file_count integer not null default 0'],
};
