import { deepEqual } from 'node:assert/strict';
import { queryOf, readFilter } from './filter.ts';

describe('filter', () => {
  const cases: readonly (readonly [text: string, query: object])[] = [
    ['', {}],
    ['  dark  mode ', { query: 'dark,mode' }],
    ['tag:team:payments', { tag: 'INCLUDE_ANY_OF:team:payments' }],
    ['tag:team:a tag:team:b', { tag: 'INCLUDE_ANY_OF:team:a,team:b' }],
    ['state:stale checkout', { query: 'checkout', state: 'IS_ANY_OF:stale' }],
    ['type:release type:experiment', { type: ['release', 'experiment'] }],
    ['segment:"beta customers"', { segment: 'INCLUDE_ANY_OF:beta customers' }],
    ['"two words"', { query: 'two words' }],
    ['on:production off:staging', { status: ['production:enabled', 'staging:disabled'] }],
    ['stage:live', { lifecycle: 'IS_ANY_OF:live' }],
    ['team:payments', { query: 'team:payments' }],
    ['constructor:x __proto__:y', { query: 'constructor:x,__proto__:y' }],
  ];
  for (const [text, query] of cases) it(`reads ${JSON.stringify(text)}`, () => deepEqual(queryOf(readFilter(text)), query));
});
