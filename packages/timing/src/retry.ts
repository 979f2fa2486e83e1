import { pause } from './pause.ts';

/** How long to wait after the failed attempt of this number; the first one is 1. Milliseconds. */
export type Backoff = (attempt: number) => number;

/** When work that failed is tried again. */
export interface Retrying {
  readonly waitMs: Backoff;
  /** Whether it is worth another attempt. Absent: after every error. */
  readonly again?: (error: unknown, attempt: number) => boolean;
  /** Told of each failure that another attempt follows. */
  readonly failed?: (error: unknown, attempt: number) => void;
  /** Ends a wait, and is the end of trying: the last error is thrown. */
  readonly stop?: AbortSignal;
}

/** Repeats `work` until it succeeds, is not worth another attempt, or is stopped. Throws the error of the last attempt. */
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

/** Twice as long after each failure. */
export const doubling =
  (firstMs: number, maxMs: number): Backoff =>
  (attempt) =>
    Math.min(maxMs, firstMs * 2 ** (attempt - 1));
