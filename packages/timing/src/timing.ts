/** Resolves after `ms`, or as soon as `stop` is aborted. Never rejects. */
export function pause(ms: number, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop?.addEventListener('abort', end, { once: true });
  });
}

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

/** Runs a function once, later. Returns the function that cancels it. */
export function schedule(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}

/** Waits for a promise, or rejects as soon as `stop` is aborted. The work behind the promise goes on. */
export async function unlessStopped<T>(stop: AbortSignal, promise: Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    end = () => reject(new Error('Interrupted.'));
    if (stop.aborted) end();
    stop.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([promise, stopped]);
  } finally {
    stop.removeEventListener('abort', end);
  }
}

/** The deadline for an answer has passed. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** Waits for a promise for at most `limitMs`, then rejects with `DeadlinePassed`. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DeadlinePassed(`no answer within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets the event loop serve waiting requests and timers. Long work calls it between its parts. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
