import { LockMode } from '@mikro-orm/core';
import type { EncryptedRows, Replace } from '@signalbox/kit';
import { faultOf, type Store } from '@signalbox/store';
import { retry } from '@signalbox/timing';

const rowsPerBatch = 100;
const attempts = 10;
const pauseMs = 200;

/** Replaces a value. `batch` collects results of the batch, which may run again after a lost race. */
export type ReplaceIn<T> = (batch: T[], ...value: Parameters<Replace>) => string;

/** Replaces all encrypted values of the rows, one batch per transaction, and returns the results that `replace` collected. */
export async function replaceAll<T>(store: Store, rows: EncryptedRows, replace: ReplaceIn<T>): Promise<T[]> {
  const collected: T[] = [];
  let after: unknown = null;
  do {
    const { batch, last } = await retry(() => replaceNext(store, rows, after, replace), {
      waitMs: () => pauseMs,
      again: (error, attempt) => attempt < attempts && faultOf(error) === 'conflict',
    });
    collected.push(...batch);
    after = last;
  } while (after !== null);
  return collected;
}

/** `last` is the key to continue after, or null after the last row. */
function replaceNext<T>(store: Store, { entity, key, replace: replaceIn }: EncryptedRows, after: unknown, replace: ReplaceIn<T>) {
  return store.transaction(async (em) => {
    const batch: T[] = [];
    const found = await em.find(entity, after === null ? {} : { [key]: { $gt: after } }, {
      orderBy: { [key]: 'asc' } as object,
      limit: rowsPerBatch,
      lockMode: LockMode.PESSIMISTIC_WRITE,
    });
    for (const row of found) replaceIn(row as never, (...value) => replace(batch, ...value));
    const last = found.length < rowsPerBatch ? null : (found.at(-1) as Readonly<Record<string, unknown>>)[key];
    return { batch, last };
  });
}
