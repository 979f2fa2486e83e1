import { deepEqual, equal, ok } from 'node:assert/strict';
import { hourMs, minuteMs } from '@signalbox/kit';
import { attemptsOfRefused, maxAttempts, nextAttempt } from './backoff.ts';

const queuedAt = new Date('2026-03-01T00:00:00.000Z');
const failed = { attempt: 1, maxAttempts, queuedAt, retryAfterMs: 0 };
const restMs = (change: Partial<typeof failed>, random = 0, now = queuedAt) => {
  const next = nextAttempt({ ...failed, ...change }, now, random);
  return next && next.getTime() - now.getTime();
};

describe('the next attempt', () => {
  it('comes after a rest that grows to hours, and never after the ninth', () => {
    deepEqual(
      Array.from({ length: 9 }, (_, index) => restMs({ attempt: index + 1 })),
      [5000, 30_000, 120_000, 600_000, 1_800_000, hourMs, 2 * hourMs, 4 * hourMs, null],
    );
  });

  it('comes at a random moment of the second half of the rest', () => {
    deepEqual([restMs({ attempt: 3 }, 0), restMs({ attempt: 3 }, 0.5), restMs({ attempt: 3 }, 1)], [120_000, 90_000, 60_000]);
  });

  it('ends after four where the receiver refuses', () => {
    equal(restMs({ attempt: 3, maxAttempts: attemptsOfRefused }), 120_000);
    equal(restMs({ attempt: 4, maxAttempts: attemptsOfRefused }), null);
  });

  it('comes no earlier than the receiver asks for, but within an hour', () => {
    equal(restMs({ retryAfterMs: 30 * minuteMs }), 30 * minuteMs);
    equal(restMs({ retryAfterMs: 30 * hourMs }), hourMs);
  });

  it('does not come once the event has waited for eight hours', () => {
    equal(restMs({}, 0, new Date(queuedAt.getTime() + 8 * hourMs)), null);
    ok(restMs({}, 0, new Date(queuedAt.getTime() + 8 * hourMs - 5000)));
  });
});
