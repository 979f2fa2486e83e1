import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { SignOnSetting } from '../../base/sign-on-setting.ts';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';
import { certificate, ellipticCertificate } from '../saml/identity-provider.fixture.ts';

const saml = '/api/admin/auth/saml/settings';
const oidc = '/api/admin/auth/oidc/settings';
const simple = '/api/admin/auth/simple/settings';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));

describe('settings of single sign-on', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const stored = async () => JSON.stringify(await app.store('identity').reader().find(SignOnSetting, {}));

  it('are disabled by default', async () => {
    deepEqual((await app.admin.get(saml)).body, { enabled: false });
    deepEqual((await app.admin.get(oidc)).body, { enabled: false });
    deepEqual((await app.admin.get(simple)).body, { disabled: false });
  });

  it('are for administrators only', async () => {
    const { client } = await app.someone(3);
    for (const path of [saml, oidc, simple]) {
      equal((await app.as(null).get(path)).status, 401);
      equal((await client.get(path)).status, 403);
      equal((await client.post(path, {})).status, 403);
    }
  });

  it('appear in 401 responses immediately', async () => {
    const alone = await startIdentity();
    const ways = async () => {
      const { status, body } = await alone.as(null).get('/api/admin/user');
      deepEqual([status, body.name, body.type, body.path], [401, 'AuthenticationRequired', 'password', '/auth/simple/login']);
      return [body.defaultHidden, body.options];
    };
    const inSaml = { type: 'saml', message: 'Log in with SAML 2.0', path: '/auth/saml/login' };
    const inOidc = { type: 'oidc', message: 'Log in with OpenID Connect', path: '/auth/oidc/login' };
    deepEqual(await ways(), [false, undefined]);
    const settings = { enabled: true, entityId: 'https://idp.example', signOnUrl: 'https://idp.example/sso', certificate };
    equal((await alone.admin.post(saml, settings)).status, 200);
    deepEqual(await ways(), [false, [inSaml]]);
    equal((await alone.admin.post(oidc, { enabled: true, discoverUrl: 'https://idp.example', clientId: 'c', secret: 's' })).status, 200);
    equal((await alone.admin.post(simple, { disabled: true })).status, 200);
    deepEqual(await ways(), [true, [inSaml, inOidc]]);
    equal((await alone.admin.post(saml, { enabled: false })).status, 200);
    deepEqual(await ways(), [true, [inOidc]]);
    await alone.close();
  });

  it('determine the ways to log in immediately', async () => {
    const alone = await startIdentity({ settings: { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'flags@signalbox.example' } });
    const ways = async () => {
      const { status, body } = await alone.as(null).get('/auth/ways');
      equal(status, 200);
      return { kinds: body.ways.map(({ kind }: { kind: string }) => kind), resetsByMail: body.resetsByMail };
    };
    deepEqual(await ways(), { kinds: ['password', 'passkey'], resetsByMail: true });
    const settings = { enabled: true, entityId: 'https://idp.example', signOnUrl: 'https://idp.example/sso', certificate };
    equal((await alone.admin.post(saml, settings)).status, 200);
    deepEqual(await ways(), { kinds: ['password', 'saml', 'passkey'], resetsByMail: true });
    equal((await alone.admin.post(simple, { disabled: true })).status, 200);
    deepEqual(await ways(), { kinds: ['saml', 'passkey'], resetsByMail: false });
    const { body } = await alone.as(null).get('/auth/ways');
    deepEqual(body.ways[0], { kind: 'saml', title: 'Log in with SAML 2.0', href: '/auth/saml/login' });
    await alone.close();
    equal((await app.as(null).get('/auth/ways')).body.resetsByMail, false);
  });

  it('return SAML without the encrypted key, and keep it if they receive its placeholder', async () => {
    const settings = {
      enabled: true,
      entityId: 'https://idp.example',
      signOnUrl: 'https://idp.example/sso',
      certificate,
      defaultRootRole: 'Viewer',
      emailDomains: 'example.com',
    };
    const shown = { ...settings, spCertificate: '********' };
    const { status, body } = await app.admin.post(saml, { ...settings, spCertificate: key });
    deepEqual([status, body], [200, shown]);
    deepEqual((await app.admin.get(saml)).body, shown);
    const before = await stored();
    ok(!before.includes(key.split('\n')[1] ?? ''), 'the key is not in the database');
    deepEqual((await app.admin.post(saml, shown)).body, shown);
    equal(await stored(), before);
    deepEqual((await app.admin.post(saml, settings)).body, settings);
  });

  it('refuse invalid SAML settings', async () => {
    const good = { enabled: true, entityId: 'a', signOnUrl: 'https://idp.example/sso', certificate };
    for (const [wrong, path] of [
      [{ entityId: '' }, 'entityId'],
      [{ signOnUrl: 'javascript:alert(1)' }, 'signOnUrl'],
      [{ signOutUrl: 'nowhere' }, 'signOutUrl'],
      [{ certificate: 'not one' }, 'certificate'],
      [{ certificate: `${certificate}\n${ellipticCertificate}` }, 'certificate'],
      [
        { spCertificate: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) },
        'spCertificate',
      ],
      [{ spCertificate: 'not one' }, 'spCertificate'],
      [{ defaultRootRole: 'Emperor' }, 'defaultRootRole'],
    ] as const) {
      const { status, body } = await app.admin.post(saml, { ...good, ...wrong });
      equal(status, 400, path);
      equal(body.details[0].path, path);
    }
  });

  it('return OpenID Connect without the encrypted secret', async () => {
    const settings = { enabled: true, discoverUrl: 'https://idp.example/.well-known/openid-configuration', clientId: 'signalbox' };
    const { body } = await app.admin.post(oidc, { ...settings, secret: 'the secret of the client' });
    deepEqual(body, { ...settings, secret: '********' });
    deepEqual((await app.admin.get(oidc)).body, body);
    ok(!(await stored()).includes('the secret of the client'));
    equal((await app.admin.post(oidc, body)).status, 200);
  });

  it('send a stored secret to no other OpenID provider', async () => {
    const { body } = await app.admin.get(oidc);
    const { status, body: refusal } = await app.admin.post(oidc, { ...body, discoverUrl: 'https://evil.example' });
    deepEqual([status, refusal.details[0].path], [400, 'secret']);
  });

  it('accept OpenID providers without HTTPS only from INTERNAL_ISSUERS', async () => {
    const { status, body } = await app.admin.post(oidc, { discoverUrl: 'http://127.0.0.1:4000' });
    equal(status, 400);
    match(body.message, /INTERNAL_ISSUERS/);
  });

  it('emit an event for a change, without their content, and none if nothing changes', async () => {
    const settings = { enabled: false, clientId: 'another', secret: 'another secret of it' };
    const events = await app.eventsOf('identity', async () => {
      const { body } = await app.admin.post(oidc, settings);
      await app.admin.post(oidc, body);
    });
    deepEqual(
      events.map(({ type, data, preData, createdBy }) => ({ type, data, preData, createdBy })),
      [
        {
          type: 'setting-updated',
          data: { id: 'unleash.enterprise.auth.oidc', hideEventDetails: true },
          preData: { hideEventDetails: true },
          createdBy: 'admin',
        },
      ],
    );
  });

  it('disable passwords, in either spelling', async () => {
    const login = () => app.as(null).post('/auth/simple/login', { username: 'admin', password });
    deepEqual((await app.admin.post(simple, { enabled: false })).body, { disabled: true });
    const { status, body } = await login();
    deepEqual([status, body.name], [422, 'DisabledError']);
    equal((await app.admin.post(simple, { enabled: false, disabled: false })).status, 400);
    deepEqual((await app.admin.post(simple, { disabled: false })).body, { disabled: false });
    equal((await login()).status, 200);
  });

  it('are overridden by FORCE_PASSWORD_LOGIN', async () => {
    const forced = await startIdentity({ settings: { FORCE_PASSWORD_LOGIN: 'true' } });
    await forced.admin.post(simple, { disabled: true });
    const { status } = await forced.as(null).post('/auth/simple/login', { username: 'admin', password });
    await forced.close();
    equal(status, 200);
  });
});
