import { deepEqual, equal } from 'node:assert/strict';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const projects = '/api/admin/projects';
const environments = '/api/admin/environments';
const tokens = '/api/admin/api-tokens';

/** Effects of a deletion in other services, which must be complete before the id can be reused. */
describe('deletion across services', () => {
  let product: GatewayApp;
  before(async () => {
    product = await openGatewayApp();
  });
  after(() => product.app.close());

  const admin = () => product.admin;
  const issue = async (tokenName: string, scope: object) =>
    eventually(async () => {
      const { status, body } = await admin().post(tokens, { tokenName, type: 'client', ...scope });
      equal(status, 201, body.message);
      return body as { secret: string; projects: string[] };
    });
  const tokenNamed = async (name: string) =>
    (await admin().get(tokens)).body.tokens.find(({ tokenName }: { tokenName: string }) => tokenName === name);
  const statusOfFeatures = async (secret: string) => (await product.app.with({ authorization: secret }).get('/api/client/features')).status;

  it('revokes or narrows the tokens of a project, and frees its id afterwards', async () => {
    equal((await admin().post(projects, { id: 'gone', name: 'Gone' })).status, 201);
    const own = await issue('own', { projects: ['gone'] });
    await issue('shared', { projects: ['gone', 'default'] });
    await eventually(async () => equal(await statusOfFeatures(own.secret), 200));
    equal((await admin().delete(`${projects}/gone`)).status, 200);
    await eventually(async () => equal((await admin().post(projects, { id: 'gone', name: 'Gone, again' })).status, 201));
    equal(await tokenNamed('own'), undefined);
    deepEqual((await tokenNamed('shared')).projects, ['default']);
    await eventually(async () => equal(await statusOfFeatures(own.secret), 401));
  });

  it('revokes the tokens of an environment, and frees its name afterwards', async () => {
    equal((await admin().post(environments, { name: 'brief', type: 'test' })).status, 201);
    const { secret } = await issue('of-brief', { environment: 'brief' });
    await eventually(async () => equal(await statusOfFeatures(secret), 200));
    const count = async () => {
      const { body } = await admin().get(environments);
      return body.environments.find(({ name }: { name: string }) => name === 'brief')?.apiTokenCount as number | undefined;
    };
    await eventually(async () => equal(await count(), 1));
    equal((await admin().delete(`${environments}/brief`)).status, 200);
    await eventually(async () => equal((await admin().post(environments, { name: 'brief', type: 'test' })).status, 201));
    equal(await tokenNamed('of-brief'), undefined);
    await eventually(async () => equal(await statusOfFeatures(secret), 401));
    await eventually(async () => equal(await count(), 0));
  });

  it('removes an environment from the applications that use it', async () => {
    equal((await admin().post(environments, { name: 'shown', type: 'test' })).status, 201);
    equal((await admin().post(`${projects}/default/environments`, { environment: 'shown' })).status, 200);
    equal((await admin().post(`${projects}/default/features`, { name: 'cart' })).status, 201);
    equal((await admin().post(`${projects}/default/features/cart/environments/shown/on`)).status, 200);
    const { secret } = await issue('of-shown', { environment: 'shown' });
    const cart = async () => {
      const { body } = await product.app.with({ authorization: secret }).get('/api/client/features');
      return body.features?.find(({ name }: { name: string }) => name === 'cart')?.enabled as boolean | undefined;
    };
    await eventually(async () => equal(await cart(), true));
    equal((await admin().delete(`${environments}/shown`)).status, 200);
    await eventually(async () => equal(await cart(), undefined));
  });
});
