import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { Session } from '../../credential/session/session.ts';
import { changeDuring, type IdentityApp, password, sessionIn, startIdentity } from '../../identity-app.fixture.ts';

const strong = 'Another-horse-2';
const path = '/api/admin/user';

describe('a user’s own account', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const logIn = async (username: string, secret: string) =>
    (await app.as(null).post('/auth/simple/login', { username, password: secret })).status;

  it('shows the root role and the projects with permissions in its profile', async () => {
    const { client } = await app.someone(roleIds.editor);
    const { status, body } = await client.get(`${path}/profile`);
    equal(status, 200);
    const { description, ...role } = body.rootRole;
    match(description, /\w/);
    deepEqual(
      { ...body, rootRole: role },
      {
        rootRole: { id: 2, name: 'Editor', type: 'root' },
        projects: ['default'],
        groups: [],
        features: [],
        subscriptions: [],
        canChangePassword: true,
      },
    );
  });

  describe('changing the password', () => {
    const change = (client: IdentityApp['admin'], body: object = {}) =>
      client.post(`${path}/change-password`, { password: strong, confirmPassword: strong, oldPassword: password, ...body });

    it('ends all sessions, including the current one', async () => {
      const { client, username } = await app.someone(3);
      const other = app.holding('session', await app.logIn(username));
      const { status, headers } = await change(client);
      equal(status, 200);
      match(String(headers['set-cookie']), /^unleash-session=; Path=\/; Max-Age=0/);
      for (const session of [client, other]) equal((await session.get(path)).status, 401);
      deepEqual([await logIn(username, password), await logIn(username, strong)], [401, 200]);
    });

    it('refuses a wrong old password, a weak new one, and a different confirmation', async () => {
      const { client, username } = await app.someone(3);
      for (const [body, status, name] of [
        [{ oldPassword: 'wrong' }, 401, 'AuthenticationRequired'],
        [{ password: 'weak', confirmPassword: 'weak' }, 400, 'OwaspValidationError'],
        [{ password: '', confirmPassword: '' }, 400, 'PasswordUndefinedError'],
        [{ confirmPassword: 'Something-else-3' }, 400, 'BadDataError'],
        [{ oldPassword: undefined }, 400, 'ValidationError'],
      ] as const) {
        const answer = await change(client, body);
        deepEqual([answer.status, answer.body.name], [status, name]);
      }
      equal(await logIn(username, password), 200);
    });

    it('delays guesses of the old password', async () => {
      const { client } = await app.someone(3);
      for (let attempt = 0; attempt < 5; attempt += 1) equal((await change(client, { oldPassword: 'wrong' })).status, 401);
      equal((await change(client)).status, 429);
    });

    it('succeeds once for two concurrent requests', async () => {
      const { client } = await app.someone(3);
      const answers = await Promise.all([change(client), change(client)]);
      deepEqual(
        answers.map(({ status }) => status).sort((one, other) => one - other),
        [200, 401],
      );
    });

    it('is refused to tokens, which have no password', async () => {
      const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: 't', type: 'admin' });
      for (const answer of [
        await change(app.holding('token', body.secret)),
        await app.holding('token', body.secret).get(`${path}/profile`),
        await app.holding('token', body.secret).get(`${path}/sessions`),
      ])
        deepEqual([answer.status, answer.body.name], [403, 'NoAccessError']);
    });
  });

  describe('sessions', () => {
    it('are listed without their secret, latest first, and end one by one', async () => {
      const { client, username, session } = await app.someone(3);
      const headers = { 'user-agent': 'Lynx/2.9', 'x-signalbox-client-address': '192.0.2.9' };
      app.wait(1000);
      await app.as(null).post('/auth/simple/login', { username, password }, { headers });
      const { status, body } = await client.get(`${path}/sessions`);
      equal(status, 200);
      const [{ id, createdAt, expiresAt, ...latest }, first] = body.sessions;
      deepEqual([body.sessions.length, latest], [2, { address: '192.0.2.9', browser: 'Lynx/2.9' }]);
      equal(Date.parse(expiresAt) - Date.parse(createdAt), 48 * 3_600_000);
      equal(JSON.stringify(body).includes(session), false);
      const other = await app.someone(3);
      equal((await other.client.delete(`${path}/sessions/${id}`)).status, 404);
      equal((await client.delete(`${path}/sessions/${id}`)).status, 200);
      equal((await client.delete(`${path}/sessions/${id}`)).status, 404);
      equal((await client.get(`${path}/sessions`)).body.sessions.length, 1);
      equal((await client.delete(`${path}/sessions/${first.id}`)).status, 200);
      equal((await client.get(path)).status, 401);
    });

    it('are visible to administrators, who can end them', async () => {
      const { client, id } = await app.someone(3);
      const sessions = `/api/admin/user-admin/${id}/sessions`;
      equal((await app.admin.get(sessions)).body.sessions.length, 1);
      equal((await app.admin.delete(sessions)).status, 200);
      equal((await client.get(path)).status, 401);
      deepEqual((await app.admin.get(sessions)).body, { sessions: [] });
      for (const answer of [
        await app.admin.get('/api/admin/user-admin/99999/sessions'),
        await app.admin.delete('/api/admin/user-admin/99999/sessions'),
      ])
        equal(answer.status, 404);
    });

    it('are limited to a hundred, and the oldest ends', async () => {
      const { client, id, username } = await app.someone(3);
      await app.store('identity').transaction(async (em) => {
        for (let count = 0; count < 99; count += 1) {
          const at = new Date(Date.now() + 60_000 + count);
          const row = { hash: `${count}-${id}`.padStart(64, '0'), id: crypto.randomUUID(), userId: id, address: '', browser: '' };
          em.create(Session, { ...row, createdAt: at, expiresAt: new Date(Date.now() + 3_600_000) });
        }
      });
      equal((await client.get(`${path}/sessions`)).body.sessions.length, 100);
      app.wait(120_000);
      const latest = app.holding('session', await app.logIn(username));
      equal((await client.get(path)).status, 401);
      equal((await latest.get(`${path}/sessions`)).body.sessions.length, 100);
    });
  });

  for (const [what, requestPath, body] of [
    ['a login', '/auth/simple/login', { password }],
    ['step-up authentication', `${path}/step-up`, { password }],
    ['a change', `${path}/change-password`, { password: strong, confirmPassword: strong, oldPassword: password }],
  ] as const) {
    it(`refuses ${what} if the password changes during the check`, async () => {
      const { client, id, username } = await app.someone(3);
      const caller = requestPath.startsWith(path) ? client : app.as(null);
      const answer = await changeDuring(app, id, (options) => caller.post(requestPath, { username, ...body }, options));
      deepEqual([answer.status, answer.body.name], [401, 'AuthenticationRequired']);
    });
  }

  it('leaves no session open for a login with the old password during the change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, username } = await app.someone(3);
      const [change, login] = await Promise.all([
        app.admin.post(`/api/admin/user-admin/${id}/change-password`, { password: strong }),
        app.as(null).post('/auth/simple/login', { username, password }),
      ]);
      equal(change.status, 200);
      equal(
        (await app.holding('session', sessionIn(login.headers['set-cookie'])).get(path)).status,
        401,
        `the login returned ${login.status}`,
      );
    }
  });

  it('gets another password from an administrator, which ends its sessions', async () => {
    const { client, id, username } = await app.someone(3);
    const change = `/api/admin/user-admin/${id}/change-password`;
    equal((await app.admin.post(change, { password: 'weak' })).body.name, 'OwaspValidationError');
    equal((await client.get(path)).status, 200);
    equal((await app.admin.post(change, { password: strong })).status, 200);
    equal((await client.get(path)).status, 401);
    equal(await logIn(username, strong), 200);
    equal((await app.admin.post('/api/admin/user-admin/99999/change-password', { password: strong })).status, 404);
  });
});
