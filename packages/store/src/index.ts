export { baseTables } from './base-tables.ts';
export { markPublished, type Numbers, readCounter, takeNumbers } from './counter.ts';
export {
  alreadyHandled,
  countSetAside,
  markHandled,
  noteReason,
  pruneInbox,
  readSetAside,
  type SetAside,
  setAside,
  takeBack,
} from './inbox.ts';
export { findKeptAnswer, keepAnswer, type KeptAnswer, pruneKeptAnswers } from './kept-answer.ts';
export { type Lease, releaseLease, takeLease } from './lease.ts';
export { openStore, type StoreOptions } from './open-store.ts';
export type { Schema } from './orm-store.ts';
export { type OutboxMessage, pruneOutbox, readOutbox, writeOutbox } from './outbox.ts';
export { type EntityManager, type Fault, faultOf, type Migration, type MigrationWords, type Store, StoreTimeout } from './store.ts';
