import { deepEqual } from 'node:assert/strict';
import { dailyOf } from './daily.ts';

describe('changes per day', () => {
  it('cover 30 days up to today, with zero for days without changes', () => {
    const activity = [
      { date: '2026-01-01', count: 9 },
      { date: '2026-01-02', count: 4 },
      { date: '2026-01-31', count: 2 },
    ];
    const { starts, values } = dailyOf(activity, Date.parse('2026-01-31T12:30:00Z'));
    deepEqual([starts[0], starts.at(-1)], [Date.parse('2026-01-02'), Date.parse('2026-01-31')]);
    deepEqual(values, [4, ...Array.from({ length: 28 }, () => 0), 2]);
  });
});
