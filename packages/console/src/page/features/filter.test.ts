import { deepEqual } from 'node:assert/strict';
import { inDays } from '../../base/format.ts';
import { queryOf, readFilter } from './filter.ts';

describe('the filter of features', () => {
  const cases: readonly (readonly [text: string, query: object])[] = [
    ['', {}],
    ['  dark  mode ', { query: 'dark,mode' }],
    ['tag:team:payments', { tag: 'INCLUDE_ANY_OF:team:payments' }],
    ['tag:team:a tag:team:b', { tag: 'INCLUDE_ANY_OF:team:a,team:b' }],
    ['cleanup:archive', { cleanup: 'IS_ANY_OF:archive' }],
    ['state:stale checkout', { query: 'checkout', state: 'IS_ANY_OF:stale' }],
    ['type:release type:experiment', { type: ['release', 'experiment'] }],
    ['segment:"beta customers"', { segment: 'INCLUDE_ANY_OF:beta customers' }],
    ['"two words"', { query: 'two words' }],
    ['on:production off:staging', { status: ['production:enabled', 'staging:disabled'] }],
    ['by:7 by:nobody', { createdBy: 'IS_ANY_OF:7,-1' }],
    ['by:release-lead', { createdBy: 'IS_ANY_OF:12' }],
    ['owner:Ann owner:0', { owner: 'IS_ANY_OF:30,0' }],
    ['owner:release-lead', { owner: 'IS_ANY_OF:-1' }],
    ['stage:live', { lifecycle: 'IS_ANY_OF:live' }],
    ['reach:everybody reach:production:some', { reach: ['everybody', 'production:some'] }],
    ['changed:2026-01-31', { changedAt: 'IS_ON_OR_AFTER:2026-01-31' }],
    ['changed:before:2026-01-31', { changedAt: 'IS_BEFORE:2026-01-31' }],
    ['changed:7d changed:before:90d', { changedAt: `IS_BEFORE:${inDays(-90)}` }],
    ['changed:0d', { changedAt: `IS_ON_OR_AFTER:${inDays(0)}` }],
    ['changed:soon', { changedAt: 'IS_ON_OR_AFTER:soon' }],
    ['team:payments', { query: 'team:payments' }],
    ['constructor:x __proto__:y', { query: 'constructor:x,__proto__:y' }],
  ];
  const users = { creators: [{ id: 12, name: 'release-lead' }], owners: [{ id: 30, name: 'Ann' }] };
  for (const [text, query] of cases) it(`parses ${JSON.stringify(text)}`, () => deepEqual(queryOf(readFilter(text, 'shop'), users), query));

  it('names projects only across them', () =>
    deepEqual(
      ['shop', null].map((home) => queryOf(readFilter('project:shop pay', home))),
      [{ query: 'project:shop,pay' }, { query: 'pay', project: 'IS_ANY_OF:shop' }],
    ));
});
