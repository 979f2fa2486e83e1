import { equal } from 'node:assert/strict';
import { encodingFor } from './accepted-encoding.ts';

describe('encodingFor', () => {
  for (const [accepted, encoding] of [
    [undefined, 'plain'],
    ['', 'plain'],
    ['deflate', 'plain'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, GZIP;q=0.5', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['gzip;q=0', 'plain'],
    ['*', 'br'],
  ] as const) {
    it(`returns ${encoding} for ${accepted === undefined ? 'no header' : JSON.stringify(accepted)}`, () => {
      equal(encodingFor(accepted, ['br', 'gzip']), encoding);
    });
  }

  it('returns only an offered encoding', () => {
    equal(encodingFor('gzip, deflate, br', ['gzip']), 'gzip');
    equal(encodingFor('br', ['gzip']), 'plain');
  });
});
