import type { Migration } from '@signalbox/kit';

/** The seal of the newest checkpoint and of the signing keys: see `checkpoint/seal.ts`. */
export const logSeal: Migration = {
  name: '0003-seal-of-log',
  up: () => ['alter table upkeep add column seal longtext null'],
};
