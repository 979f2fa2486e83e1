import type { Migration } from '@signalbox/kit';

/** Stores the fallback value of application code. Null for existing features. */
export const codeDefault: Migration = {
  name: '0002-code-default',
  up: () => ['alter table feature add column code_default longtext null'],
};
