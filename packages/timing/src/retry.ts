import { pause } from './pause.ts';

/** Milliseconds to wait after the failed attempt of this number, starting at 1. */
export type Backoff = (attempt: number) => number;

/** Rules for retries. */
export interface Retrying {
  readonly waitMs: Backoff;
  /** Returns true if another attempt makes sense. Absent: after every error. */
  readonly again?: (error: unknown, attempt: number) => boolean;
  /** Called for each failure that another attempt follows. */
  readonly failed?: (error: unknown, attempt: number) => void;
  /** Ends the wait and the attempts; the last error is thrown. */
  readonly stop?: AbortSignal;
}

/** Repeats `work` until it succeeds, `again` returns false, or it is stopped. Throws the error of the last attempt. */
export async function retry<T>(work: (attempt: number) => Promise<T>, { waitMs, again, failed, stop }: Retrying): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (stop?.aborted || again?.(error, attempt) === false) throw error;
      failed?.(error, attempt);
      await pause(waitMs(attempt), stop);
      if (stop?.aborted) throw error;
    }
  }
}

/** Doubles the wait after each failure. */
export const doubling =
  (firstMs: number, maxMs: number): Backoff =>
  (attempt) =>
    Math.min(maxMs, firstMs * 2 ** (attempt - 1));
