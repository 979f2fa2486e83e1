import { equal } from 'node:assert/strict';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const portOf = (url: string): string => new URL(url).port;

describe('links in responses', () => {
  const running = shareProduct();
  let product: Product;
  before(() => {
    product = running();
  });

  it('lead to the gateway, no matter which process creates them', async () => {
    const { status, body: user } = await product.admin.post('/api/admin/user-admin', { email: 'linked@example.com', rootRole: 3 });
    equal(status, 201, JSON.stringify(user));
    const { body } = await product.admin.post('/api/admin/user-admin/reset-password', { id: 'linked@example.com' });
    equal(portOf(body.resetPasswordUrl), portOf(product.url));
    const { body: link } = await product.admin.post('/api/admin/invite-link/tokens', {
      name: 'Team',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    });
    equal(portOf(link.url), portOf(product.url));
  });
});
