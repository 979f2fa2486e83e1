import { deepEqual, equal } from 'node:assert/strict';
import { applicationsOf, layersOf, startsOf } from './usage-counts.ts';

const now = Date.parse('2027-01-01T12:30:00Z');
const counted = (appName: string, timestamp: string, yes: number, no: number, variants: Record<string, number> = {}) => ({
  appName,
  environment: 'production',
  timestamp,
  yes,
  no,
  variants,
});
const all = [
  counted('shop', '2027-01-01T12:00:00Z', 3, 1, { red: 2, blue: 1 }),
  counted('till', '2027-01-01T12:00:00Z', 10, 0),
  counted('shop', '2027-01-01T10:00:00Z', 1, 1, { blue: 1 }),
  counted('shop', '2026-12-01T12:00:00Z', 5, 5),
];
const starts = startsOf('24h', now);
const lastThree = (counts: readonly (typeof all)[number][], group: Parameters<typeof layersOf>[1]) =>
  layersOf(counts, group, '24h', starts).map(({ name, values }) => [name, ...values.slice(-3)]);

describe('usage over time', () => {
  it('covers each range up to the current hour or day', () => {
    equal(new Date(starts.at(-1) ?? 0).toISOString(), '2027-01-01T12:00:00.000Z');
    deepEqual([starts.length, startsOf('7d', now).length, startsOf('90d', now).length], [24, 8, 91]);
    equal(new Date(startsOf('7d', now)[0] ?? 0).toISOString(), '2026-12-25T00:00:00.000Z');
  });

  it('has the sums of on and off, includes empty hours, and ignores other times', () => {
    deepEqual(lastThree(all, 'result'), [
      ['On', 1, 0, 13],
      ['Off', 1, 0, 1],
    ]);
    deepEqual(lastThree([], 'result'), [
      ['On', 0, 0, 0],
      ['Off', 0, 0, 0],
    ]);
  });

  it('is counted by variant or application, the largest first', () => {
    deepEqual(lastThree(all, 'variant'), [
      ['blue', 1, 0, 1],
      ['red', 0, 0, 2],
    ]);
    deepEqual(lastThree(all, 'application'), [
      ['till', 0, 0, 10],
      ['shop', 2, 0, 4],
    ]);
  });

  it('sums up all but the three largest', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name, index) => counted(name, '2027-01-01T12:00:00Z', 10 - index, 0));
    deepEqual(
      layersOf(many, 'application', '24h', starts).map(({ name, tone, values }) => [name, tone, values.at(-1)]),
      [
        ['a', 'first', 10],
        ['b', 'second', 9],
        ['c', 'third', 8],
        ['2 others', 'rest', 13],
      ],
    );
  });

  it('lists the application with the most evaluations first', () =>
    deepEqual(applicationsOf(all.slice(0, 3)), [
      { name: 'till', yes: 10, no: 0 },
      { name: 'shop', yes: 4, no: 2 },
    ]));
});
