import { deepEqual, equal } from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, asLocalMoment, formatAge, formatClock, formatExact, formatMoment, momentIn } from './format.ts';

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

describe('times and numbers', () => {
  const afternoon = '2027-01-31T15:04:05';

  it('have a 24-hour clock, and a separator from four digits on', () => {
    const atMs = Date.parse(afternoon);
    deepEqual([formatClock(atMs), formatMoment(atMs), formatExact(afternoon)], ['15:04:05', 'Jan 31, 15:04', 'Jan 31, 2027, 15:04:05']);
    equal(counted(2010, 'feature'), '2,010 features');
  });

  it('are formatted by the shared functions in all texts', async () => {
    const cwd = join(import.meta.dirname, '..');
    const wrong: string[] = [];
    for await (const file of glob('{page,parts,frame,server}/**/*.{ts,tsx}', { cwd })) {
      if (file.endsWith('.test.ts')) continue;
      const text = await readFile(join(cwd, file), 'utf8');
      const own = /toLocale\w*String|Intl\.(?:DateTime|Number)Format|\.length\}? (?:selected|of|features|changes)\b/;
      for (const line of text.split('\n')) if (own.test(line)) wrong.push(`${file}: ${line.trim()}`);
    }
    deepEqual(wrong, []);
  });
});
