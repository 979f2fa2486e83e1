import { deepEqual, equal, ok } from 'node:assert/strict';
import { hourMs, minuteMs } from '@signalbox/kit';
import { attemptsOfRefused, maxAttempts, nextAttempt } from './backoff.ts';

const queuedAt = new Date('2026-03-01T00:00:00.000Z');
const failed = { attempt: 1, maxAttempts, queuedAt, retryAfterMs: 0 };
const delayMs = (change: Partial<typeof failed>, random = 0, now = queuedAt) => {
  const next = nextAttempt({ ...failed, ...change }, now, random);
  return next && next.getTime() - now.getTime();
};

describe('the next attempt', () => {
  it('follows a delay that grows to hours, up to nine attempts', () => {
    deepEqual(
      Array.from({ length: 9 }, (_, index) => delayMs({ attempt: index + 1 })),
      [5000, 30_000, 120_000, 600_000, 1_800_000, hourMs, 2 * hourMs, 4 * hourMs, null],
    );
  });

  it('is at a random time in the second half of the delay', () => {
    deepEqual([delayMs({ attempt: 3 }, 0), delayMs({ attempt: 3 }, 0.5), delayMs({ attempt: 3 }, 1)], [120_000, 90_000, 60_000]);
  });

  it('ends after four if the receiver refuses', () => {
    equal(delayMs({ attempt: 3, maxAttempts: attemptsOfRefused }), 120_000);
    equal(delayMs({ attempt: 4, maxAttempts: attemptsOfRefused }), null);
  });

  it('respects Retry-After up to an hour', () => {
    equal(delayMs({ retryAfterMs: 30 * minuteMs }), 30 * minuteMs);
    equal(delayMs({ retryAfterMs: 30 * hourMs }), hourMs);
  });

  it('does not take place once the event has waited for eight hours', () => {
    equal(delayMs({}, 0, new Date(queuedAt.getTime() + 8 * hourMs)), null);
    ok(delayMs({}, 0, new Date(queuedAt.getTime() + 8 * hourMs - 5000)));
  });
});
