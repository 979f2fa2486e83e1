import { createHook } from 'node:async_hooks';
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { clientAddressHeader } from '@signalbox/contracts';
import type { Answer } from '@signalbox/testing';
import { type IdentityApp, password, sessionIn, startIdentity } from '../../identity-app.fixture.ts';
import { User } from '../../user/user.ts';

const begunAt = Date.now();

const path = '/auth/simple/login';
const from = (address: string) => ({ headers: { [clientAddressHeader]: address } });

describe('a log-in', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const attemptsOf = async (username: string) => (await app.store('identity').reader().findOneOrFail(User, { username })).loginAttempts;

  it('returns the user and a session cookie that scripts cannot read', async () => {
    const { status, headers, body } = await app.as(null).post(path, { username: 'admin', password });
    equal(status, 200);
    const { id, seenAt, createdAt, imageUrl, ...rest } = body;
    deepEqual(rest, { isAPI: false, accountType: 'User', name: null, username: 'admin', loginAttempts: 0, rootRole: 1, permissions: [] });
    ok(Number.isInteger(id));
    ok(Date.parse(seenAt) >= begunAt && createdAt <= seenAt);
    match(imageUrl, /^https:\/\/gravatar\.com\/avatar\/[0-9a-f]{64}\?/);
    match(String(headers['set-cookie']), /^unleash-session=[0-9a-f]{64}; Path=\/; Max-Age=172800; HttpOnly; SameSite=Lax(?:,|$)/);
    equal(headers['cache-control'], 'no-store');
  });

  it('opens a new session each time', async () => {
    notEqual(await app.logIn('admin'), await app.logIn('admin'));
  });

  it('accepts an email address in any case as the name', async () => {
    const { username } = await app.someone(3);
    const { status, body } = await app.as(null).post(path, { username: `${username}@Signalbox.EXAMPLE`, password });
    equal(status, 200);
    equal(body.username, username);
  });

  it('accepts a username that looks like an email address, but prefers an address', async () => {
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

  it('accepts a username only in its exact case, without surrounding blanks', async () => {
    for (const username of ['Admin', ' admin', 'admin ']) equal((await app.as(null).post(path, { username, password })).status, 401);
  });

  it('refuses a wrong password, an unknown name and a user without a password with the same message', async () => {
    await app.store('identity').transaction(async (em) => {
      em.create(User, { kind: 'user', username: 'external', rootRole: 3, accessVersion: 0, loginAttempts: 0, createdAt: new Date() });
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

  it('hashes a password for an unknown name as for a wrong password, so that both take as long', async () => {
    let hashes = 0;
    const hook = createHook({ init: (_id, type) => void (hashes += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
    const hashesFor = async (username: string, address: string) => {
      const before = hashes;
      equal((await app.as(null).post(path, { username, password: 'wrong' }, from(address))).status, 401);
      return hashes - before;
    };
    try {
      // A hash of the product itself, with its cost.
      equal((await app.admin.post('/api/admin/user-admin', { username: 'known', password, rootRole: 3 })).status, 201);
      deepEqual([await hashesFor('known', '192.0.2.1'), await hashesFor('unknown', '192.0.2.2')], [1, 1]);
    } finally {
      hook.disable();
    }
  });

  it('counts refusals until one succeeds', async () => {
    const { username } = await app.someone(3);
    const wrong = () => app.as(null).post(path, { username, password: 'wrong' });
    await Promise.all([wrong(), wrong(), wrong()]);
    equal(await attemptsOf(username), 3);
    await app.logIn(username);
    equal(await attemptsOf(username), 0);
  });

  describe('after wrong guesses', () => {
    const guess = (username: string, address: string) => app.as(null).post(path, { username, password: 'wrong' }, from(address));
    const logInFrom = async (username: string, address: string) =>
      (await app.as(null).post(path, { username, password }, from(address))).status;
    const guessUntilDelayed = async (username: string, address: string) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) equal((await guess(username, address)).status, 401);
    };

    /** A range of seconds, because they pass while a slow machine works. */
    const isDelay = (headers: Answer['headers'], min: number, max: number) => {
      const seconds = Number(headers['retry-after']);
      ok(seconds >= min && seconds <= max, `${seconds} s`);
    };

    it('delays an account at that address, longer each time, with Retry-After, even for unknown names', async () => {
      const { username } = await app.someone(3);
      for (const name of [username, 'nobody-at-all']) {
        await guessUntilDelayed(name, '198.51.100.1');
        const { status, headers, body } = await guess(name, '198.51.100.1');
        deepEqual([status, body.name], [429, 'RateLimitError']);
        isDelay(headers, 1, 2);
        // Delayed attempts do not count.
        isDelay((await guess(name, '198.51.100.1')).headers, 1, 2);
        app.wait(2000);
        equal((await guess(name, '198.51.100.1')).status, 401);
        isDelay((await guess(name, '198.51.100.1')).headers, 3, 4);
      }
    });

    it('refuses the right password as well during the delay, and counts each typed name separately', async () => {
      const { username } = await app.someone(3);
      await guessUntilDelayed(username, '198.51.100.2');
      equal(await logInFrom(username, '198.51.100.2'), 429);
      equal(await logInFrom(username.toUpperCase(), '198.51.100.2'), 429, 'in any case');
      equal(await logInFrom(`${username}@signalbox.example`, '198.51.100.2'), 200, 'each name counts separately');
      app.wait(2000);
      equal(await logInFrom(username, '198.51.100.2'), 200);
    });

    it('checks no more guesses of a burst than of a sequence', async () => {
      const { username } = await app.someone(3);
      const answers = await Promise.all(Array.from({ length: 40 }, () => guess(username, '198.51.100.9')));
      const tried = answers.filter(({ status }) => status === 401).length;
      deepEqual([tried <= 5, tried > 0, answers.every(({ status }) => status === 401 || status === 429)], [true, true, true]);
    });

    it('delays neither the owner elsewhere nor others at the same address', async () => {
      const [owner, colleague] = [await app.someone(3), await app.someone(3)];
      await guessUntilDelayed(owner.username, '2001:db8:1:2::1');
      equal(await logInFrom(owner.username, '2001:db8:1:2:ffff::9'), 429, 'an IPv6 network counts as one caller');
      equal(await logInFrom(owner.username, '2001:db8:1:3::1'), 200);
      equal(await logInFrom(colleague.username, '2001:db8:1:2::1'), 200);
    });

    it('starts counting again after a successful login, which does not count', async () => {
      const { username } = await app.someone(3);
      for (let attempt = 1; attempt <= 4; attempt += 1) equal((await guess(username, '198.51.100.3')).status, 401);
      for (let attempt = 1; attempt <= 7; attempt += 1) equal(await logInFrom(username, '198.51.100.3'), 200);
      await guessUntilDelayed(username, '198.51.100.3');
      equal(await logInFrom(username, '198.51.100.3'), 429);
    });

    it('is counted by outcome and logged, with names of existing users only', async () => {
      const { username, id } = await app.someone(3);
      const lines = await linesOf(async () => {
        await logInFrom(username, '198.51.100.4');
        await guessUntilDelayed(username, '198.51.100.4');
        await guess(username, '198.51.100.4');
        await guess('my password, in the wrong field', '198.51.100.4');
      });
      const address = '198.51.100.4';
      deepEqual(
        lines.map(({ outcome, user, userId, address: at }) => [outcome, user, userId, at]),
        [
          ['succeeded', username, id, address],
          ...Array.from({ length: 5 }, () => ['refused', username, id, address]),
          ['delayed', username, id, address],
          ['refused', null, null, address],
        ],
      );
      equal(/wrong|password/.test(JSON.stringify(lines)), false);
      const counted = await app.host.metrics.registry.metrics();
      for (const outcome of ['succeeded', 'refused', 'delayed'])
        match(counted, new RegExp(`^signalbox_logins_total\\{outcome="${outcome}"\\} \\d+$`, 'm'));
    });

    /** The log lines that `work` writes, as fields. */
    async function linesOf(work: () => Promise<void>): Promise<Record<string, unknown>[]> {
      const { log } = app.host;
      const lines: Record<string, unknown>[] = [];
      const { info, warn } = log;
      const keep = (fields: object) => void lines.push({ ...fields });
      Object.assign(log, { info: keep, warn: keep });
      try {
        await work();
      } finally {
        Object.assign(log, { info, warn });
      }
      return lines;
    }
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
    it(`refuses ${JSON.stringify(body)} with 400 and names ${what}`, async () => {
      const answer = await app.as(null).post(path, body);
      equal(answer.status, 400);
      equal(answer.body.name, 'ValidationError');
      equal(answer.body.details[0].path, what);
    });
  }

  it('does not echo a malformed JSON body, which may contain the password', async () => {
    for (const text of [
      '{"username":"admin","password":"hunter2" oops}',
      '{"password":"hunter2"x',
      `{${' '.repeat(90)}"password":"hunter2"hunter2`,
    ]) {
      const { status, body } = await app.as(null).post(path, undefined, { raw: text, headers: { 'content-type': 'application/json' } });
      deepEqual([status, body.name], [400, 'ValidationError']);
      equal(JSON.stringify(body).includes('hunter2'), false, body.message);
    }
  });

  it('refuses malformed JSON with 400, another content type with 415 and a large body with 413', async () => {
    const raw = (text: string, type: string) => app.as(null).post(path, undefined, { raw: text, headers: { 'content-type': type } });
    equal((await raw('{"username":', 'application/json')).body.name, 'ValidationError');
    equal((await raw('username=admin', 'application/x-www-form-urlencoded')).status, 415);
    equal((await raw(JSON.stringify({ username: 'x'.repeat(200_000), password }), 'application/json')).status, 413);
  });

  it('sets Secure and a host-bound cookie name if the settings require it', async () => {
    const secure = await startIdentity({ settings: { SECURE_COOKIES: 'true', SESSION_HOURS: '2' } });
    const { headers } = await secure.as(null).post(path, { username: 'admin', password });
    await secure.close();
    match(
      String(headers['set-cookie']),
      /^__Host-unleash-session=[0-9a-f]{64}; Path=\/; Max-Age=7200; HttpOnly; SameSite=Lax; Secure,__Host-signalbox-browser=[0-9a-f]{64}; .*Secure$/,
    );
    equal(sessionIn(headers['set-cookie']).length, 64);
  });
});
