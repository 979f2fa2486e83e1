import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';

const begunAt = Date.now();

const path = '/api/admin/user-admin';
const strong = 'Correct-horse-1';

describe('users, managed by administrators', () => {
  let app: IdentityApp;
  let count = 0;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://flags.example/', USER_CREATIONS_PER_MINUTE: '1000' } });
  });
  after(() => app.close());

  /** Creates a user as an administrator. */
  async function create(body: object = {}): Promise<{ id: number; username: string; email: string }> {
    count += 1;
    const names = { username: `made-${count}`, email: `made-${count}@signalbox.example` };
    const answer = await app.admin.post(path, { ...names, rootRole: roleIds.viewer, password: strong, ...body });
    equal(answer.status, 201, JSON.stringify(answer.body));
    return { ...names, id: answer.body.id };
  }
  const logIn = async (username: string, secret = strong) =>
    (await app.as(null).post('/auth/simple/login', { username, password: secret })).status;

  describe('creating a user', () => {
    it('returns the user with a link to choose a password, and emits user-created without secrets', async () => {
      let answer;
      const events = await app.eventsOf('identity', async () => {
        answer = await app.admin.post(path, {
          username: 'ann',
          email: 'Ann@Signalbox.example',
          name: 'Ann',
          rootRole: 2,
          password: strong,
        });
      });
      const { status, headers, body } = answer as unknown as Awaited<ReturnType<typeof app.admin.post>>;
      const { id, imageUrl, createdAt, inviteLink, ...rest } = body;
      deepEqual([status, headers['location'], headers['cache-control']], [201, `user-admin/${id}`, 'no-store']);
      deepEqual(rest, {
        isAPI: false,
        accountType: 'User',
        name: 'Ann',
        username: 'ann',
        email: 'ann@signalbox.example',
        loginAttempts: 0,
        permissions: [],
        rootRole: 2,
        seenAt: null,
        emailSent: false,
      });
      match(imageUrl, /^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?/);
      ok(Date.parse(createdAt) >= begunAt);
      match(inviteLink, /^https:\/\/flags\.example\/new-user\?token=[0-9a-f]{64}$/);
      deepEqual(
        events.map(({ type, data, preData, createdBy }) => ({ type, data, preData, createdBy })),
        [
          {
            type: 'user-created',
            data: { id, name: 'Ann', username: 'ann', email: 'ann@signalbox.example', rootRole: 2 },
            preData: null,
            createdBy: 'admin',
          },
        ],
      );
      equal(await logIn('ann'), 200);
    });

    it('accepts the name of a role, and requires the link for a user without a password', async () => {
      const { body } = await app.admin.post(path, { email: 'by-link@signalbox.example', rootRole: 'Editor' });
      equal(body.rootRole, roleIds.editor);
      equal(await logIn('by-link@signalbox.example', password), 401);
    });

    for (const [what, body, name] of [
      ['neither name nor address', { rootRole: 3 }, 'BadDataError'],
      ['blank names', { username: '', email: '', rootRole: 3 }, 'BadDataError'],
      ['an invalid address', { email: 'a@b, c@d.example', rootRole: 3 }, 'BadDataError'],
      ['a line break in the address', { email: 'a@b.example\r\nBcc: x@y', rootRole: 3 }, 'BadDataError'],
      ['an unknown role', { username: 'x', rootRole: 99 }, 'BadDataError'],
      ['a project role', { username: 'x', rootRole: 'Owner' }, 'BadDataError'],
      ['no role', { username: 'x' }, 'ValidationError'],
      ['a taken name', { username: 'admin', rootRole: 3 }, 'BadDataError'],
      ['blanks around the name', { username: ' x', rootRole: 3 }, 'ValidationError'],
      ['a weak password', { username: 'x', rootRole: 3, password: 'aaaBBB111!!!' }, 'OwaspValidationError'],
    ] as const) {
      it(`refuses ${what} with 400, and emits nothing`, async () => {
        const events = await app.eventsOf('identity', async () => {
          const answer = await app.admin.post(path, body);
          deepEqual([answer.status, answer.body.name], [400, name], JSON.stringify(answer.body));
        });
        deepEqual(events, []);
      });
    }

    it('refuses an address that is another user’s username, and vice versa', async () => {
      equal((await app.admin.post(path, { username: 'named@signalbox.example', rootRole: 3 })).status, 201);
      equal((await app.admin.post(path, { email: 'mailed@signalbox.example', rootRole: 3 })).status, 201);
      for (const names of [{ email: 'named@signalbox.example' }, { username: 'mailed@signalbox.example' }]) {
        const { status, body } = await app.admin.post(path, { ...names, rootRole: 3 });
        deepEqual([status, body.name], [400, 'BadDataError']);
      }
    });

    it('succeeds once for concurrent requests with the same name', async () => {
      const tries = Array.from({ length: 5 }, () => app.admin.post(path, { email: 'Race@signalbox.example', rootRole: 3 }));
      const statuses = (await Promise.all(tries)).map(({ status }) => status).sort((one, other) => one - other);
      deepEqual(statuses, [201, 400, 400, 400, 400]);
    });
  });

  describe('reading users', () => {
    it('lists all with the root roles, and marks open invitations without their secret', async () => {
      const { id, email } = await create({ password: undefined });
      const { status, body } = await app.admin.get(path);
      equal(status, 200);
      deepEqual(
        body.rootRoles.map(({ id: role, name, type }: Record<string, unknown>) => [role, name, type]),
        [
          [1, 'Admin', 'root'],
          [2, 'Editor', 'root'],
          [3, 'Viewer', 'root'],
        ],
      );
      const listed = body.users.find((user: { id: number }) => user.id === id);
      deepEqual([listed.email, listed.rootRole, listed.inviteLink], [email, 3, 'https://flags.example/new-user']);
      equal(body.users[0].username, 'admin');
      equal('inviteLink' in body.users[0], false);
      equal(/hash|argon2|[0-9a-f]{64}(?!\?)/.test(JSON.stringify(body)), false);
    });

    it('returns a user, and refuses an unknown id with 404 and an invalid one with 400', async () => {
      const { id, username } = await create();
      const { status, body } = await app.admin.get(`${path}/${id}`);
      deepEqual([status, body.username, body.rootRole], [200, username, 3]);
      deepEqual((await app.admin.get(`${path}/99999`)).body.name, 'NotFoundError');
      equal((await app.admin.get(`${path}/abc`)).status, 400);
    });

    it('finds parts of the name and prefixes of username and address, in any case, for all users', async () => {
      const { client } = await app.someone(roleIds.viewer);
      await create({ username: 'zoe-1', email: 'first@zebra.example', name: 'Änne Zoetrope' });
      const find = async (q: string) => {
        const { status, body } = await client.get(`${path}/search?q=${encodeURIComponent(q)}`);
        equal(status, 200);
        return body.users.map(({ username }: { username: string }) => username);
      };
      for (const q of ['zoetr', 'ZOE', 'First@', 'änne']) deepEqual(await find(q), ['zoe-1'], q);
      for (const q of ['', 'z', 'oe-1', 'zebra', '%', '__', 'zoe_']) deepEqual(await find(q), [], q);
      const [user] = (await client.get(`${path}/search?q=zoe`)).body.users;
      deepEqual(Object.keys(user).sort(), ['accountType', 'email', 'id', 'imageUrl', 'isAPI', 'name', 'username']);
    });

    it('lists all users and groups that can be added to a project, for all users', async () => {
      const { client, id } = await app.someone(roleIds.viewer);
      const { status, body } = await client.get(`${path}/access`);
      equal(status, 200);
      deepEqual(body.groups, []);
      ok(body.users.some((user: { id: number }) => user.id === id));
      equal('rootRole' in body.users[0], false);
    });

    it('counts administrators by their way of logging in', async () => {
      const before = (await app.admin.get(`${path}/admin-count`)).body;
      const [withPassword, without] = [await create({ rootRole: 1 }), await create({ rootRole: 1, password: undefined })];
      deepEqual((await app.admin.get(`${path}/admin-count`)).body, {
        password: before.password + 1,
        noPassword: before.noPassword + 1,
        service: 0,
      });
      for (const { id } of [withPassword, without]) equal((await app.admin.delete(`${path}/${id}`)).status, 200);
    });
  });

  describe('changing a user', () => {
    it('changes the given properties, ignores blank ones, and emits both versions', async () => {
      const { id, username, email } = await create();
      let body: { name?: string; email?: string; rootRole?: number } = {};
      const events = await app.eventsOf('identity', async () => {
        ({ body } = await app.admin.put(`${path}/${id}`, { name: 'New', email: '', rootRole: 'Editor' }));
        await app.admin.put(`${path}/${id}`, { name: 'New', rootRole: 2 });
      });
      deepEqual([body.name, body.email, body.rootRole], ['New', email, 2]);
      const user = { id, username, email };
      deepEqual(
        events.map(({ type, data, preData }) => ({ type, data, preData })),
        [{ type: 'user-updated', data: { ...user, name: 'New', rootRole: 2 }, preData: { ...user, name: null, rootRole: 3 } }],
      );
    });

    it('records a password, a reset link and ended sessions as actions on credentials, without secrets', async () => {
      const { id, client, username } = await app.someone(roleIds.viewer);
      const email = `${username}@signalbox.example`;
      const [one, other] = ['Correct-horse-1', 'Correct-horse-2'];
      let link = '';
      const events = await app.eventsOf('identity', async () => {
        equal((await app.admin.delete(`${path}/${id}/sessions`)).status, 200);
        equal((await app.admin.delete(`${path}/${id}/sessions`)).status, 200, 'no session is left');
        equal((await app.admin.post(`${path}/${id}/change-password`, { password: one })).status, 200);
        link = (await app.admin.post(`${path}/reset-password`, { id: email })).body.resetPasswordUrl;
        const token = new URL(link).searchParams.get('token');
        equal((await app.as(null).post('/auth/reset/password', { token, password: other })).status, 200);
      });
      equal((await client.get('/api/admin/user')).status, 401);
      const user = { id, username, email, name: null, rootRole: roleIds.viewer };
      deepEqual(
        events.map(({ type, createdBy, data, preData }) => ({ type, createdBy, data, preData })),
        [
          ['access-ended', 'admin'],
          ['password-changed', 'admin'],
          ['reset-link-created', 'admin'],
          ['password-changed', email],
        ].map(([credentials, createdBy]) => ({ type: 'user-updated', createdBy, data: { ...user, credentials }, preData: user })),
      );
      for (const secret of [one, other, link.slice(-64)]) ok(!JSON.stringify(events).includes(secret));
    });

    it('takes effect on permissions immediately', async () => {
      const { client, id } = await app.someone(roleIds.viewer);
      equal((await client.get(path)).status, 403);
      await app.admin.put(`${path}/${id}`, { rootRole: 1 });
      equal((await client.get(path)).status, 200);
      await app.admin.put(`${path}/${id}`, { rootRole: 3 });
      equal((await client.get(path)).status, 403);
    });

    it('refuses an address that is another user’s username, and vice versa', async () => {
      equal((await app.admin.post(path, { username: 'boss@corp.example', rootRole: 3 })).status, 201);
      const { status, body } = await app.admin.post(path, { email: 'Boss@corp.example', rootRole: 3 });
      deepEqual([status, body.details[0].path], [400, 'email']);
      const { username } = await app.someone(3);
      equal((await app.admin.post(path, { username: `${username}@signalbox.example`, rootRole: 3 })).status, 400);
    });

    it('refuses a taken address and an unknown role with 400, and an unknown user with 404', async () => {
      const [one, other] = [await create(), await create()];
      const taken = (await app.admin.put(`${path}/${one.id}`, { email: other.email.toUpperCase() })).body;
      deepEqual([taken.name, taken.details[0].path], ['BadDataError', 'email']);
      equal((await app.admin.put(`${path}/${one.id}`, { rootRole: 4 })).body.name, 'BadDataError');
      equal((await app.admin.put(`${path}/99999`, { name: 'x' })).status, 404);
    });
  });

  describe('deleting a user', () => {
    it('ends all access, frees the names, and emits user-deleted', async () => {
      const { id, username, email } = await create({ name: 'Gone' });
      const session = await app.logIn(username).then(() => app.as(null).post('/auth/simple/login', { username, password: strong }));
      equal(session.status, 200);
      const events = await app.eventsOf('identity', () => app.admin.delete(`${path}/${id}`));
      deepEqual(
        events.map(({ type, data, preData }) => ({ type, data, preData })),
        [{ type: 'user-deleted', data: null, preData: { id, name: 'Gone', username, email, rootRole: 3 } }],
      );
      equal(await logIn(username), 401);
      equal((await app.admin.get(`${path}/${id}`)).status, 404);
      equal((await app.admin.delete(`${path}/${id}`)).status, 404);
      const { body } = await app.admin.get(path);
      equal(
        body.users.some((user: { id: number }) => user.id === id),
        false,
      );
      const again = await app.admin.post(path, { username, email, rootRole: 3 });
      equal(again.status, 201);
      notEqual(again.body.id, id);
    });
  });

  describe('the last administrator', () => {
    it('can neither be deleted nor get another role', async () => {
      const [{ id }] = (await app.admin.get(path)).body.users;
      for (const answer of [await app.admin.delete(`${path}/${id}`), await app.admin.put(`${path}/${id}`, { rootRole: 3 })])
        deepEqual([answer.status, answer.body.name], [403, 'InvalidOperationError']);
      equal((await app.admin.put(`${path}/${id}`, { name: 'Chief', rootRole: 1 })).status, 200);
    });

    it('remains when all administrators are removed and demoted at once', async () => {
      const others = await Promise.all([1, 2, 3].map(() => create({ rootRole: 1 })));
      const token = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'race', type: 'admin' })).body.secret;
      const client = app.holding('token', token);
      const [{ id: first }] = (await client.get(path)).body.users;
      const ids = [first, ...others.map(({ id }) => id)] as number[];
      const answers = await Promise.all(
        ids.map((id, at) => (at % 2 ? client.delete(`${path}/${id}`) : client.put(`${path}/${id}`, { rootRole: 3 }))),
      );
      deepEqual(
        answers.map(({ status }) => status).sort((one, other) => one - other),
        [200, 200, 200, 403],
      );
      const { password: left, noPassword } = (await client.get(`${path}/admin-count`)).body;
      equal(left + noPassword, 1);
    });
  });

  it('are refused to viewers, editors and callers without a credential', async () => {
    const [viewer, editor] = [await app.someone(roleIds.viewer), await app.someone(roleIds.editor)];
    const calls = [
      ['get', path],
      ['post', path],
      ['get', `${path}/1`],
      ['put', `${path}/1`],
      ['delete', `${path}/1`],
      ['get', `${path}/admin-count`],
      ['get', `${path}/inactive`],
      ['post', `${path}/inactive/delete`],
      ['post', `${path}/reset-password`],
      ['post', `${path}/1/change-password`],
      ['get', `${path}/1/sessions`],
      ['delete', `${path}/1/sessions`],
      ['get', '/api/admin/logins'],
    ] as const;
    for (const [method, target] of calls) {
      const statuses = await Promise.all(
        [viewer.client, editor.client, app.as(null)].map(async (client) => (await client[method](target, {})).status),
      );
      deepEqual(statuses, [403, 403, 401], `${method} ${target}`);
    }
  });
});
