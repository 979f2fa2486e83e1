import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Answer, Client } from '@signalbox/testing';
import type { Product } from '../product.ts';
import { shareProduct } from './shared-product.ts';

const rounds = 10;
const maintenance = '/api/admin/maintenance';

describe('a caller who changed access', () => {
  const running = shareProduct();
  let product: Product;
  let admin: Client;

  before(async () => {
    product = running();
    admin = await logIn(product);
  });

  /** A change in toggles, and one in identity. */
  const change = (name: string): Promise<Answer[]> =>
    Promise.all([
      product.admin.post('/api/admin/projects/default/features', { name }),
      product.admin.post('/api/admin/api-tokens', { tokenName: name, type: 'client', environment: 'development', projects: ['default'] }),
    ]);
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

  it('finds maintenance mode switched on or off at every service immediately', async () => {
    for (let round = 0; round < rounds; round += 1) {
      equal((await product.admin.post(maintenance, { enabled: true })).status, 204);
      deepEqual(statuses(await change(`refused-${round}`)), [503, 503]);
      equal((await product.admin.post(maintenance, { enabled: false })).status, 204);
      deepEqual(statuses(await change(`done-${round}`)), [201, 201]);
    }
  });

  it('owns a project immediately after creating it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = `project-${round}`;
      equal((await admin.post('/api/admin/projects', { id, name: id })).status, 201);
      const { permissions } = (await admin.get('/api/admin/user')).body as { permissions: { project?: string; permission: string }[] };
      ok(permissions.some(({ project, permission }) => project === id && permission === 'UPDATE_PROJECT'));
    }
  });

  it('can create tokens for an environment immediately after creating it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const environment = `staging-${round}`;
      equal((await product.admin.post('/api/admin/environments', { name: environment, type: 'test' })).status, 201);
      const token = { tokenName: environment, type: 'client', environment, projects: ['default'] };
      equal((await product.admin.post('/api/admin/api-tokens', token)).status, 201);
    }
  });

  it('receives no internal headers between services and the gateway', async () => {
    const { status, headers } = await product.admin.post(maintenance, { enabled: false });
    equal(status, 204);
    deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('x-signalbox')),
      [],
    );
  });
});

async function logIn({ as, password }: Product): Promise<Client> {
  const { headers } = await as({}).post('/auth/simple/login', { username: 'admin', password });
  const cookie = [headers['set-cookie']].flat().map((line) => String(line).split(';')[0]);
  return as({ cookie: cookie.join('; '), 'sec-fetch-site': 'same-origin' });
}
