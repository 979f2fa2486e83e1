import { deepEqual } from 'node:assert/strict';
import { eventQuery } from './event-filter.ts';

describe('filter of the log', () => {
  const cases: readonly (readonly [text: string, query: object])[] = [
    ['', {}],
    ['dark mode', { query: 'dark mode' }],
    ['type:feature-archived type:feature-revived', { type: 'IS_ANY_OF:feature-archived,feature-revived' }],
    ['in:production feature:express-pay', { environment: 'IS_ANY_OF:production', feature: 'IS_ANY_OF:express-pay' }],
    ['from:2026-11-01 to:2026-11-02', { from: 'IS:2026-11-01', to: 'IS:2026-11-02' }],
    ['by:ann', { query: 'by:ann' }],
  ];
  for (const [text, query] of cases) it(`reads ${JSON.stringify(text)}`, () => deepEqual(eventQuery(text, null), query));

  it('stays within the project', () => deepEqual(eventQuery('x', 'shop'), { query: 'x', project: 'IS:shop' }));
});
