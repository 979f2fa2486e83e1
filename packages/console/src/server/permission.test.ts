import { equal } from 'node:assert/strict';
import { type Grant, may } from './permission.ts';

describe('may', () => {
  const there = { project: 'shop', environment: 'production' };
  const cases: readonly (readonly [title: string, grants: readonly Grant[], expected: boolean])[] = [
    ['everything to who administers', [{ permission: 'ADMIN' }], true],
    ['what is granted everywhere', [{ permission: 'UPDATE_FEATURE' }], true],
    ['what is granted in all projects', [{ permission: 'UPDATE_FEATURE', project: '*' }], true],
    ['what is granted in that environment', [{ permission: 'UPDATE_FEATURE', project: 'shop', environment: 'production' }], true],
    ['nothing that is granted in another environment', [{ permission: 'UPDATE_FEATURE', project: 'shop', environment: 'staging' }], false],
    ['nothing that is granted in another project', [{ permission: 'UPDATE_FEATURE', project: 'other' }], false],
    ['nothing by another permission', [{ permission: 'DELETE_FEATURE' }], false],
    ['nothing without a grant', [], false],
  ];
  for (const [title, grants, expected] of cases) it(`allows ${title}`, () => equal(may(grants, 'UPDATE_FEATURE', there), expected));
});
