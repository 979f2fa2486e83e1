import { randomUUID } from 'node:crypto';
import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  approveCode,
  devices,
  granted,
  newVerifier,
  pollDevice,
  sendCode,
  renew,
  startDevice,
} from './authorization/command-line.fixture.ts';
import { identity } from './service.ts';
import { type IdentityApp, password, randomHex, startIdentity } from './identity-app.fixture.ts';
import { openTokenIssuer } from './workload/exchange/token-issuer.fixture.ts';
import { startFactors } from './second-factor/factors-app.fixture.ts';

describe('secrets of identity', () => {
  let app: IdentityApp;
  const initial = `default:development.${randomHex()}`;
  before(async () => {
    app = await startIdentity({ settings: { INIT_CLIENT_API_TOKENS: initial } });
  });
  after(() => app.close());

  /** All rows of all tables, as text. */
  async function dump(of: IdentityApp): Promise<string> {
    const em = of.store('identity').reader();
    const tables = await em.getKysely<Record<string, object>>({ type: 'read' }).introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) => em.getKysely<Record<string, object>>({ type: 'read' }).selectFrom(name).selectAll().execute()),
    );
    return JSON.stringify(rows);
  }

  it('are never stored or published in clear text', async () => {
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
    const { secret } = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'shop', type: 'client' }, keyed())).body;
    const { session, username } = await app.someone(3);
    const login = await app.as(null).post('/auth/simple/login', { username, password });
    const browser = /signalbox-browser=([0-9a-f]{64})/.exec(String(login.headers['set-cookie']))?.[1] ?? '';
    const invited = await app.admin.post('/api/admin/user-admin', { username: 'ann', rootRole: 3, password: 'Correct-horse-1' }, keyed());
    const resetLink = await app.admin.post('/api/admin/user-admin/reset-password', { id: `${username}@signalbox.example` }, keyed());
    const expiring = { description: 'deploys', expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString() };
    const personal = (await app.admin.post('/api/admin/user/tokens', expiring, keyed())).body.secret;
    const account = (await app.admin.post('/api/admin/service-account', { username: 'robot', rootRole: 3 })).body;
    const ofAccount = (await app.admin.post(`/api/admin/service-account/${account.id}/token`, expiring, keyed())).body.secret;
    equal((await app.holding('token', ofAccount).get('/api/admin/user')).status, 200);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const signUp = (await app.admin.post('/api/admin/invite-link/tokens', { name: 'Interns', expiresAt: until }, keyed())).body.secret;
    const joining = { email: 'eve@signalbox.example', name: 'Eve', password: 'Third-horse-3' };
    equal((await app.as(null).post(`/invite/${signUp}/signup`, joining)).status, 201);
    const rotated = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'app', type: 'client' })).body;
    const successor = (await app.admin.post(`/api/admin/api-tokens/${rotated.id}/rotate`, {}, keyed())).body.secret;
    const links = [invited.body.inviteLink, resetLink.body.resetPasswordUrl].map((link) => new URL(link).searchParams.get('token') ?? '');
    deepEqual(
      [browser, ...links].map(({ length }) => length),
      [64, 64, 64],
    );
    const given = ['Correct-horse-1', 'Another-horse-2'];
    equal((await app.as(null).post('/auth/reset/password', { token: links[1], password: given[1] })).status, 200);
    await app.as(null).post('/auth/simple/login', { username: 'admin', password: 'a wrong guess at it' });
    await app.admin.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`, keyed());
    const text = await dump(app);
    ok(text.includes('encrypted_private_jwk') && !/\\"d\\":|private_jwk":"?\{/.test(text), 'the signing key is encrypted');
    ok(text.includes('"token_name":"initial-client"'), 'the dump shows rows');
    ok(text.includes('api-token-created'), 'the dump shows messages');
    for (const stored of [
      secret,
      secret.split('.')[1],
      initial,
      initial.split('.')[1],
      session,
      password,
      'a wrong guess at it',
      browser,
      signUp,
      joining.password,
      successor.split('.')[1],
      personal,
      personal.split(':')[1],
      ofAccount,
      ofAccount.split(':')[1],
      ...links,
      ...given,
    ]) {
      equal(text.includes(stored), false);
    }
  });

  it('are never stored or published in clear text as second factors', async () => {
    const factors = await startFactors();
    const { client, username } = await factors.someone(3);
    await factors.stepUpByPassword(client);
    const { secret, recoveryCodes } = await factors.addApp(client);
    const token = await factors.tokenOf(username);
    const code = factors.nextCode(secret);
    equal((await factors.code(await factors.tokenOf(username), code)).status, 200);
    const waiting = await factors.tokenOf(username);
    const { challenge } = (await factors.as(null).post('/auth/second-factor/passkey/options', { token: waiting })).body;
    const text = await dump(factors);
    await factors.close();
    ok(text.includes('encrypted_secret') && text.includes('user-factor-added'), 'the dump shows rows and messages');
    for (const stored of [
      secret,
      code,
      token,
      waiting,
      challenge,
      ...recoveryCodes,
      ...recoveryCodes.map((each) => each.replaceAll('-', '')),
    ])
      equal(text.includes(stored), false);
  });

  it('are never stored or published in clear text in token exchanges', async () => {
    const issuer = await openTokenIssuer();
    const own = await startIdentity({ settings: { INTERNAL_ISSUERS: new URL(issuer.issuer).host } });
    const input = {
      name: 'deploys',
      issuer: issuer.issuer,
      audience: 'signalbox',
      claims: { repository: ['acme/shop'] },
      project: 'default',
    };
    equal((await own.admin.post('/api/admin/workload-identities', { ...input, roles: [] })).status, 201);
    const [good, bad] = [await issuer.sign(), await issuer.sign({ claims: { repository: 'acme/other' } })];
    const exchange = (subject_token: string) => {
      const [grant_type, subject_token_type] = ['grant-type:token-exchange', 'token-type:jwt'].map(
        (name) => `urn:ietf:params:oauth:${name}`,
      );
      const raw = new URLSearchParams({ grant_type, subject_token_type, subject_token, audience: 'deploys' } as Record<string, string>);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return own.as(null).post('/auth/token/exchange', undefined, { raw: raw.toString(), headers });
    };
    const { access_token: secret } = (await exchange(good)).body;
    equal((await exchange(bad)).status, 400);
    equal((await own.holding('token', secret).get('/api/admin/user')).status, 200);
    const text = await dump(own);
    await own.close();
    await issuer.close();
    ok(text.includes('workload-token-issued'), 'the dump shows messages');
    for (const stored of [secret.split(':')[1], ...[good, bad].flatMap((token) => token.split('.').slice(1))])
      equal(text.includes(stored), false);
  });

  it('are never stored or published in clear text in logins of the command line', async () => {
    const { client } = await app.someone(3);
    const verifier = newVerifier();
    const code = await approveCode(client, verifier);
    const first = granted(await sendCode(app, code, verifier));
    const second = granted(await renew(app, first.refresh_token));
    const { device_code, user_code } = await startDevice(app);
    equal((await client.post(devices, { userCode: user_code, approved: true })).status, 200);
    const third = granted(await pollDevice(app, device_code));
    const text = await dump(app);
    ok(text.includes('CLI on laptop') && text.includes('code_challenge'), 'the dump shows rows and messages');
    for (const stored of [verifier, code, device_code, user_code, user_code.replace('-', '')]) equal(text.includes(stored), false);
    for (const { access_token, refresh_token } of [first, second, third])
      for (const stored of [access_token.slice(5), refresh_token.slice(0, 32), refresh_token.slice(32)])
        equal(text.includes(stored), false);
  });

  it('are never part of compressed responses, except masked', () => {
    const secretive = identity.routes.flatMap(({ declaration: { method, path, answers, holdsSecret } }) => {
      const isWritten =
        method !== 'get' &&
        /"(secret|access_token|device_code|redirectTo|inviteLink|resetPasswordUrl|recoveryCodes)":(?!\{"type":"string","const":""\})/.test(
          JSON.stringify(answers),
        );
      return isWritten || /^\/auth\/(simple\/login|reset\/validate)$/.test(path) ? [{ path: `${method} ${path}`, holdsSecret }] : [];
    });
    ok(secretive.length >= 18, JSON.stringify(secretive));
    for (const { path, holdsSecret } of secretive) equal(holdsSecret, true, path);
  });
});
