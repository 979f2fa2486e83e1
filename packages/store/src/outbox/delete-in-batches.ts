import { yieldToOthers } from '@signalbox/timing';
import type { EntityManager, Store } from '../store.ts';

/** How many rows one transaction deletes: no statement may take long, however many there are. */
export const rowsPerBatch = 1000;

/** Repeats a deletion in transactions of its own, until it finds less than a full batch. */
export async function deleteInBatches(store: Store, deleteBatch: (em: EntityManager) => Promise<number>): Promise<void> {
  while ((await store.transaction(deleteBatch)) >= rowsPerBatch) await yieldToOthers();
}
