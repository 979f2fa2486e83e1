import { deepEqual, equal } from 'node:assert/strict';
import type { Freeze } from './protection.ts';
import { freezeAt } from './freeze-at.ts';

const freeze = (more: Partial<Freeze>): Freeze => ({
  name: 'rest',
  start: '2026-12-24T18:00',
  end: '2026-12-27T06:00',
  timeZone: 'Europe/Oslo',
  repeats: 'never',
  ...more,
});
const at = (instant: string, ...freezes: Freeze[]) => freezeAt({ freezes }, new Date(instant));
/** Filters the instants at which the freeze is in force. */
const frozen = (one: Freeze, ...instants: string[]) => instants.filter((instant) => at(instant, one) !== null);

describe('freeze at', () => {
  it('returns null without a freeze', () => {
    equal(at('2026-12-25T00:00:00Z'), null);
  });

  it('returns a freeze from its start up to its end, in its time zone', () => {
    const instants = ['2026-12-24T16:59:59.999Z', '2026-12-24T17:00:00Z', '2026-12-27T04:59:59.999Z', '2026-12-27T05:00:00Z'];
    deepEqual(frozen(freeze({}), ...instants), instants.slice(1, 3));
    deepEqual(at('2026-12-25T00:00:00Z', freeze({})), { name: 'rest', until: '2026-12-27T05:00:00.000Z' });
  });

  it('does not repeat a freeze unless configured', () => {
    deepEqual(frozen(freeze({}), '2027-12-25T00:00:00Z', '2025-12-25T00:00:00Z'), []);
  });

  it('repeats a daily freeze, also across midnight, but not before its first start', () => {
    const nightly = freeze({ start: '2026-11-02T22:00', end: '2026-11-03T06:00', timeZone: 'UTC', repeats: 'daily' });
    const instants = [
      '2026-11-01T23:00:00Z',
      '2026-11-02T21:59:00Z',
      '2026-11-02T22:00:00Z',
      '2028-02-29T05:59:00Z',
      '2028-02-29T06:00:00Z',
    ];
    deepEqual(frozen(nightly, ...instants), instants.slice(2, 4));
    deepEqual(at('2028-02-29T01:00:00Z', nightly), { name: 'rest', until: '2028-02-29T06:00:00.000Z' });
  });

  it('repeats a weekly freeze on its days', () => {
    const weekend = freeze({ start: '2026-11-06T16:00', end: '2026-11-09T08:00', timeZone: 'America/New_York', repeats: 'weekly' });
    const instants = [
      '2027-07-02T19:59:00Z',
      '2027-07-02T20:00:00Z',
      '2027-07-05T11:59:00Z',
      '2027-07-05T12:00:00Z',
      '2027-07-07T12:00:00Z',
    ];
    deepEqual(frozen(weekend, ...instants), instants.slice(1, 3));
  });

  it('repeats a yearly freeze, also across the turn of the year', () => {
    const turn = freeze({ start: '2024-12-20T00:00', end: '2025-01-06T00:00', timeZone: 'UTC', repeats: 'yearly' });
    deepEqual(frozen(turn, '2030-01-05T23:59:00Z', '2030-01-06T00:00:00Z', '2030-12-20T00:00:00Z', '2023-12-25T00:00:00Z'), [
      '2030-01-05T23:59:00Z',
      '2030-12-20T00:00:00Z',
    ]);
  });

  it('repeats a freeze of 29 February on the last day of February', () => {
    const leap = freeze({ start: '2024-02-29T00:00', end: '2024-03-01T00:00', timeZone: 'UTC', repeats: 'yearly' });
    deepEqual(frozen(leap, '2027-02-28T12:00:00Z', '2027-02-27T12:00:00Z', '2027-03-01T00:00:00Z', '2028-02-29T12:00:00Z'), [
      '2027-02-28T12:00:00Z',
      '2028-02-29T12:00:00Z',
    ]);
  });

  // In Oslo the clocks go from 02:00 to 03:00 on 29 March 2026 (01:00Z), and from 03:00 back to 02:00 on 25 October (01:00Z).
  it('keeps the local hours when the clocks change', () => {
    const nightly = freeze({ start: '2026-03-01T22:00', end: '2026-03-02T06:00', repeats: 'daily' });
    equal(at('2026-03-28T22:00:00Z', nightly)?.until, '2026-03-29T04:00:00.000Z');
    equal(at('2026-03-29T20:00:00Z', nightly)?.until, '2026-03-30T04:00:00.000Z');
    equal(at('2026-10-24T20:00:00Z', nightly)?.until, '2026-10-25T05:00:00.000Z');
  });

  it('does not shorten a freeze whose start or end falls into skipped local time', () => {
    const skippedStart = freeze({ start: '2026-03-29T02:30', end: '2026-03-29T03:15' });
    deepEqual(frozen(skippedStart, '2026-03-29T00:29:00Z', '2026-03-29T00:30:00Z', '2026-03-29T01:14:00Z', '2026-03-29T01:15:00Z'), [
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:14:00Z',
    ]);
    const skippedEnd = freeze({ start: '2026-03-29T00:00', end: '2026-03-29T02:30' });
    equal(at('2026-03-29T01:00:00Z', skippedEnd)?.until, '2026-03-29T01:30:00.000Z');
  });

  it('starts at the first and ends at the second occurrence of a repeated local time', () => {
    const twice = freeze({ start: '2026-10-25T02:15', end: '2026-10-25T02:45' });
    deepEqual(frozen(twice, '2026-10-25T00:14:00Z', '2026-10-25T00:15:00Z', '2026-10-25T01:44:00Z', '2026-10-25T01:45:00Z'), [
      '2026-10-25T00:15:00Z',
      '2026-10-25T01:44:00Z',
    ]);
  });

  it('returns the last one to end if several are in force', () => {
    const short = freeze({ name: 'short', end: '2026-12-25T06:00' });
    const daily = freeze({ name: 'daily', start: '2026-01-01T00:00', end: '2026-01-01T23:00', repeats: 'daily' });
    deepEqual(at('2026-12-25T00:00:00Z', short, freeze({}), daily), { name: 'rest', until: '2026-12-27T05:00:00.000Z' });
    equal(at('2026-12-27T06:00:00Z', short, freeze({}), daily)?.name, 'daily');
  });
});
