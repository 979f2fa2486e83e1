import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Answer } from '@signalbox/testing';
import { type IdentityApp, password as userPassword, sessionIn, startIdentity } from '../../identity-app.fixture.ts';
import { codeAt } from '../../second-factor/authenticator.fixture.ts';
import { openProvider, type OpenIdProvider } from './openid-provider.fixture.ts';

const callback = 'http://localhost:4242/auth/oidc/callback';
const secret = 'the secret that the client shares with its provider';

describe('a login with OpenID Connect', () => {
  let app: IdentityApp;
  let provider: OpenIdProvider;
  let settings: Record<string, unknown>;
  before(async () => {
    provider = await openProvider(callback, secret);
    app = await startIdentity({ settings: { INTERNAL_ISSUERS: new URL(provider.issuer).host } });
    settings = {
      enabled: true,
      discoverUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: 'signalbox',
      secret,
      autoCreate: true,
      emailDomains: 'example.com',
      defaultRootRoleId: 3,
      enableSingleSignOut: true,
    };
    equal((await app.admin.post('/api/admin/auth/oidc/settings', settings)).status, 200);
    provider.claims.set('ann', { email: 'Ann@example.com', email_verified: true, name: 'Ann Example' });
    provider.claims.set('mallory', { email: 'ann@example.com', email_verified: false });
    provider.claims.set('outsider', { email: 'ann@elsewhere.example', email_verified: true });
    provider.claims.set('nobody', {});
  });
  after(async () => {
    await app.close();
    await provider.close();
  });

  async function begin(): Promise<{ location: string; cookie: string }> {
    const { status, headers } = await app.as(null).get('/auth/oidc/login');
    equal(status, 302);
    return { location: String(headers['location']), cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
  }

  const comeBack = (url: string, cookie: string): Promise<Answer> => {
    const { pathname, search } = new URL(url);
    return app.as(null).get(pathname + search, { headers: { cookie } });
  };

  async function logIn(name: string): Promise<Answer> {
    const { location, cookie } = await begin();
    return comeBack(await provider.logIn(location, name), cookie);
  }

  it('requests a code with PKCE, state and nonce', async () => {
    const { location } = await begin();
    const query = new URL(location).searchParams;
    deepEqual(
      ['response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'].map((name) => query.get(name)),
      ['code', 'signalbox', callback, 'openid email profile', 'S256'],
    );
    for (const name of ['state', 'nonce', 'code_challenge']) ok((query.get(name) ?? '').length > 20, name);
  });

  it('creates the user, opens a session and redirects to the start page, and finds the same user next time', async () => {
    const events = await app.eventsOf('identity', async () => {
      const { status, headers } = await logIn('ann');
      deepEqual([status, headers['location']], [302, '/']);
      const { body } = await app.holding('session', sessionIn(headers['set-cookie'])).get('/api/admin/user');
      deepEqual([body.user.email, body.user.name, body.user.rootRole], ['ann@example.com', 'Ann Example', 3]);
      equal((await logIn('ann')).status, 302);
    });
    deepEqual(
      events.map(({ type, createdBy }) => [type, createdBy]),
      [['user-created', 'single sign-on']],
    );
  });

  it('can be finished in each of two tabs', async () => {
    const first = await begin();
    const { headers } = await app.as(null).get('/auth/oidc/login', { headers: { cookie: first.cookie } });
    const cookie = `${first.cookie}; ${String(headers['set-cookie']).split(';')[0]}`;
    for (const location of [first.location, String(headers['location'])]) {
      const answer = await comeBack(await provider.logIn(location, 'ann'), cookie);
      deepEqual([answer.status, answer.headers['location']], [302, '/']);
    }
  });

  it('ignores blanks around settings, which come from copying', async () => {
    const { clientId, secret: sent, ...others } = settings;
    const blank = { ...others, clientId: ` ${String(clientId)} `, secret: `${String(sent)}\n` };
    const { body } = await app.admin.post('/api/admin/auth/oidc/settings', blank);
    equal(body.clientId, clientId);
    equal((await logIn('ann')).status, 302);
  });

  it('refuses users with a missing or unverified address, and those of other domains', async () => {
    equal((await logIn('nobody')).status, 401);
    equal((await logIn('mallory')).status, 401);
    equal((await logIn('outsider')).status, 403);
  });

  it('refuses an ID token with a modified signature or modified claims', async () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changes: ((head: string, claims: string, signature: string) => string)[] = [
      (head, claims) => `${head}.${claims}.${'A'.repeat(342)}`,
      (head, claims) => `${head}.${claims}.`,
      (head, claims, signature) => {
        const decoded = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
        return `${head}.${encode({ ...decoded, sub: 'somebody-else' })}.${signature}`;
      },
    ];
    for (const change of changes) {
      provider.tamper = (tokens) => {
        const [head = '', claims = '', signature = ''] = tokens['id_token']?.split('.') ?? [];
        return { ...tokens, id_token: change(head, claims, signature) };
      };
      equal((await logIn('ann')).status, 401);
    }
    provider.tamper = null;
    equal((await logIn('ann')).status, 302);
  });

  it('refuses a signed ID token for another authorized party or without a subject', async () => {
    for (const [claims, status] of [
      [{ azp: 'signalbox' }, 302],
      [{ azp: 'another-client' }, 401],
      [{ sub: '' }, 401],
    ] as const) {
      provider.tamper = async (tokens) => ({ ...tokens, id_token: await provider.signAgain(tokens['id_token'] ?? '', claims) });
      equal((await logIn('ann')).status, status, JSON.stringify(claims));
    }
    provider.tamper = null;
  });

  it('accepts a verified address, or one without `email_verified` unless the settings require it', async () => {
    for (const claim of ['False', 0, null, 'no', '', 'true']) {
      provider.claims.set('unsure', { email: 'unsure@example.com', email_verified: claim });
      equal((await logIn('unsure')).status, 401, String(claim));
    }
    provider.claims.set('silent', { email: 'silent@example.com' });
    equal((await logIn('silent')).status, 302);
    equal((await app.admin.post('/api/admin/auth/oidc/settings', { ...settings, requireVerifiedEmail: true })).status, 200);
    equal((await logIn('silent')).status, 401);
    equal((await app.admin.post('/api/admin/auth/oidc/settings', settings)).status, 200);
  });

  it('refuses an unverified address from the userinfo endpoint, even if the ID token has `email_verified`', async () => {
    provider.tamper = async (tokens) => ({
      ...tokens,
      id_token: await provider.signAgain(tokens['id_token'] ?? '', { email_verified: true }),
    });
    equal((await logIn('mallory')).status, 401);
    provider.tamper = null;
  });

  it('creates no user with an address that is another user’s username', async () => {
    const username = 'boss@example.com';
    equal((await app.admin.post('/api/admin/user-admin', { username, password: userPassword, rootRole: 3, sendEmail: false })).status, 201);
    provider.claims.set('newcomer', { email: username, email_verified: true });
    equal((await logIn('newcomer')).status, 400);
    equal((await app.as(null).post('/auth/simple/login', { username, password: userPassword })).body.username, username);
  });

  it('refuses an address with letters that only look like another’s', async () => {
    provider.claims.set('kelvin', { email: '\u212Aim@example.com', email_verified: true });
    equal((await logIn('kelvin')).status, 400);
  });

  it('takes an account over from an unknown user who signed up with the address', async () => {
    const password = 'Correct-horse-1';
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body: link } = await app.admin.post('/api/admin/invite-link/tokens', { name: 'Open', expiresAt });
    const email = 'newcto@example.com';
    const { status, body } = await app.as(null).post(`/invite/${link.secret}/signup`, { email, name: 'x', password });
    equal(status, 201);
    const before = await app.as(null).post('/auth/simple/login', { username: email, password });
    const intruder = app.holding('session', sessionIn(before.headers['set-cookie']));
    equal((await intruder.post('/api/admin/user/step-up', { password })).status, 200);
    const { body: totp } = await intruder.post('/api/admin/user/factors/totp');
    const code = { code: codeAt(totp.secret, Date.now()) };
    equal((await intruder.post('/api/admin/user/factors/totp/confirmation', code)).status, 200);
    const { body: pat } = await intruder.post('/api/admin/user/tokens', { description: 'kept', expiresAt });
    provider.claims.set('cto', { email, email_verified: true });
    const came = await logIn('cto');
    equal(came.status, 302, JSON.stringify(came.body));
    const browser = app.holding('session', sessionIn(came.headers['set-cookie']));
    const own = await browser.get('/api/admin/user');
    equal(own.body.user?.id, body.id, JSON.stringify(own.body));
    deepEqual((await browser.get('/api/admin/user/factors')).body.totp, null);
    equal((await intruder.get('/api/admin/user')).status, 401);
    equal((await app.with({ authorization: pat.secret }).get('/api/admin/user')).status, 401);
    equal((await app.as(null).post('/auth/simple/login', { username: email, password })).status, 401);
    equal((await logIn('cto')).status, 302);
    equal((await browser.get('/api/admin/user')).status, 200, 'access only ends the first time');
  });

  it('refuses users that the provisioning client has deactivated, and ends their sessions', async () => {
    provider.claims.set('dora', { email: 'dora@example.com', email_verified: true });
    const { body: scim } = await app.admin.post('/api/admin/scim-settings', { enabled: true });
    const client = app.with({ authorization: `Bearer ${scim.token}` });
    const browser = app.holding('session', sessionIn((await logIn('dora')).headers['set-cookie']));
    const { id } = (await browser.get('/api/admin/user')).body.user;
    equal((await client.patch(`/scim/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status, 200);
    equal((await browser.get('/api/admin/user')).status, 401);
    const { status, body } = await logIn('dora');
    deepEqual([status, body.name], [403, 'ForbiddenError']);
    equal((await client.patch(`/scim/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })).status, 200);
    equal((await logIn('dora')).status, 302);
    equal((await browser.get('/api/admin/user')).status, 401);
  });

  it('accepts a code once, only in the browser that requested it', async () => {
    const [mine, other] = [await begin(), await begin()];
    const back = await provider.logIn(mine.location, 'ann');
    for (const cookie of ['', other.cookie, `${mine.cookie}x`]) equal((await comeBack(back, cookie)).status, 401);
    equal((await comeBack(back, mine.cookie)).status, 302);
    equal((await comeBack(back, mine.cookie)).status, 401);
  });

  it('refuses a code requested with another state or nonce', async () => {
    const [mine, other] = [await begin(), await begin()];
    const back = new URL(await provider.logIn(mine.location, 'ann'));
    back.searchParams.set('state', new URL(other.location).searchParams.get('state') ?? '');
    // The state matches this cookie; the nonce and the verifier of the code do not.
    equal((await comeBack(back.href, other.cookie)).status, 401);
    back.searchParams.delete('state');
    equal((await comeBack(back.href, mine.cookie)).status, 401);
  });

  it('expires after ten minutes', async () => {
    const { location, cookie } = await begin();
    const back = await provider.logIn(location, 'ann');
    app.wait(601_000);
    equal((await comeBack(back, cookie)).status, 401);
  });

  it('requests the provider’s configuration once in ten minutes', async () => {
    const count = () => provider.requestedPaths.filter((path) => path === '/.well-known/openid-configuration').length;
    await begin();
    const before = count();
    await begin();
    equal(count(), before);
    app.wait(601_000);
    await begin();
    equal(count(), before + 1);
  });

  it('ends at the provider as well when the user logs out', async () => {
    const session = sessionIn((await logIn('ann')).headers['set-cookie']);
    const { headers } = await app.holding('session', session).post('/logout');
    const { status, headers: onward } = await app.as(null).get(String(headers['location']));
    equal(status, 302);
    const location = new URL(String(onward['location']));
    equal(location.origin, provider.issuer);
    equal(location.searchParams.get('post_logout_redirect_uri'), 'http://localhost:4242/login');
    match(await (await fetch(location)).text(), /<form/);
    equal((await app.as(null).get('/auth/oidc/logout?hint=made-up')).status, 401);
  });

  it('returns 503 while the provider is unreachable, and 404 while disabled', async () => {
    await app.admin.post('/api/admin/auth/oidc/settings', { ...settings, discoverUrl: 'https://localhost:1/' });
    const { status, headers } = await app.as(null).get('/auth/oidc/login');
    deepEqual([status, headers['retry-after']], [503, '5']);
    await app.admin.post('/api/admin/auth/oidc/settings', { ...settings, enabled: false });
    equal((await app.as(null).get('/auth/oidc/login')).status, 404);
    equal((await app.as(null).get('/auth/oidc/callback?code=x&state=y')).status, 404);
  });
});
