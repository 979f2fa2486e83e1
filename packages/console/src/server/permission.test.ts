import { equal } from 'node:assert/strict';
import { type Grant, may } from './permission.ts';

describe('may', () => {
  const there = { project: 'shop', environment: 'production' };
  const cases: readonly (readonly [title: string, grants: readonly Grant[], expected: boolean])[] = [
    ['everything for administrators', [{ permission: 'ADMIN' }], true],
    ['a permission granted everywhere', [{ permission: 'UPDATE_FEATURE' }], true],
    ['a permission granted in all projects', [{ permission: 'UPDATE_FEATURE', project: '*' }], true],
    ['a permission granted in that environment', [{ permission: 'UPDATE_FEATURE', project: 'shop', environment: 'production' }], true],
    ['nothing for a grant in another environment', [{ permission: 'UPDATE_FEATURE', project: 'shop', environment: 'staging' }], false],
    ['nothing for a grant in another project', [{ permission: 'UPDATE_FEATURE', project: 'other' }], false],
    ['nothing for another permission', [{ permission: 'DELETE_FEATURE' }], false],
    ['nothing without a grant', [], false],
  ];
  for (const [title, grants, expected] of cases) it(`allows ${title}`, () => equal(may(grants, 'UPDATE_FEATURE', there), expected));
});
