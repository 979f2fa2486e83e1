import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { CodeApp } from '../../services/identity/src/second-factor/authenticator.fixture.ts';
import { openProvider, type OpenIdProvider } from '../../services/identity/src/sign-on/oidc/openid-provider.fixture.ts';
import {
  assertionOf,
  certificate,
  entityId,
  messageIn,
  packed,
  responseOf,
  sign,
} from '../../services/identity/src/sign-on/saml/identity-provider.fixture.ts';
import { type Product, startProduct } from './product.ts';

const baseUrl = 'http://localhost:4242';
const clientSecret = 'the secret that the client shares with its provider';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Cookies of a browser: the latest value of each, without deleted ones. */
class CookieJar {
  readonly #cookies = new Map<string, string>();

  take(answer: Answer): Answer {
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(?:;|$)/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  get header(): { cookie: string } {
    return { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  get names(): string[] {
    return [...this.#cookies.keys()];
  }
}

describe('sign-on through the gateway', () => {
  let product: Product;
  let provider: OpenIdProvider;
  before(async () => {
    provider = await openProvider(`${baseUrl}/auth/oidc/callback`, clientSecret);
    product = await startProduct({ BASE_URL: baseUrl, INTERNAL_ISSUERS: new URL(provider.issuer).host });
  });
  after(async () => {
    await product.close();
    await provider.close();
  });

  const pathIn = (location: unknown): string => {
    const { pathname, search } = new URL(String(location), baseUrl);
    return pathname + search;
  };
  const reads = ['/api/admin/user', '/api/admin/projects', '/api/admin/search/events'];
  /** Status of each service for a browser with these cookies. */
  const statuses = (jar: CookieJar) => Promise.all(reads.map(async (path) => (await product.as(jar.header).get(path)).status));

  it('opens one session at every service with OpenID Connect, which ends everywhere', async () => {
    const settings = {
      enabled: true,
      discoverUrl: `${provider.issuer}/.well-known/openid-configuration`,
      clientId: 'signalbox',
      secret: clientSecret,
      autoCreate: true,
      defaultRootRoleId: roleIds.editor,
    };
    equal((await product.admin.post('/api/admin/auth/oidc/settings', settings)).status, 200);
    provider.claims.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' });
    const jar = new CookieJar();
    const begun = jar.take(await product.as({}).get('/auth/oidc/login'));
    equal(begun.status, 302);
    const back = pathIn(await provider.logIn(String(begun.headers['location']), 'ann'));
    equal((await product.as({}).get(back)).status, 401, 'a browser that has not begun it');
    const done = jar.take(await product.as(jar.header).get(back));
    deepEqual([done.status, done.headers['location']], [302, '/']);
    deepEqual(jar.names, ['unleash-session']);
    await eventually(async () => deepEqual(await statuses(jar), [200, 200, 200]));
    equal((await product.as(jar.header).post('/api/admin/projects', { id: 'anns', name: 'Ann’s' })).status, 201);
    equal(
      (await product.as({ ...jar.header, origin: 'https://evil.example' }).post('/api/admin/projects', { id: 'x', name: 'X' })).status,
      401,
    );
    ok((await product.as(jar.header).post('/logout')).status < 400);
    await eventually(async () => deepEqual(await statuses(jar), [401, 401, 401]));
  });

  it('opens a session with a SAML assertion in the browser that started the sign-on', async () => {
    const saml = {
      enabled: true,
      entityId,
      signOnUrl: 'https://idp.example/sso',
      certificate,
      autoCreate: true,
      defaultRootRole: 'Viewer',
    };
    equal((await product.admin.post('/api/admin/auth/saml/settings', saml)).status, 200);
    const jar = new CookieJar();
    const begun = jar.take(await product.as({}).get('/auth/saml/login'));
    const [, requestId = ''] = / ID="([^"]+)"/.exec(messageIn(String(begun.headers['location']))) ?? [];
    const response = { requestId, acs: `${baseUrl}/auth/saml/callback`, audience: `${baseUrl}/auth/saml`, email: 'sam@example.com' };
    const raw = new URLSearchParams({ SAMLResponse: packed(responseOf(sign(assertionOf(response), 'Assertion'), response)) }).toString();
    // Posted from another site, without cookies.
    const headers = { ...form, origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' };
    const received = await product.as({}).post('/auth/saml/callback', undefined, { raw, headers });
    equal(received.status, 303, JSON.stringify(received.body));
    equal((await product.as({}).get(pathIn(received.headers['location']))).status, 401, 'a browser that has not begun it');
    const done = jar.take(await product.as(jar.header).get(pathIn(received.headers['location'])));
    deepEqual([done.status, jar.names], [302, ['unleash-session']]);
    await eventually(async () => deepEqual(await statuses(jar), [200, 200, 200]));
    equal((await product.as(jar.header).get('/api/admin/user')).body.user.email, 'sam@example.com');
    equal((await product.as({}).post('/auth/saml/callback', undefined, { raw, headers })).status, 401, 'the same assertion again');
  });

  it('lets a SCIM client create, change and deactivate users, whose sessions end at every service', async () => {
    const { token } = (await product.admin.post('/api/admin/scim-settings', { enabled: true })).body;
    const scim = product.as({ authorization: `Bearer ${token}` });
    const headers = { 'content-type': 'application/scim+json' };
    const created = await scim.post('/scim/Users', undefined, {
      raw: JSON.stringify({ userName: 'eve@example.com', externalId: 'e1' }),
      headers,
    });
    equal(created.status, 201, JSON.stringify(created.body));
    match(String(created.headers['content-type']), /^application\/scim\+json/);
    const path = `/scim/Users/${created.body.id}`;
    const patch = (value: unknown, at: string) => scim.patch(path, { Operations: [{ op: 'replace', path: at, value }] });
    equal((await patch('Eve', 'displayName')).body.displayName, 'Eve');
    for (const client of [product.as({}), product.admin, product.as({ authorization: 'Bearer scim:0' })])
      equal((await client.get(path)).status, 401);
    const password = 'Correct-horse-1';
    equal((await product.admin.post(`/api/admin/user-admin/${created.body.id}/change-password`, { password })).status, 200);
    const jar = new CookieJar();
    equal(jar.take(await product.as({}).post('/auth/simple/login', { username: 'eve@example.com', password })).status, 200);
    await eventually(async () => deepEqual(await statuses(jar), [200, 200, 200]));
    equal((await patch(false, 'active')).body.active, false);
    await eventually(async () => deepEqual(await statuses(jar), [401, 401, 401]));
    equal((await product.as({}).post('/auth/simple/login', { username: 'eve@example.com', password })).status, 401);
  });

  it('requires a second proof from administrators before they create another administrator', async () => {
    const username = 'warden';
    const password = 'Correct-horse-1';
    const created = await product.admin.post('/api/admin/user-admin', { username, password, rootRole: roleIds.admin });
    equal(created.status, 201, JSON.stringify(created.body));
    const jar = new CookieJar();
    const client = () => product.as(jar.header);
    const send = async (path: string, body: object) => jar.take(await client().post(path, body));
    equal((await send('/auth/simple/login', { username, password })).status, 200);
    equal((await send('/api/admin/user/step-up', { password })).status, 200);
    const { secret } = (await client().post('/api/admin/user/factors/totp')).body;
    const app = new CodeApp(secret);
    equal((await app.enter((code) => send('/api/admin/user/factors/totp/confirmation', { code }))).status, 200);
    equal((await product.admin.post('/api/admin/auth/second-factor/settings', { rootRoles: [roleIds.admin] })).status, 200);
    const { token } = (await send('/auth/simple/login', { username, password })).body;
    equal((await app.enter((code) => send('/auth/second-factor/code', { token, code }))).status, 200);
    const administrator = (name: string) =>
      client().post('/api/admin/user-admin', { username: name, rootRole: roleIds.admin, sendEmail: false });
    equal((await administrator('second')).status, 201, 'the login itself has just proved it');
    const other = new CookieJar();
    // Single sign-on is not a proof here.
    provider.claims.set('chief', { email: 'chief@example.com', email_verified: true });
    equal((await product.admin.post('/api/admin/user-admin', { email: 'chief@example.com', rootRole: roleIds.admin })).status, 201);
    const begun = other.take(await product.as({}).get('/auth/oidc/login'));
    other.take(await product.as(other.header).get(pathIn(await provider.logIn(String(begun.headers['location']), 'chief'))));
    const refused = await product.as(other.header).post('/api/admin/user-admin', { username: 'third', rootRole: roleIds.admin });
    deepEqual([refused.status, refused.body.name, refused.body.path], [403, 'StepUpRequired', '/api/admin/user/step-up']);
    equal((await product.as(other.header).post('/api/admin/user-admin', { username: 'fourth', rootRole: roleIds.viewer })).status, 201);
    equal((await send('/api/admin/user/step-up', { code: app.last })).status, 401, 'a code that was used');
    equal((await app.enter((code) => send('/api/admin/user/step-up', { code }))).status, 200);
    equal((await administrator('fifth')).status, 201);
  });
});
