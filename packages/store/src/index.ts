export { type BaseTables, baseTables } from './base-tables.ts';
export { type CheckpointMove, moveCheckpoint, readCounter } from './lease/counter.ts';
export {
  countDeadLetters,
  type DeadLetter,
  deleteDeadLetter,
  readDeadLetters,
  updateDeadLetterReason,
  writeDeadLetter,
} from './outbox/dead-letter.ts';
export { forgetEncryptionKeys, noteEncryptionKeys, readEncryptionKeys } from './encryption-key.ts';
export {
  completeIdempotencyRecord,
  deleteIdempotencyRecord,
  findIdempotencyRecord,
  type IdempotencyRecord,
  pruneIdempotencyRecords,
  writeIdempotencyRecord,
} from './outbox/idempotency-record.ts';
export { alreadyHandled, markHandled, pruneInbox } from './outbox/inbox.ts';
export { claimRun, type Lease, releaseLease, renewLease, takeLease } from './lease/lease.ts';
export type { Migration, MigrationWords } from './migrations/migration.ts';
export type { DatabaseLimits, StoreOptions } from './location.ts';
export { openStore } from './dialect/open-store.ts';
export type { Schema } from './dialect/orm-store.ts';
export {
  type NumberedMessage,
  openOutbox,
  type StateMessage,
  type OutboxDraft,
  type OutboxMessage,
  pruneOutbox,
  readOutbox,
  readOutboxBacklog,
} from './outbox/outbox.ts';
export {
  type EntityManager,
  type Fault,
  faultOf,
  type MigrationListener,
  type PlannedMigration,
  type Store,
  StoreTimeout,
  UnusableSchema,
} from './store.ts';
export { FolderInUse, lockFolder } from './lock-folder.ts';
export { openRestoring, revisionLeap, type Restoring, type RestoreState } from './backup/restoring.ts';
export { openSnapshot, type Snapshot, type TableContent } from './backup/snapshot.ts';
export type { Value } from './backup/snapshot-reader.ts';
export type { MeasureStatement } from './measure-statement.ts';
