import { deepEqual, equal } from 'node:assert/strict';
import { applicationsOf, hoursOf, lineThrough } from './usage-hours.ts';

const now = Date.parse('2027-01-01T12:30:00Z');
const counted = (appName: string, timestamp: string, yes: number, no: number, environment = 'production') => ({
  appName,
  environment,
  timestamp,
  yes,
  no,
});
const all = [
  counted('shop', '2027-01-01T12:00:00Z', 3, 1),
  counted('till', '2027-01-01T12:00:00Z', 10, 0),
  counted('shop', '2027-01-01T10:00:00Z', 1, 1),
  counted('shop', '2027-01-01T12:00:00Z', 99, 99, 'development'),
  counted('shop', '2026-12-01T12:00:00Z', 5, 5),
];

describe('usage by hours', () => {
  it('sums applications, includes empty hours, and ignores other environments and times', () =>
    deepEqual(
      hoursOf(all, 'production', now, 3).map(({ yes, no }) => [yes, no]),
      [
        [1, 1],
        [0, 0],
        [13, 1],
      ],
    ));
  it('lists the application with the most evaluations first', () =>
    deepEqual(applicationsOf(all.slice(0, 4), 'production'), [
      { name: 'till', yes: 10, no: 0 },
      { name: 'shop', yes: 4, no: 2 },
    ]));
  it('is drawn from left to right, with the maximum at the top', () =>
    equal(lineThrough([0, 5, 10], 10, { width: 100, height: 50 }), 'M0.0 50.0L50.0 25.0L100.0 0.0'));
  it('is drawn at the bottom if there are no evaluations', () =>
    equal(lineThrough([0, 0], 0, { width: 100, height: 50 }), 'M0.0 50.0L100.0 50.0'));
});
