import { deepEqual } from 'node:assert/strict';
import { eventQuery } from './event-filter.ts';

const now = Date.parse('2026-11-01T10:00:30Z');
const idOf = (name: string) => (name === 'ann' ? 7 : undefined);

describe('the filter of the audit log', () => {
  const cases: readonly (readonly [text: string, query: object])[] = [
    ['', {}],
    ['dark mode', { query: 'dark mode' }],
    ['type:feature-archived type:feature-revived', { type: 'IS_ANY_OF:feature-archived,feature-revived' }],
    ['in:production feature:express-pay', { environment: 'IS_ANY_OF:production', feature: 'IS_ANY_OF:express-pay' }],
    ['from:2026-11-01 to:2026-11-02', { from: 'IS:2026-11-01', to: 'IS:2026-11-02' }],
    ['by:ann', { createdBy: 'IS_ANY_OF:7' }],
    ['by:ann by:signalbox', { createdBy: 'IS_ANY_OF:7,signalbox' }],
    ['by:"safeguard errors"', { createdBy: 'IS_ANY_OF:safeguard errors' }],
    ['via:"Code Pilot"', { via: 'IS_ANY_OF:Code Pilot' }],
    ['group:request-1', { groupId: 'IS_ANY_OF:request-1' }],
    ['last:1h in:production', { environment: 'IS_ANY_OF:production', from: 'IS:2026-11-01T09:00:00.000Z' }],
    ['last:soon', {}],
  ];
  for (const [text, query] of cases) it(`parses ${JSON.stringify(text)}`, () => deepEqual(eventQuery(text, null, idOf, now), query));

  it('stays within the project', () => deepEqual(eventQuery('x', 'shop'), { query: 'x', project: 'IS:shop' }));
});
