import { doesNotThrow, throws } from 'node:assert/strict';
import { refuseShadowed } from './refuse-shadowed.ts';

const get = (path: string) => ({ method: 'get', path }) as const;

describe('a route that an earlier one shadows', () => {
  for (const [earlier, later] of [
    ['/shops/:shopId', '/shops/open'],
    ['/shops/:shopId', '/shops/:name'],
    ['/shops/:shopId/items', '/shops/:shopId/items/'],
    ['/:kind/:id/items', '/shops/:shopId/items'],
  ] as const) {
    it(`is refused with both names: ${later} behind ${earlier}`, () => {
      throws(() => refuseShadowed([get(earlier), get(later)]), {
        message: `GET ${later} can never be reached: GET ${earlier} stands before it and takes its paths`,
      });
    });
  }

  it('is none where the method, the length or a fixed segment differs, or the narrower one comes first', () => {
    doesNotThrow(() =>
      refuseShadowed([
        get('/shops/open'),
        get('/shops/:shopId'),
        { method: 'put', path: '/shops/open' },
        get('/shops/:shopId/items'),
        get('/tills/:id'),
      ]),
    );
  });
});
