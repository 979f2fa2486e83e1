import { deepEqual, equal } from 'node:assert/strict';
import { fetchTokens, hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityBox, startIdentity } from '../identity-box.fixture.ts';

const path = '/api/admin/api-tokens';

describe('delete token', () => {
  let box: IdentityBox;
  before(async () => {
    box = await startIdentity();
  });
  after(() => box.close());

  const issue = async () => (await box.admin.post(path, { tokenName: 'shop', type: 'client', environment: 'development' })).body;

  for (const by of ['id', 'secret'] as const) {
    it(`revokes by ${by}, states api-token-deleted and tells who checks tokens`, async () => {
      const token = await issue();
      const hash = hashSecret(token.secret);
      const events = await box.eventsOf('identity', async () => {
        const { status, body } = await box.admin.delete(`${path}/${encodeURIComponent(token[by])}`);
        equal(status, 200);
        equal(body, '');
      });
      const { createdAt } = token;
      const preData = { tokenName: 'shop', type: 'client', environment: 'development', projects: ['*'], expiresAt: null, createdAt };
      deepEqual(
        events.map((event) => [event.type, event.project, event.environment, event.data, event.preData]),
        [['api-token-deleted', null, 'development', null, preData]],
      );
      const { tokens } = await box.host.ask(fetchTokens, {});
      equal(
        tokens.some((known) => known.hash === hash),
        false,
      );
      await eventually(() => box.announced.filter(({ credentials }) => credentials.includes(hash)).length >= 2);
    });
  }

  it('ends what an admin token may do at once', async () => {
    const { secret } = (await box.admin.post(path, { tokenName: 'ci', type: 'admin' })).body;
    equal((await box.holding('token', secret).get(path)).status, 200);
    await box.admin.delete(`${path}/${encodeURIComponent(secret)}`);
    equal((await box.holding('token', secret).get(path)).status, 401);
  });

  it('takes what nobody knows for revoked and states nothing', async () => {
    for (const token of ['4711', 'default:development.ffff', '9'.repeat(30)]) {
      const events = await box.eventsOf('identity', async () => {
        equal((await box.admin.delete(`${path}/${token}`)).status, 200);
      });
      deepEqual(events, []);
    }
  });

  it('states one event for two racing deletions', async () => {
    const { id } = await issue();
    const events = await box.eventsOf('identity', async () => {
      const answers = await Promise.all([box.admin.delete(`${path}/${id}`), box.admin.delete(`${path}/${id}`)]);
      deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
    });
    equal(events.length, 1);
  });

  it('refuses nobody with 401 and an editor with 403', async () => {
    const { id } = await issue();
    equal((await box.as(null).delete(`${path}/${id}`)).status, 401);
    const { client } = await box.someone(2);
    const { status, body } = await client.delete(`${path}/${id}`);
    equal(status, 403);
    equal(body.name, 'NoAccessError');
  });
});
