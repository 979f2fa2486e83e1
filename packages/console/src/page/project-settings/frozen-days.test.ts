import { deepEqual, equal } from 'node:assert/strict';
import { freezesOn, weeksOf } from './frozen-days.ts';

describe('frozen days', () => {
  const dayOf = (date: Date) => [date.getMonth() + 1, date.getDate()].join('/');
  const ends = (weeks: Date[][]) => weeks.map((week) => [week[0], week[6]].map((date) => date && dayOf(date)).join(' '));

  it('lists the weeks of a month from Monday to Sunday', () => {
    deepEqual(ends(weeksOf(2026, 10)), ['10/26 11/1', '11/2 11/8', '11/9 11/15', '11/16 11/22', '11/23 11/29', '11/30 12/6']);
    deepEqual(ends(weeksOf(2027, 1)), ['2/1 2/7', '2/8 2/14', '2/15 2/21', '2/22 2/28']);
  });

  it('continues with the next year after month 11', () => {
    equal(weeksOf(2026, 12)[0]?.[6]?.getFullYear(), 2027);
  });

  it('shows when a freeze starts and ends', () => {
    const rest = { name: 'rest', start: new Date(2026, 11, 24, 18).toISOString(), end: new Date(2026, 11, 26, 6).toISOString() };
    const on = (day: number) => freezesOn(new Date(2026, 11, day), [rest]);
    deepEqual([23, 24, 25, 26, 27].map(on), [
      [],
      [{ name: 'rest', from: '18:00' }],
      [{ name: 'rest' }],
      [{ name: 'rest', until: '06:00' }],
      [],
    ]);
  });

  it('leaves a day free if a freeze ends with its start', () => {
    const day = { name: 'day', start: new Date(2026, 11, 24).toISOString(), end: new Date(2026, 11, 25).toISOString() };
    deepEqual(freezesOn(new Date(2026, 11, 24), [day]), [{ name: 'day' }]);
    deepEqual(freezesOn(new Date(2026, 11, 25), [day]), []);
  });
});
