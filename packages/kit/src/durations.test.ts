import { deepEqual } from 'node:assert/strict';
import { beginningOf, dayMs, hourMs } from './durations.ts';

describe('beginningOf', () => {
  it('returns a time at or before each moment of the hour or day, also before 1970', () => {
    const ten = Date.parse('2026-03-01T10:00:00Z');
    deepEqual(
      [ten, ten + 1, ten + hourMs - 1, ten + hourMs].map((at) => beginningOf(hourMs, at) - ten),
      [0, 0, 0, hourMs],
    );
    deepEqual([beginningOf(dayMs, ten), beginningOf(hourMs, -1)], [Date.parse('2026-03-01T00:00:00Z'), -hourMs]);
  });
});
