import type { Migration } from '@signalbox/kit';

/** Stores the key of a strategy in documents, and the set of documents that an object belongs to. Null for existing rows. */
export const keysAndSets: Migration = {
  name: '0006-keys-and-sets',
  up: () => [
    'alter table feature_strategy add column strategy_key varchar(100) null',
    ...['feature', 'segment', 'context_field', 'tag_type', 'strategy_definition'].map(
      (table) => `alter table ${table} add column managed_by varchar(100) null`,
    ),
  ],
};
