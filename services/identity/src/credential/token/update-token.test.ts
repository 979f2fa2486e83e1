import { deepEqual, equal, match } from 'node:assert/strict';
import { fetchTokens, hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';
const expiresAt = '2099-01-01T00:00:00.000Z';

describe('updating a token', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const issue = async (type = 'client') =>
    (await app.admin.post(path, { tokenName: 'shop', type, ...(type !== 'admin' && { environment: 'development' }) })).body;

  it('changes the expiry, emits api-token-updated, and notifies the services that check tokens', async () => {
    const { id, secret, createdAt } = await issue();
    const events = await app.eventsOf('identity', async () => {
      const { status, body } = await app.admin.put(`${path}/${encodeURIComponent(secret)}`, { expiresAt });
      deepEqual([status, body], [200, '']);
    });
    const preData = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'], expiresAt: null, createdAt };
    deepEqual(
      events.map((event) => [event.type, event.project, event.environment, event.data, event.preData]),
      [['api-token-updated', null, 'development', { ...preData, expiresAt }, preData]],
    );
    const { tokens } = await app.host.ask(fetchTokens, {});
    equal(tokens.find(({ hash }) => hash === hashSecret(secret))?.expiresAt, Date.parse(expiresAt));
    await eventually(() => app.published.filter(({ credentials }) => credentials.includes(hashSecret(secret))).length >= 2);
    deepEqual(await app.eventsOf('identity', () => app.admin.put(`${path}/${id}`, { expiresAt })), []);
  });

  it('refuses a past or missing expiry, and an unknown token', async () => {
    const { id } = await issue();
    for (const body of [{ expiresAt: '2020-01-01T00:00:00.000Z' }, {}, { expiresAt: 'soon' }]) {
      const { status, body: refusal } = await app.admin.put(`${path}/${id}`, body);
      equal(status, 400);
      match(JSON.stringify(refusal), /expiresAt/);
    }
    equal((await app.admin.put(`${path}/4711`, { expiresAt })).status, 404);
  });

  it('refuses an anonymous caller with 401, a viewer with 403, and an editor for an admin token', async () => {
    const { id } = await issue();
    equal((await app.as(null).put(`${path}/${id}`, { expiresAt })).status, 401);
    equal((await (await app.someone(3)).client.put(`${path}/${id}`, { expiresAt })).status, 403);
    const { id: admin } = await issue('admin');
    equal((await (await app.someone(2)).client.put(`${path}/${admin}`, { expiresAt })).status, 403);
  });
});
