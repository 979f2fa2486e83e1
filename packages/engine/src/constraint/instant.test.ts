import assert from 'node:assert/strict';
import { parseInstant } from './instant.ts';

const noon = Date.UTC(2022, 0, 29, 12);

describe('parseInstant', () => {
  for (const text of [
    '2022-01-29T12:00:00.000Z',
    '2022-01-29T12:00:00Z',
    '2022-01-29T12:00Z',
    '2022-01-29 12:00:00Z',
    '2022-01-29T15:00:00+03:00',
    '2022-01-29T07:00:00.000-0500',
    '2022-01-29t12:00:00z',
    '2022-01-29T12:00:00',
    '2022-01-29T12:00:00,000000Z',
  ]) {
    it(`parses ${text}`, () => {
      assert.equal(parseInstant(text), noon);
    });
  }

  it('parses a date as midnight in UTC', () => {
    assert.equal(parseInstant('2022-01-29'), Date.UTC(2022, 0, 29));
  });

  for (const text of ['', 'yesterday', '1643457600000', 'Jan 29 2022', '2022-13-01T00:00:00Z', '2022-01-29T25:00:00Z', '2022-01']) {
    it(`rejects "${text}"`, () => {
      assert.ok(Number.isNaN(parseInstant(text)));
    });
  }
});
