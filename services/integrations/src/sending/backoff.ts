import { hourMs, minuteMs } from '@signalbox/kit';

const secondMs = 1000;

/** Maximum delay after each failed attempt. */
const delaysMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs];

/** Maximum time for an event, which limits how long it delays the others. */
const windowMs = 8 * hourMs;

/** Maximum number of attempts for refused events (4xx): the request is unlikely to succeed later. */
export const attemptsOfRefused = 4;

export const maxAttempts = delaysMs.length + 1;

export interface FailedAttempt {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly queuedAt: Date;
  /** Delay requested by the receiver (`Retry-After`). */
  readonly retryAfterMs: number;
}

/** Time of the next attempt, after at least half of the delay; null after the last attempt. `random` is in [0, 1). */
export function nextAttempt(
  { attempt, maxAttempts: limit, queuedAt, retryAfterMs }: FailedAttempt,
  now: Date,
  random: number,
): Date | null {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined || attempt >= limit) return null;
  const at = now.getTime() + Math.max(delayMs * (1 - random / 2), Math.min(retryAfterMs, hourMs));
  return at <= queuedAt.getTime() + windowMs ? new Date(at) : null;
}
