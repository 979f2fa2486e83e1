import { equal } from 'node:assert/strict';
import { parse, setting, surface } from '../packages/kit/src/index.ts';
import { describeSettings } from './describe-settings.ts';

describe('describeSettings', () => {
  it('lists settings by service, without an address for the public one', () => {
    const till = surface({ name: 'cash-till', isPublic: true, settings: [setting('TILL_KEY', '', parse.text, 'Opens it.', true)] });
    const shop = surface({ name: 'corner-shop', settings: [setting('MAX_ITEMS', '10', parse.integer(1, 100), 'Most items in a shop.')] });
    const page = describeSettings([till, shop]);
    equal(
      page.slice(page.indexOf('## cash-till')),
      [
        '## cash-till\n\n| name | default | meaning |\n|---|---|---|\n| `TILL_KEY` | empty | Opens it. **Secret.** |\n',
        '## corner-shop\n\n| name | default | meaning |\n|---|---|---|\n| `CORNER_SHOP_URL` | empty | Address of corner-shop, if it runs in another process. |',
        '| `MAX_ITEMS` | `10` | Most items in a shop. |\n',
      ].join('\n'),
    );
  });
});
