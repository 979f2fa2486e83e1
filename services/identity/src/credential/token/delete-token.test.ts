import { deepEqual, equal } from 'node:assert/strict';
import { fetchTokens, hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';

describe('deleting a token', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const issue = async () => (await app.admin.post(path, { tokenName: 'shop', type: 'client', environment: 'development' })).body;

  /** The masked secret in lists. */
  const shown = async (id: number): Promise<string> =>
    (await app.admin.get(path)).body.tokens.find((token: { id: number }) => token.id === id).secret;

  for (const by of ['id', 'secret', 'masked secret'] as const) {
    it(`revokes by ${by}, emits api-token-deleted, and notifies the services that check tokens`, async () => {
      const token = await issue();
      const hash = hashSecret(token.secret);
      const events = await app.eventsOf('identity', async () => {
        const { status, body } = await app.admin.delete(
          `${path}/${encodeURIComponent(by === 'masked secret' ? await shown(token.id) : token[by])}`,
        );
        equal(status, 200);
        equal(body, '');
      });
      const { createdAt } = token;
      const preData = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'], expiresAt: null, createdAt };
      deepEqual(
        events.map((event) => [event.type, event.project, event.environment, event.data, event.preData]),
        [['api-token-deleted', null, 'development', null, preData]],
      );
      const { tokens } = await app.host.ask(fetchTokens, {});
      equal(
        tokens.some((known) => known.hash === hash),
        false,
      );
      await eventually(() => app.published.filter(({ credentials }) => credentials.includes(hash)).length >= 2);
    });
  }

  it('ends the access of an admin token immediately', async () => {
    const { secret } = (await app.admin.post(path, { tokenName: 'ci', type: 'admin' })).body;
    equal((await app.holding('token', secret).get(path)).status, 200);
    await app.admin.delete(`${path}/${encodeURIComponent(secret)}`);
    equal((await app.holding('token', secret).get(path)).status, 401);
  });

  it('returns 404 for an unknown token, and emits nothing', async () => {
    for (const token of ['4711', 'default:development.ffff', 'nonsense', '9'.repeat(30)]) {
      const events = await app.eventsOf('identity', async () => {
        const { status, body } = await app.admin.delete(`${path}/${token}`);
        deepEqual([status, body.name], [404, 'NotFoundError']);
      });
      deepEqual(events, []);
    }
  });

  it('revokes none of several tokens with the same masked secret', async () => {
    const secrets = ['aa', 'bb'].map((start) => `*:development.${start.repeat(26)}c0de`);
    const alike = await startIdentity({ settings: { INIT_CLIENT_API_TOKENS: secrets.join() } });
    const { status, body } = await alike.admin.delete(`${path}/${encodeURIComponent('*:development.…c0de')}`);
    deepEqual([status, body.name], [409, 'ConflictError']);
    equal((await alike.admin.get(path)).body.tokens.length, 2);
    equal((await alike.admin.delete(`${path}/${encodeURIComponent(secrets[0] ?? '')}`)).status, 200);
    equal((await alike.admin.delete(`${path}/${encodeURIComponent('*:development.…c0de')}`)).status, 200);
    await alike.close();
  });

  it('emits one event for two racing deletions, the second of which returns 404', async () => {
    const { id } = await issue();
    const events = await app.eventsOf('identity', async () => {
      const answers = await Promise.all([app.admin.delete(`${path}/${id}`), app.admin.delete(`${path}/${id}`)]);
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 404]));
    });
    equal(events.length, 1);
  });

  it('refuses an anonymous caller with 401 and an editor with 403', async () => {
    const { id } = await issue();
    equal((await app.as(null).delete(`${path}/${id}`)).status, 401);
    const { client } = await app.someone(2);
    const { status, body } = await client.delete(`${path}/${id}`);
    equal(status, 403);
    equal(body.name, 'NoAccessError');
  });
});
