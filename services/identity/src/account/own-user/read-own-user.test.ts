import { deepEqual, equal, ok } from 'node:assert/strict';
import { predefinedRoles } from '@signalbox/contracts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/user';

describe('reading the own user', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  it('returns an administrator, with ADMIN as the only permission', async () => {
    const { status, headers, body } = await app.admin.get(path);
    equal(status, 200);
    equal(headers['cache-control'], 'no-store');
    equal(body.user.username, 'admin');
    deepEqual(body.permissions, [{ permission: 'ADMIN' }]);
    deepEqual(body.feedback, []);
    deepEqual(body.splash, {});
  });

  it('lists the permissions of an editor, with their projects', async () => {
    const { client } = await app.someone(2);
    const { body } = await client.get(path);
    deepEqual(body.permissions, predefinedRoles.find(({ id }) => id === 2)?.rights);
    ok(body.permissions.some((right: { project?: string }) => right.project === 'default'));
  });

  it('lists no permissions for a viewer', async () => {
    const { client, username } = await app.someone(3);
    const { body } = await client.get(path);
    equal(body.user.email, `${username}@signalbox.example`);
    deepEqual(body.permissions, []);
  });

  it('refuses an anonymous caller with 401 and tokens of every type with 403', async () => {
    equal((await app.as(null).get(path)).status, 401);
    for (const type of ['admin', 'client', 'frontend']) {
      const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: type, type });
      const answer = await app.holding('token', body.secret).get(path);
      equal(answer.status, 403);
      equal(answer.body.name, 'NoAccessError');
    }
  });
});
