import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { browserHeader, clientAddressHeader } from '@signalbox/contracts';
import { codeAt } from '../authenticator.fixture.ts';
import { type FactorsApp, startFactors } from '../factors-app.fixture.ts';

const from = (address: string, browser?: string) => ({
  headers: { [clientAddressHeader]: address, ...(browser === undefined ? {} : { [browserHeader]: browser }) },
});

describe('a login with an authenticator app', () => {
  let app: FactorsApp;
  before(async () => {
    app = await startFactors();
  });
  after(() => app.close());

  async function someoneWithApp() {
    const someone = await app.someone(3);
    await app.stepUpByPassword(someone.client);
    return { ...someone, ...(await app.addApp(someone.client)) };
  }

  /** Number of the user's failed logins. */
  async function refusedOf(id: number): Promise<number> {
    const { events } = (await app.admin.get('/api/admin/logins')).body as { events: { userId: number; successful: boolean }[] };
    return events.filter(({ userId, successful }) => userId === id && !successful).length;
  }

  it('requires a second step, which a code of the app completes', async () => {
    const { username, secret, id } = await someoneWithApp();
    const first = await app.password(username);
    const { token, expiresAt, ...rest } = first.body;
    deepEqual([first.status, rest], [202, { factors: ['totp', 'recovery-code'], mustEnroll: false }]);
    equal(Math.round((Date.parse(expiresAt) - app.now()) / 60_000), 10);
    deepEqual([first.headers['set-cookie'], first.headers['cache-control']], [undefined, 'no-store']);
    const second = await app.code(token, app.nextCode(secret));
    deepEqual([second.body.id, second.body.loginAttempts, second.headers['cache-control']], [id, 0, 'no-store']);
    match(String(second.headers['set-cookie']), /^unleash-session=[0-9a-f]{64}; .*,signalbox-browser=[0-9a-f]{64}; /);
    equal((await app.entered(second).get('/api/admin/user')).body.user.id, id);
  });

  it('is incomplete until then: its token gives no access, and the history shows no success', async () => {
    const { username, secret, id } = await someoneWithApp();
    const successes = async () => {
      const { body } = await app.admin.get('/api/admin/logins');
      return body.events.filter(({ userId, successful }: { userId: number; successful: boolean }) => userId === id && successful).length;
    };
    const before = await successes();
    const token = await app.tokenOf(username);
    for (const kind of ['session', 'token'] as const) equal((await app.holding(kind, token).get('/api/admin/user')).status, 401);
    equal(await successes(), before);
    equal((await app.code(token, app.nextCode(secret))).status, 200);
    equal(await successes(), before + 1);
    match(await app.host.metrics.registry.metrics(), /^signalbox_logins_total\{outcome="half"\} [1-9]\d*$/m);
  });

  it('accepts each code once, and none older than a step', async () => {
    const { username, secret } = await someoneWithApp();
    const code = app.nextCode(secret);
    const [one, other] = await Promise.all([app.tokenOf(username), app.tokenOf(username)]);
    const statuses = (await Promise.all([app.code(one, code), app.code(other, code)])).map(({ status }) => status);
    deepEqual(
      statuses.sort((one, other) => one - other),
      [200, 401],
    );
    equal((await app.code(await app.tokenOf(username), code)).status, 401);
    const old = codeAt(secret, app.now() - 60_000);
    equal((await app.code(await app.tokenOf(username), old)).status, 401);
    equal((await app.code(await app.tokenOf(username), app.nextCode(secret))).status, 200);
  });

  it('accepts a token once, within ten minutes', async () => {
    const { username, secret } = await someoneWithApp();
    const token = await app.tokenOf(username);
    equal((await app.code(token, app.nextCode(secret))).status, 200);
    equal((await app.code(token, app.nextCode(secret))).status, 401);
    const late = await app.tokenOf(username);
    app.wait(600_001);
    equal((await app.code(late, app.nextCode(secret))).status, 401);
    equal((await app.code('0'.repeat(64), app.nextCode(secret))).status, 401);
  });

  it('ends after five wrong codes', async () => {
    const { username, secret } = await someoneWithApp();
    const token = await app.tokenOf(username);
    for (let attempt = 0; attempt < 5; attempt += 1) equal((await app.code(token, '000000')).status, 401);
    app.wait(300_000);
    equal((await app.code(token, app.nextCode(secret))).status, 401);
    equal((await app.code(await app.tokenOf(username), app.nextCode(secret))).status, 200);
  });

  it('delays guesses of codes from any address, except in a known browser', async () => {
    const { username, secret } = await someoneWithApp();
    const known = await app.code(await app.tokenOf(username), app.nextCode(secret));
    const browser = /signalbox-browser=([0-9a-f]{64})/.exec(String(known.headers['set-cookie']))?.[1] ?? '';
    const tokens: string[] = [];
    for (let count = 0; count < 32; count += 1) tokens.push(await app.tokenOf(username));
    const [own = '', elsewhere = '', ...others] = tokens;
    const statuses: number[] = [];
    for (const [at, token] of others.entries()) statuses.push((await app.code(token, '000000', from(`203.0.113.${at}`))).status);
    deepEqual(statuses.slice(0, 5), [401, 401, 401, 401, 401]);
    const tried = statuses.filter((status) => status === 401).length;
    ok(tried < 10 && statuses.filter((status) => status === 429).length === 30 - tried, `${tried} of 30 guesses were checked`);
    equal((await app.code(elsewhere, codeAt(secret, app.now()), from('198.51.100.9'))).status, 429);
    equal((await app.code(own, codeAt(secret, app.now() + 30_000), from('198.51.100.9', browser))).status, 200);
  });

  it('checks no more wrong codes of a burst than of a sequence, for one login or many', async () => {
    const [one, many] = [await someoneWithApp(), await someoneWithApp()];
    const single = await app.tokenOf(one.username);
    const several: string[] = [];
    while (several.length < 20) several.push(await app.tokenOf(many.username));
    const tries = [
      { id: one.id, tokens: Array.from({ length: 20 }, () => single) },
      { id: many.id, tokens: several },
    ];
    for (const { id, tokens } of tries) {
      const burst = await Promise.all(tokens.map((token, at) => app.code(token, '000000', from(`203.0.113.${at}`))));
      deepEqual(
        burst.filter(({ status }) => status !== 401 && status !== 429),
        [],
      );
      const tried = await refusedOf(id);
      ok(tried > 0 && tried <= 5, `${tried} of 20 codes were checked`);
    }
  });

  it('accepts a recovery code instead of an app code, once, in any notation', async () => {
    const { username, recoveryCodes } = await someoneWithApp();
    equal(recoveryCodes.length, 10);
    equal(new Set(recoveryCodes).size, 10);
    const [one = '', other = ''] = recoveryCodes;
    match(one, /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    const client = app.entered(await app.code(await app.tokenOf(username), one.toUpperCase().replaceAll('-', ' ')));
    equal((await app.code(await app.tokenOf(username), one)).status, 401);
    equal((await app.code(await app.tokenOf(username), other)).status, 200);
    equal((await client.get('/api/admin/user/factors')).body.recoveryCodes, 8);
    const renewed = await client.post('/api/admin/user/factors/recovery-codes');
    deepEqual([renewed.status, renewed.body.recoveryCodes.length], [200, 10]);
    equal((await app.code(await app.tokenOf(username), recoveryCodes[2] ?? '')).status, 401);
    equal((await app.code(await app.tokenOf(username), renewed.body.recoveryCodes[0])).status, 200);
  });

  it('becomes invalid when the password changes', async () => {
    const { username, id, secret } = await someoneWithApp();
    const token = await app.tokenOf(username);
    equal((await app.admin.post(`/api/admin/user-admin/${id}/change-password`, { password: 'Another-horse-2' })).status, 200);
    equal((await app.code(token, app.nextCode(secret))).status, 401);
  });

  it('is refused with a wrong password in the same way as for other users', async () => {
    const { username } = await someoneWithApp();
    const wrong = (name: string) => app.as(null).post('/auth/simple/login', { username: name, password: 'wrong' });
    const [withFactor, unknown] = [await wrong(username), await wrong('nobody')];
    deepEqual([withFactor.status, withFactor.body.message], [401, unknown.body.message]);
  });

  it('does not accept another user’s code', async () => {
    const [owner, other] = [await someoneWithApp(), await someoneWithApp()];
    notEqual(owner.secret, other.secret);
    equal((await app.code(await app.tokenOf(owner.username), app.nextCode(other.secret))).status, 401);
    ok(other.recoveryCodes[0]);
    equal((await app.code(await app.tokenOf(owner.username), other.recoveryCodes[0])).status, 401);
  });
});
