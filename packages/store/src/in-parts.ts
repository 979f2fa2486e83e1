import { yieldToOthers } from '@signalbox/timing';
import type { EntityManager, Store } from './store.ts';

/** How many rows one transaction deletes: no statement may take long, however many there are. */
export const rowsPerPart = 1000;

/** Repeats a deletion in transactions of its own, until it finds less than a whole part. */
export async function inParts(store: Store, deletePart: (em: EntityManager) => Promise<number>): Promise<void> {
  while ((await store.transaction(deletePart)) >= rowsPerPart) await yieldToOthers();
}
