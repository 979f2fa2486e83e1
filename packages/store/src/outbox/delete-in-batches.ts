import { yieldToOthers } from '@signalbox/timing';
import type { EntityManager, Store } from '../store.ts';

/** Maximum rows per transaction, so that no statement takes long. */
export const rowsPerBatch = 1000;

/** Repeats a deletion in separate transactions, until it finds less than a full batch. */
export async function deleteInBatches(store: Store, deleteBatch: (em: EntityManager) => Promise<number>): Promise<void> {
  while ((await store.transaction(deleteBatch)) >= rowsPerBatch) await yieldToOthers();
}
