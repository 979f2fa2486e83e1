import { deepEqual } from 'node:assert/strict';
import { pendingIn } from './pending.ts';

describe('a login that started at an identity provider', () => {
  const cases: readonly (readonly [fragment: string, pending: object | null])[] = [
    ['', null],
    ['#content', null],
    ['#token=ab12&mustEnroll=false', { token: 'ab12', mustEnroll: false }],
    ['#token=ab12&mustEnroll=true', { token: 'ab12', mustEnroll: true }],
  ];
  for (const [fragment, pending] of cases) it(`is parsed from ${JSON.stringify(fragment)}`, () => deepEqual(pendingIn(fragment), pending));
});
