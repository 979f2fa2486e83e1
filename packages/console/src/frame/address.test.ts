import { deepEqual, equal } from 'node:assert/strict';
import { hrefOf, featureHref, readAddress } from './address.ts';

describe('addresses', () => {
  const addresses: readonly (readonly [path: string, project: string | null, chapter: string])[] = [
    ['/', null, 'start'],
    ['/projects', null, 'projects'],
    ['/projects/shop', 'shop', 'features'],
    ['/projects/a%20b/features/x', 'a b', 'features'],
    ['/projects/shop/audit', 'shop', 'audit'],
    ['/audit/12', null, 'audit'],
    ['/settings/users/4', null, 'settings'],
    ['/profile', null, 'profile'],
    ['/nowhere', null, 'start'],
  ];
  for (const [path, project, chapter] of addresses) it(`read ${path}`, () => deepEqual(readAddress(path), { project, chapter }));

  it('have an address', () => {
    equal(hrefOf('shop', 'audit'), '/projects/shop/audit');
    equal(hrefOf(null, 'audit'), '/audit');
    equal(hrefOf('shop', 'start'), '/');
    equal(featureHref('a b', 'x/y'), '/projects/a%20b/features/x%2Fy');
  });
});
