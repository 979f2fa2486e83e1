import { deepEqual, equal, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const advanced = '/api/admin/playground/advanced';
const values = (count: number) => Array.from({ length: count }, (_, index) => index).join(',');

describe('the playground behind the gateway', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp({ PLAYGROUND_BUDGET_MS: '1000', PLAYGROUND_LIMIT: '1000000000' });
    const features = '/api/admin/projects/default/features';
    for (const [name, rollout] of [
      ['half', '50'],
      ['few', '10'],
      ['all', '100'],
    ]) {
      equal((await product.admin.post(features, { name })).status, 201);
      const environment = `${features}/${name}/environments/development`;
      const parameters = { rollout, stickiness: 'userId', groupId: name };
      equal((await product.admin.post(`${environment}/strategies`, { name: 'flexibleRollout', parameters })).status, 200);
      equal((await product.admin.post(`${environment}/on`)).status, 200);
    }
  });
  after(() => product.app.close());

  const ask = (userId: string, headers = {}) =>
    product.admin.post(advanced, { environments: ['development'], context: { appName: 'shop', userId } }, { headers });

  it('returns the same results as applications receive', async () => {
    const { body: token } = await product.admin.post('/api/admin/api-tokens', {
      tokenName: 'pages',
      type: 'frontend',
      environment: 'development',
      projects: ['default'],
    });
    const reported = async (userId: string): Promise<string[]> => {
      const { body } = await product.app.with({ authorization: token.secret }).get(`/api/frontend?appName=shop&userId=${userId}`);
      return body.toggles.map(({ name }: { name: string }) => name).sort();
    };
    await eventually(async () => (await reported('1')).includes('all'));
    const { body } = await ask(values(40));
    const on = (index: number): string[] =>
      body.features
        .filter(
          ({ environments }: { environments: { development: { isEnabled: boolean }[] } }) => environments.development[index]?.isEnabled,
        )
        .map(({ name }: { name: string }) => name);
    const seen = new Set<string>();
    for (let index = 0; index < 40; index += 1) {
      deepEqual(on(index), await reported(String(index)), `user ${index}`);
      seen.add(on(index).join());
    }
    equal(seen.size > 2, true, 'results differ between people');
  });

  it('cuts off a response that takes too long, and ends lines with an error', async () => {
    const endless = Array.from({ length: 3 }, (_, index) => [`field${index}`, values(200)] as const);
    const context = { appName: 'shop', ...Object.fromEntries(endless) };
    const body = { environments: ['development'], context };
    await rejects(product.admin.post(advanced, body), /terminated|other side closed|aborted/);
    const lines = await product.admin.post(advanced, body, { headers: { accept: 'application/x-ndjson' } });
    equal(JSON.parse((lines.body as string).trimEnd().split('\n').at(-1) ?? '').error.name, 'UnavailableError');
  });
});
