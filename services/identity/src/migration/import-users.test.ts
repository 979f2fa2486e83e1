import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { hashSync } from 'bcryptjs';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';
import { findByLogin } from '../user/user.ts';

const path = '/api/admin/migration/users';
const times = { createdAt: '2020-02-03T04:05:06.789Z', seenAt: '2026-01-02T03:04:05.678Z' };
const password = 'unleash4all';
const passwordHash = hashSync(password, 4);

describe('importing users', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const send = (...users: object[]) => app.admin.post(path, { users });
  const logIn = (username: string, given = password) => app.as(null).post('/auth/simple/login', { username, password: given });
  const storedHash = async (login: string) => (await findByLogin(app.store('identity').reader(), login))?.passwordHash ?? null;

  it('makes a refusal check a bcrypt hash for every name, as soon as one is imported', async () => {
    let checks = 0;
    const note = () => void (checks += 1);
    process.on('worker', note);
    equal((await logIn('nobody', 'wrong')).status, 401);
    equal(checks, 0);
    await send({ username: 'cid', passwordHash, rootRole: 'Viewer', ...times });
    for (const username of ['cid', 'admin', 'nobody']) equal((await logIn(username, 'wrong')).status, 401);
    process.off('worker', note);
    equal(checks, 3);
  });

  it('creates users and service accounts with their names, roles and times, and emits an event for each', async () => {
    const events = await app.eventsOf('identity', async () => {
      const { status, body } = await send(
        { username: 'ann', email: 'Ann@signalbox.example', name: 'Ann', passwordHash, rootRole: 'Editor', ...times },
        { username: 'robot', name: 'Robot', rootRole: 'Viewer', createdAt: times.createdAt, isService: true },
      );
      equal(status, 200);
      deepEqual(
        body.users.map(({ id: _id, ...user }: { id: number }) => user),
        [
          { username: 'ann', email: 'ann@signalbox.example', result: 'created' },
          { username: 'robot', email: null, result: 'created' },
        ],
      );
      const ann = (await app.admin.get(`/api/admin/user-admin/${body.users[0].id}`)).body;
      deepEqual([ann.name, ann.rootRole, ann.createdAt, ann.seenAt], ['Ann', roleIds.editor, times.createdAt, times.seenAt]);
      const { serviceAccounts } = (await app.admin.get('/api/admin/service-account')).body;
      deepEqual([serviceAccounts[0].username, serviceAccounts[0].createdAt], ['robot', times.createdAt]);
    });
    deepEqual(
      events.map(({ type, createdBy }) => [type, createdBy]),
      [
        ['user-created', 'admin'],
        ['service-account-created', 'admin'],
      ],
    );
  });

  it('changes nothing when it is repeated', async () => {
    const ben = { username: 'ben', email: 'ben@signalbox.example', passwordHash, rootRole: 'Viewer', ...times };
    const first = (await send(ben)).body.users[0];
    const events = await app.eventsOf('identity', async () => {
      const again = await send(
        { ...ben, name: 'Other', rootRole: 'Admin' },
        { email: 'ben@signalbox.example', rootRole: 'Viewer', ...times },
      );
      deepEqual(again.body.users, [
        { ...first, result: 'exists' },
        { ...first, username: null, result: 'exists' },
      ]);
    });
    deepEqual(events, []);
  });

  it('accepts the bcrypt password, and replaces its hash at the first login', async () => {
    for (const [index, variant] of ['$2a$', '$2b$', '$2y$'].entries()) {
      const username = `variant-${index}`;
      const stored = passwordHash.replace(/^\$2.\$/, variant);
      await send({ username, passwordHash: stored, rootRole: 'Viewer', ...times });
      equal((await logIn(username, 'unleash4al')).status, 401);
      equal(await storedHash(username), stored);
      equal((await logIn(username)).status, 200);
      match(String(await storedHash(username)), /^\$argon2id\$/);
      equal((await logIn(username)).status, 200);
      equal((await logIn(username, 'unleash4al')).status, 401);
    }
  });

  it('lets a user in twice at the same time, although one login replaces the hash that the other has checked', async () => {
    await send({ username: 'gil', passwordHash, rootRole: 'Viewer', ...times });
    const answers = await Promise.all([logIn('gil'), logIn('gil'), logIn('gil')]);
    deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const wrong = await Promise.all([logIn('gil'), logIn('gil', 'unleash4al')]);
    deepEqual(
      wrong.map(({ status }) => status),
      [200, 401],
    );
  });

  it('lets users without a password in once they have chosen one', async () => {
    const { body } = await send({ username: 'dan', passwordHash: null, rootRole: 'Viewer', ...times });
    equal((await logIn('dan')).status, 401);
    await app.admin.post(`/api/admin/user-admin/${body.users[0].id}/change-password`, { password: 'A lever, a b3ll' });
    equal((await logIn('dan', 'A lever, a b3ll')).status, 200);
  });

  it('refuses what it cannot import, with the name of the object', async () => {
    const user = { username: 'eva', rootRole: 'Viewer', ...times };
    await send({ username: 'fay@signalbox.example', rootRole: 'Viewer', ...times });
    for (const [wrong, message] of [
      [{ ...user, passwordHash: passwordHash.replace('$04$', '$13$') }, /passwordHash/],
      [{ ...user, passwordHash: 'md5' }, /passwordHash/],
      [{ ...user, rootRole: 'Chief' }, /no root role Chief/],
      [{ ...user, email: 'eva' }, /email address; got eva/],
      [{ ...user, isService: true, passwordHash }, /service account eva must not have a password/],
      [{ ...user, email: 'fay@signalbox.example' }, /already logs in with eva, fay@signalbox.example/],
      [{ rootRole: 'Viewer', ...times }, /username or email is required/],
    ] as const) {
      const { status, body } = await send(wrong);
      equal(status, 400, JSON.stringify(body));
      match(JSON.stringify(body), message);
    }
    equal((await send(...Array.from({ length: 501 }, () => user))).status, 400);
    equal(await storedHash('eva'), null);
  });

  it('refuses a viewer with 403 and an anonymous caller with 401', async () => {
    const { client } = await app.someone(roleIds.viewer);
    equal((await client.post(path, { users: [] })).status, 403);
    equal((await app.as(null).post(path, { users: [] })).status, 401);
  });
});
