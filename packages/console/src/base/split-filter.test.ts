import { deepEqual, equal } from 'node:assert/strict';
import { joinFilter, splitFilter, splitTyped } from './split-filter.ts';

const keys = ['state', 'segment'];

describe('a filter', () => {
  it('has terms of known keys, and words', () => {
    deepEqual(splitFilter('pay state:stale by:me segment:"beta customers" card', keys), {
      terms: ['state:stale', 'segment:"beta customers"'],
      words: 'pay by:me card',
    });
    deepEqual(splitFilter('', keys), { terms: [], words: '' });
  });

  const typed = (text: string) => {
    const { terms, words, left } = splitTyped(text, keys);
    return [terms.join(), words, left];
  };

  it('is searched by words while they are typed, but not by half a term', () => {
    deepEqual(typed('card'), ['', 'card', 'card']);
    deepEqual(typed('card sta'), ['', 'card sta', 'card sta']);
    deepEqual(typed('card state:'), ['', 'card', 'card state:']);
    deepEqual(typed('card state:sta'), ['', 'card', 'card state:sta']);
    deepEqual(typed('segment:"beta c'), ['', '', 'segment:"beta c']);
    deepEqual(typed('by:me'), ['', 'by:me', 'by:me']);
  });

  it('gets a term as soon as a space follows it', () => {
    deepEqual(typed('card state:stale '), ['state:stale', 'card', 'card']);
    deepEqual(typed('state:stale segment:'), ['state:stale', '', 'segment:']);
    deepEqual(typed('segment:"beta customers" '), ['segment:"beta customers"', '', '']);
  });

  it('is written with its terms first', () => equal(joinFilter({ terms: ['state:stale'], words: 'pay' }), 'state:stale pay'));
});
