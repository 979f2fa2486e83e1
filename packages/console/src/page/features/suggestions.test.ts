import { deepEqual } from 'node:assert/strict';
import { suggestionsFor } from './suggestions.ts';

const known = {
  state: ['active', 'stale'],
  segment: ['beta customers'],
  tag: ['team:payments', 'team:search'],
  reach: ['some', 'live:some'],
};

describe('suggestions of a filter', () => {
  const cases: readonly (readonly [text: string, suggested: readonly string[]])[] = [
    ['', ['state:', 'type:', 'tag:', 'segment:', 'stage:', 'by:', 'owner:', 'on:', 'off:', 'reach:', 'changed:', 'cleanup:']],
    ['check ', []],
    ['st', ['state:', 'stage:']],
    ['checkout S', ['checkout state:', 'checkout segment:', 'checkout stage:']],
    ['state:', ['state:active ', 'state:stale ']],
    ['state:ST', ['state:stale ']],
    ['x state:stale', []],
    ['segment:be', ['segment:"beta customers" ']],
    ['segment:"beta c', ['segment:"beta customers" ']],
    ['tag:team:s', ['tag:team:search ']],
    ['r', ['reach:']],
    ['reach:li', ['reach:live:some ']],
    ['other:a', []],
    ['constructor:', []],
  ];
  for (const [text, suggested] of cases)
    it(`complete ${JSON.stringify(text)}`, () => deepEqual(suggestionsFor(text, known, 'shop'), suggested));

  it('include projects only across them', () =>
    deepEqual([suggestionsFor('p', known, 'shop'), suggestionsFor('p', known, null)], [[], ['project:']]));
});
