import type { Migration } from '@signalbox/kit';

/** Stores the value that code falls back to. Null for features from before. */
export const codeDefault: Migration = {
  name: '0002-code-default',
  up: () => ['alter table feature add column code_default longtext null'],
};
