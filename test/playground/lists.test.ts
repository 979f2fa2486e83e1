import { deepEqual, equal } from 'node:assert/strict';
import { eventually, nextRandom } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { findFreePort } from '@signalbox/testing/servers';

const root = '/api/admin/projects/default/features';

describe('long lists of ids', () => {
  let product: GatewayApp;
  let flagdPort: number;
  const random = nextRandom();
  const users = Array.from({ length: 200 }, () => `user-${Math.floor(random() * 1e12)}`);
  const members = new Set(users.filter(() => random() < 0.5));
  const others = Array.from({ length: 3000 }, (_, index) => `other-${index}`);

  before(async () => {
    flagdPort = await findFreePort();
    product = await openGatewayApp({ FLAGD_PORT: String(flagdPort) });
    const { admin } = product;
    const options = { raw: [...members, ...others].join('\n'), headers: { 'content-type': 'text/plain' } };
    const { hash } = (await admin.post('/api/admin/segment-lists', undefined, options)).body;
    for (const [name, inverted] of [
      ['inside', false],
      ['outside', true],
    ] as const) {
      const constraints = [{ contextName: 'userId', operator: 'IN_LIST', value: hash, inverted }];
      const { id } = (await admin.post('/api/admin/segments', { name, constraints })).body;
      equal((await admin.post(root, { name })).status, 201);
      const environment = `${root}/${name}/environments/development`;
      equal((await admin.post(`${environment}/strategies`, { name: 'default', segments: [id] })).status, 200);
      equal((await admin.post(`${environment}/on`)).status, 200);
    }
    await eventually(async () => deepEqual(await frontend([...members][0] ?? ''), ['inside']));
  });
  after(() => product.app.close());

  const expected = (userId: string) => [members.has(userId) ? 'inside' : 'outside'];
  const namesOn = (flags: Readonly<Record<string, boolean>>) => Object.keys(flags).filter((name) => flags[name]);
  const each = async (evaluate: (userId: string) => Promise<readonly string[]>) => {
    for (const userId of users) deepEqual(await evaluate(userId), expected(userId), userId);
  };

  let frontendToken = '';
  async function frontend(userId: string): Promise<string[]> {
    const token = { tokenName: 'pages', type: 'frontend', environment: 'development', projects: ['default'] };
    frontendToken ||= (await product.admin.post('/api/admin/api-tokens', token)).body.secret;
    const { body } = await product.app.with({ authorization: frontendToken }).get(`/api/frontend?userId=${userId}`);
    return (body.toggles ?? []).map(({ name }: { name: string }) => name);
  }

  it('frontend requests evaluate a long list like a set', () => each(frontend));

  it('OFREP evaluates a long list like a set', () =>
    each(async (targetingKey) => {
      const client = product.app.with({ authorization: product.clientToken });
      const { body } = await client.post('/ofrep/v1/evaluate/flags', { context: { targetingKey } });
      return namesOn(Object.fromEntries(body.flags.map(({ key, value }: { key: string; value: boolean }) => [key, value])));
    }));

  it('the RPC of flagd evaluates a long list like a set', () =>
    each(async (targetingKey) => {
      const response = await fetch(`http://127.0.0.1:${flagdPort}/flagd.evaluation.v1.Service/ResolveAll`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: product.clientToken },
        body: JSON.stringify({ context: { targetingKey } }),
      });
      const { flags } = (await response.json()) as { flags: Record<string, { boolValue?: boolean }> };
      return namesOn(Object.fromEntries(Object.entries(flags).map(([name, { boolValue = false }]) => [name, boolValue])));
    }));

  it('the playground evaluates a long list like a set, with its reasons', () =>
    each(async (userId) => {
      const context = { appName: 'shop', userId };
      const { body } = await product.admin.post('/api/admin/playground/advanced', { environments: ['development'], context });
      const flags = body.features.map(
        ({
          name,
          environments,
        }: {
          name: string;
          environments: { development: { isEnabled: boolean; strategies: { result: boolean } }[] };
        }) => {
          const [evaluated] = environments.development;
          equal(evaluated?.isEnabled, evaluated?.strategies.result);
          return [name, evaluated?.isEnabled];
        },
      );
      return namesOn(Object.fromEntries(flags));
    }));
});
