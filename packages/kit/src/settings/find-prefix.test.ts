import { equal, throws } from 'node:assert/strict';
import { prefixFinder } from './find-prefix.ts';
import { surface } from './surface.ts';

describe('prefixFinder', () => {
  const find = prefixFinder([
    surface({ name: 'shop', paths: [{ prefix: '/shop' }, { prefix: '/shop/fast', credential: 'own' }] }),
    surface({ name: 'till', paths: [{ prefix: '/shop/:shopId/till' }, { prefix: '/shop/fast/till' }] }),
  ]);
  const cases: Record<string, string> = {
    '/shop': 'shop /shop',
    '/shop/': 'shop /shop',
    '/shop/7': 'shop /shop',
    '/shop/7/till': 'till /shop/:shopId/till',
    '/shop/7/till/2': 'till /shop/:shopId/till',
    '/shop/7/tills': 'shop /shop',
    '/shop//till': 'shop /shop',
    '/shop/fast': 'shop /shop/fast',
    '/shop/fast/x': 'shop /shop/fast',
    '/shop/fast/till': 'till /shop/fast/till',
    '/shops': 'undefined undefined',
    '/': 'undefined undefined',
    '': 'undefined undefined',
    '/api/admin/dead-letters/till/replay': 'till /api/admin/dead-letters/till',
  };
  for (const [path, found] of Object.entries(cases)) {
    it(`finds ${found} for ${path || 'an empty path'}`, () => equal(`${find(path)?.service} ${find(path)?.prefix}`, found));
  }

  it('rejects a prefix that is declared twice', () => {
    const twice = [surface({ name: 'a', paths: [{ prefix: '/x' }] }), surface({ name: 'b', paths: [{ prefix: '/x' }] })];
    throws(() => prefixFinder(twice), /\/x is declared twice/);
  });
});
