import { deepEqual, equal } from 'node:assert/strict';
import type { TransitionCondition } from '../../../server/ask.ts';
import { conditionOf, describeCondition, gatesOf, splitDuration } from './gate.ts';

const office = {
  type: 'window',
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sun'],
  from: '09:00',
  to: '16:00',
  timeZone: 'Europe/Oslo',
} as const;

describe('a condition in words', () => {
  const cases: readonly (readonly [condition: TransitionCondition | null, expected: string])[] = [
    [null, 'by hand'],
    [{ intervalMinutes: 1440 }, 'after 1 day'],
    [{ intervalMinutes: 90 }, 'after 90 minutes'],
    [{ gates: [{ type: 'exposure', minimum: 10_000 }] }, 'after 10,000 evaluations as enabled'],
    [{ gates: [{ type: 'approval', approvals: 1 }] }, 'after 1 approval'],
    [{ gates: [{ type: 'approval', approvals: 2, groups: [1, 7] }] }, 'after 2 approvals by qa or group 7'],
    [{ gates: [office] }, 'on Mon–Fri, Sun between 09:00 and 16:00 (Europe/Oslo)'],
    [{ gates: [{ ...office, days: ['sat', 'sun'] }] }, 'on Sat, Sun between 09:00 and 16:00 (Europe/Oslo)'],
    [{ intervalMinutes: 60, gates: [{ type: 'quiet', minutes: 120 }] }, 'after 1 hour, and after 2 hours without a change'],
  ];
  for (const [condition, expected] of cases)
    it(`is “${expected}”`, () =>
      equal(
        describeCondition(condition, (id) => (id === 1 ? 'qa' : undefined)),
        expected,
      ));
});

describe('a condition as gates', () => {
  it('keeps its content', () => {
    const condition: TransitionCondition = { intervalMinutes: 60, gates: [office, { type: 'time', minutes: 5 }] };
    deepEqual(conditionOf(gatesOf(condition)), condition);
    deepEqual(conditionOf(gatesOf({ intervalMinutes: 60 })), { intervalMinutes: 60 });
  });

  it('is null without gates', () => equal(conditionOf([]), null));
});

describe('a duration', () => {
  it('has the longest unit that divides it', () =>
    deepEqual(
      [1, 90, 120, 1440, 2160].map((minutes) => Object.values(splitDuration(minutes)).join(' ')),
      ['1 minutes', '90 minutes', '2 hours', '1 days', '36 hours'],
    ));
});
