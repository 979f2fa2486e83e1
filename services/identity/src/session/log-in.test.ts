import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { type IdentityApp, password, sessionIn, startIdentity } from '../identity-app.fixture.ts';
import { User } from '../user/user.ts';

const path = '/auth/simple/login';

describe('log in', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const attemptsOf = async (username: string) => (await app.store('identity').reader().findOneOrFail(User, { username })).loginAttempts;

  it('answers the user and a session cookie that scripts cannot read', async () => {
    const { status, headers, body } = await app.as(null).post(path, { username: 'admin', password });
    equal(status, 200);
    const { id, seenAt, createdAt, imageUrl, ...rest } = body;
    deepEqual(rest, { isAPI: false, accountType: 'User', name: null, username: 'admin', loginAttempts: 0, rootRole: 1 });
    ok(Number.isInteger(id));
    ok(Date.now() - Date.parse(seenAt) < 60_000 && createdAt <= seenAt);
    match(imageUrl, /^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?/);
    match(String(headers['set-cookie']), /^unleash-session=[0-9a-f]{64}; Path=\/; Max-Age=172800; HttpOnly; SameSite=Lax$/);
    equal(headers['cache-control'], 'no-store');
  });

  it('opens a session of its own each time', async () => {
    notEqual(await app.logIn('admin'), await app.logIn('admin'));
  });

  it('takes an e-mail address in any case for the name', async () => {
    const { username } = await app.someone(3);
    const { status, body } = await app.as(null).post(path, { username: `${username}@Signalbox.EXAMPLE`, password });
    equal(status, 200);
    equal(body.username, username);
  });

  it('takes a user name that looks like an e-mail address, but an address first', async () => {
    const warden = await startIdentity({ settings: { INIT_ADMIN_USERNAME: 'Warden@Signalbox.example' } });
    const userOf = async (username: string) => (await warden.as(null).post(path, { username, password })).body.username;
    equal(await userOf('Warden@Signalbox.example'), 'Warden@Signalbox.example');
    equal(await userOf('warden@signalbox.example'), undefined);
    const { username } = await warden.someone(3);
    const users = warden.store('identity');
    await users.transaction((em) => em.nativeUpdate(User, { username }, { email: 'warden@signalbox.example' }));
    for (const typed of ['Warden@Signalbox.example', 'warden@signalbox.example']) equal(await userOf(typed), username);
    await warden.close();
  });

  it('takes a user name in its own case alone, without blanks around it', async () => {
    for (const username of ['Admin', ' admin', 'admin ']) equal((await app.as(null).post(path, { username, password })).status, 401);
  });

  it('refuses a wrong password, an unknown name and a user without a password with the same words', async () => {
    await app.store('identity').transaction(async (em) => {
      em.create(User, { username: 'external', rootRole: 3, accessVersion: 0, loginAttempts: 0, createdAt: new Date() });
    });
    const tries = [
      { username: 'admin', password: 'wrong' },
      { username: 'unknown', password },
      { username: 'external', password },
      { username: 'Admin', password },
    ];
    const answers = await Promise.all(tries.map((body) => app.as(null).post(path, body)));
    for (const { status, headers, body } of answers) {
      equal(status, 401);
      equal(body.name, 'AuthenticationRequired');
      equal(body.message, answers[0]?.body.message);
      equal(headers['set-cookie'], undefined);
    }
  });

  it('works as long for an unknown name as for a wrong password', async () => {
    const time = async (username: string) => {
      const begun = performance.now();
      await app.as(null).post(path, { username, password: 'wrong' });
      return performance.now() - begun;
    };
    const median = async (username: string) => {
      const times: number[] = [];
      for (let count = 0; count < 7; count += 1) times.push(await time(username));
      return times.sort((one, other) => one - other)[3] ?? 0;
    };
    await time('admin');
    const [known, unknown] = [await median('admin'), await median('unknown')];
    ok(unknown > known / 3, `an unknown name took ${unknown} ms, a known one ${known} ms`);
  });

  it('counts refused log-ins until one succeeds', async () => {
    const { username } = await app.someone(3);
    const wrong = () => app.as(null).post(path, { username, password: 'wrong' });
    await Promise.all([wrong(), wrong(), wrong()]);
    equal(await attemptsOf(username), 3);
    await app.logIn(username);
    equal(await attemptsOf(username), 0);
  });

  it('refuses a deleted user', async () => {
    const { username, id, client } = await app.someone(3);
    await app.store('identity').transaction(async (em) => void (await em.nativeUpdate(User, { id }, { deletedAt: new Date() })));
    equal((await app.as(null).post(path, { username, password })).status, 401);
    equal((await client.get('/api/admin/user')).status, 401);
  });

  for (const [what, body] of [
    ['password', { username: 'admin' }],
    ['username', { password }],
    ['username', { username: '', password }],
  ] as const) {
    it(`refuses ${JSON.stringify(body)} with 400 that names ${what}`, async () => {
      const answer = await app.as(null).post(path, body);
      equal(answer.status, 400);
      equal(answer.body.name, 'ValidationError');
      equal(answer.body.details[0].path, what);
    });
  }

  it('repeats nothing of a body that is no JSON, which may hold the password', async () => {
    for (const text of [
      '{"username":"admin","password":"hunter2" oops}',
      '{"password":"hunter2"x',
      `{${' '.repeat(90)}"password":"hunter2"hunter2`,
    ]) {
      const { status, body } = await app.as(null).post(path, undefined, { raw: text, headers: { 'content-type': 'application/json' } });
      deepEqual([status, body.name], [400, 'BadRequestError']);
      equal(JSON.stringify(body).includes('hunter2'), false, body.message);
    }
  });

  it('refuses malformed JSON with 400, another content type with 415 and a large body with 413', async () => {
    const raw = (text: string, type: string) => app.as(null).post(path, undefined, { raw: text, headers: { 'content-type': type } });
    equal((await raw('{"username":', 'application/json')).body.name, 'BadRequestError');
    equal((await raw('username=admin', 'application/x-www-form-urlencoded')).status, 415);
    equal((await raw(JSON.stringify({ username: 'x'.repeat(200_000), password }), 'application/json')).status, 413);
  });

  it('says Secure when the settings do, and gives a name that no other host can give', async () => {
    const secure = await startIdentity({ settings: { SECURE_COOKIES: 'true', SESSION_HOURS: '2' } });
    const { headers } = await secure.as(null).post(path, { username: 'admin', password });
    await secure.close();
    match(String(headers['set-cookie']), /^__Host-unleash-session=[0-9a-f]{64}; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure$/);
    equal(sessionIn(headers['set-cookie']).length, 64);
  });
});
