import { deepEqual, equal } from 'node:assert/strict';
import { addressIn, featureAddress, placeOf } from './place.ts';

describe('places', () => {
  const places: readonly (readonly [path: string, project: string | null, chapter: string])[] = [
    ['/', null, 'start'],
    ['/projects', null, 'projects'],
    ['/projects/shop', 'shop', 'features'],
    ['/projects/a%20b/features/x', 'a b', 'features'],
    ['/projects/shop/audit', 'shop', 'audit'],
    ['/audit/12', null, 'audit'],
    ['/nowhere', null, 'start'],
  ];
  for (const [path, project, chapter] of places) it(`read ${path}`, () => deepEqual(placeOf(path), { project, chapter }));

  it('have an address', () => {
    equal(addressIn('shop', 'audit'), '/projects/shop/audit');
    equal(addressIn(null, 'audit'), '/audit');
    equal(addressIn('shop', 'start'), '/');
    equal(featureAddress('a b', 'x/y'), '/projects/a%20b/features/x%2Fy');
  });
});
