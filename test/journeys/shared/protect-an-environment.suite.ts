import { deepEqual, equal } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, eventually, missing } from '@signalbox/testing';
import { root } from '../../../tools/testing/root.ts';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const roles = { editor: 2, admin: 1 };

describeUnless('the guide to approvals', missing('bash', 'curl'), () => {
  const running = shareProduct();
  let product: Product;
  before(() => {
    product = running();
  });

  /** Token of a new user who has just logged in. */
  async function tokenOf(username: string, rootRole: number): Promise<string> {
    const password = 'a hundred miles of track';
    equal(
      (await product.admin.post('/api/admin/user-admin', { username, email: `${username}@example.com`, password, rootRole })).status,
      201,
    );
    const { headers } = await product.as({}).post('/auth/simple/login', { username, password });
    const user = product.as({ cookie: String(headers['set-cookie']).split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' });
    const { status, body } = await user.post('/api/admin/user/tokens', {
      description: 'for a script',
      expiresAt: new Date(Date.now() + 3_600_000),
    });
    equal(status, 201, JSON.stringify(body));
    return String(body.secret);
  }

  it("leads to a feature that is on in production after another user's approval, with its commands exactly as shown", async () => {
    const page = await readFile(join(root, 'docs/guides/approvals.md'), 'utf8');
    const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    equal(commands.length, 3);
    equal((await product.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })).status, 201);
    const [ANN, BEN] = [await tokenOf('ann', roles.editor), await tokenOf('ben', roles.admin)];
    // Other services receive a new user shortly after identity.
    for (const authorization of [ANN, BEN])
      await eventually(async () =>
        equal((await product.as({ authorization }).get('/api/admin/projects/default/change-requests')).status, 200),
      );
    const script = commands.join('\n').replaceAll('http://localhost:4242', product.url);
    const env = { ...process.env, ADMIN_TOKEN: product.tokens.admin, ANN, BEN };
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env, timeout: 60_000 });
    const inProduction = '/api/admin/projects/default/features/new-checkout/environments/production';
    await eventually(async () => deepEqual((await product.admin.get(inProduction)).body.enabled, true));
    equal((await product.as({ authorization: ANN }).post(`${inProduction}/off`)).status, 403);
  });
});
