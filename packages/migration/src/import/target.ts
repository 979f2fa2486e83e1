import type { Api } from '../call/api.ts';
import type { CreatedNames } from './created.ts';

/** A target and where an import reports its progress. */
export interface Target {
  readonly api: Api;
  /** Prints one line. */
  readonly report: (line: string) => void;
  /** Receives the names of all features and segments that the import creates. */
  readonly created: CreatedNames;
}

/** Limit of entries per request of the migration routes. */
const entriesAtOnce = 500;

/** Calls `work` with parts of a list. */
export async function inChunks<T>(list: readonly T[], work: (chunk: readonly T[], from: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < list.length; from += entriesAtOnce) await work(list.slice(from, from + entriesAtOnce), from);
}

/** Adds the name of the object to a failure. */
export async function about<T>(object: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Error(`${object}: ${(error as Error).message}`, { cause: error });
  });
}
