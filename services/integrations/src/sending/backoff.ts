import { hourMs, minuteMs } from '@signalbox/kit';

const secondMs = 1000;

/** How long the first event rests after each failed attempt, at most. */
const restsMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs, 4 * hourMs];

/** No event is tried for longer, so none holds up the others for longer. */
const windowMs = 8 * hourMs;

/** How often an event is tried that the receiver refuses (4xx): what is wrong with the request stays wrong. */
export const attemptsOfRefused = 4;

/** How often an event is tried at most. */
export const maxAttempts = restsMs.length + 1;

/** What a failed attempt says of the next one. */
export interface FailedAttempt {
  /** The number of the attempt; the first one is 1. */
  readonly attempt: number;
  /** How often it may be tried. */
  readonly maxAttempts: number;
  readonly queuedAt: Date;
  /** What the receiver asks for (`Retry-After`). */
  readonly retryAfterMs: number;
}

/** When it is tried again, between half of the rest and all of it; null where it was the last attempt. `random` is in [0, 1). */
export function nextAttempt(
  { attempt, maxAttempts: limit, queuedAt, retryAfterMs }: FailedAttempt,
  now: Date,
  random: number,
): Date | null {
  const restMs = restsMs[attempt - 1];
  if (restMs === undefined || attempt >= limit) return null;
  const at = now.getTime() + Math.max(restMs * (1 - random / 2), Math.min(retryAfterMs, hourMs));
  return at <= queuedAt.getTime() + windowMs ? new Date(at) : null;
}
