import { deepEqual, equal } from 'node:assert/strict';
import { pageFolders } from '../pages.ts';
import { hrefOf, featureHref, readAddress, segmentHref } from './address.ts';

describe('addresses', () => {
  const addresses: readonly (readonly [path: string, project: string | null, section: string])[] = [
    ['/', null, 'start'],
    ['/projects', null, 'projects'],
    ['/projects/shop', 'shop', 'features'],
    ['/projects/a%20b/features/x', 'a b', 'features'],
    ['/projects/shop/audit', 'shop', 'audit'],
    ['/projects/shop/change-requests/7', 'shop', 'change-requests'],
    ['/projects/shop/connect', 'shop', 'connect'],
    ['/audit/12', null, 'audit'],
    ['/segments/3', null, 'segments'],
    ['/projects/shop/segments/3', 'shop', 'segments'],
    ['/projects/shop/archive', 'shop', 'health'],
    ['/projects/shop/transfer', 'shop', 'promote'],
    ['/settings/users/4', null, 'settings'],
    ['/profile', null, 'profile'],
    ['/nowhere', null, 'start'],
  ];
  for (const [path, project, section] of addresses)
    it(`read ${path}`, () => deepEqual(readAddress(pageFolders, path), { project, section }));

  it('are built for sections and segments', () => {
    equal(hrefOf('shop', 'audit'), '/projects/shop/audit');
    equal(hrefOf(null, 'audit'), '/audit');
    equal(hrefOf('shop', 'start'), '/');
    equal(segmentHref('a b', 3), '/projects/a%20b/segments/3');
    equal(segmentHref(null, 'new'), '/segments/new');
    equal(featureHref('a b', 'x/y'), '/projects/a%20b/features/x%2Fy');
  });
});
