import { equal } from 'node:assert/strict';
import { asLocalMoment, momentIn, formatAge } from './time.ts';

describe('an age', () => {
  const ages: readonly (readonly [ms: number, text: string])[] = [
    [-5000, 'now'],
    [0, 'now'],
    [999, 'now'],
    [1000, '1 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [86_400_000 * 400, '400 d'],
  ];
  for (const [ms, text] of ages) it(`is ${text} for ${ms} ms`, () => equal(formatAge(0, ms), text));
});

describe('a moment in a field', () => {
  it('survives a round trip to the minute', () => {
    equal(momentIn(asLocalMoment('2027-01-31T12:34:56Z')), '2027-01-31T12:34:00.000Z');
  });

  it('is empty if it is invalid', () => {
    equal(asLocalMoment('tomorrow'), '');
    equal(momentIn(''), '');
  });
});
