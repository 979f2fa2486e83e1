import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Answer, Client } from '@signalbox/testing';
import { sessionIn } from '../../identity-app.fixture.ts';
import { type FactorsApp, startFactors } from '../../second-factor/factors-app.fixture.ts';
import { openProvider, type OpenIdProvider } from '../oidc/openid-provider.fixture.ts';
import { assertionOf, certificate, entityId, messageIn, packed, responseOf, sign } from '../saml/identity-provider.fixture.ts';

const baseUrl = 'https://flags.example.com';
const secret = 'the secret that the client shares with its provider';
const policy = '/api/admin/auth/second-factor/settings';

describe('second factors after single sign-on', () => {
  let app: FactorsApp;
  let provider: OpenIdProvider;
  before(async () => {
    provider = await openProvider(`${baseUrl}/auth/oidc/callback`, secret);
    app = await startFactors({ settings: { INTERNAL_ISSUERS: new URL(provider.issuer).host } });
    // Step-up authentication of the administrator, which the settings below require.
    await app.stepUpByPassword(app.admin);
    await logInAt(true);
  });
  after(async () => {
    await app.close();
    await provider.close();
  });
  afterEach(() => required([]));

  const admin = () => app.admin;
  const required = async (rootRoles: readonly number[]) => equal((await admin().post(policy, { rootRoles })).status, 200);

  async function logInAt(secondFactorAtProvider: boolean | undefined): Promise<void> {
    const shared = {
      enabled: true,
      autoCreate: true,
      defaultRootRoleId: roleIds.editor,
      ...(secondFactorAtProvider === undefined ? {} : { secondFactorAtProvider }),
    };
    const discoverUrl = `${provider.issuer}/.well-known/openid-configuration`;
    const oidc = { ...shared, discoverUrl, clientId: 'signalbox', secret };
    equal((await admin().post('/api/admin/auth/oidc/settings', oidc)).status, 200);
    const saml = { ...shared, entityId, signOnUrl: 'https://idp.example/sso', certificate };
    const { status, body } = await admin().post('/api/admin/auth/saml/settings', saml);
    deepEqual([status, body.secondFactorAtProvider], [200, secondFactorAtProvider]);
  }

  const cookieIn = (answer: Answer) => ({ cookie: [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '' });
  const pathIn = (location: unknown) => String(location).replace(/^https?:\/\/[^/]+/, '');

  async function byOidc(name: string): Promise<Answer> {
    provider.claims.set(name, { email: `${name}@example.com`, email_verified: true });
    const begun = await app.as(null).get('/auth/oidc/login');
    const back = await provider.logIn(String(begun.headers['location']), name);
    return app.as(null).get(pathIn(back), { headers: cookieIn(begun) });
  }

  async function bySaml(name: string): Promise<Answer> {
    const begun = await app.as(null).get('/auth/saml/login');
    const [, requestId = ''] = / ID="([^"]+)"/.exec(messageIn(String(begun.headers['location']))) ?? [];
    const content = { requestId, acs: `${baseUrl}/auth/saml/callback`, audience: `${baseUrl}/auth/saml`, email: `${name}@example.com` };
    const raw = new URLSearchParams({ SAMLResponse: packed(responseOf(sign(assertionOf(content), 'Assertion'), content)) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const received = await app.as(null).post('/auth/saml/callback', undefined, { raw, headers });
    return app.as(null).get(String(received.headers['location']), { headers: cookieIn(begun) });
  }

  const clientOf = (answer: Answer): Client => app.holding('session', sessionIn(answer.headers['set-cookie']));
  const ownStatus = async (client: Client) => (await client.get('/api/admin/user')).status;
  const stepIn = (answer: Answer) => {
    equal(answer.status, 302);
    equal(sessionIn(answer.headers['set-cookie']), '');
    const [, token = '', mustEnroll] =
      /^\/login#token=([0-9a-f]{64})&mustEnroll=(true|false)$/.exec(String(answer.headers['location'])) ?? [];
    return { token, mustEnroll: mustEnroll === 'true' };
  };

  for (const [how, logIn] of [
    ['OpenID Connect', byOidc],
    ['SAML', bySaml],
  ] as const) {
    const named = (name: string) => `${name}-${how.split(' ')[0]?.toLowerCase()}`;

    it(`are left to the provider with ${how} by default, even if the policy requires one`, async () => {
      for (const setting of [undefined, true]) {
        await logInAt(setting);
        const entered = await logIn(named('ann'));
        deepEqual([entered.status, entered.headers['location']], [302, '/']);
        await required([roleIds.editor]);
        equal(await ownStatus(clientOf(entered)), 200);
        equal(await ownStatus(clientOf(await logIn(named('ann')))), 200);
        await required([]);
      }
    });

    it(`are enrolled and proved here after ${how} if the settings say so`, async () => {
      await logInAt(false);
      const before = clientOf(await logIn(named('bob')));
      equal(await ownStatus(before), 200, 'not needed yet');
      await required([roleIds.editor]);
      equal(await ownStatus(before), 401, 'the session lacks a factor');
      const first = stepIn(await logIn(named('bob')));
      equal(first.mustEnroll, true);
      const begun = (await app.as(null).post('/auth/second-factor/totp', { token: first.token })).body;
      const code = app.nextCode(begun.secret);
      const enrolled = await app.as(null).post('/auth/second-factor/totp/confirmation', { token: first.token, code });
      equal(await ownStatus(clientOf(enrolled)), 200);
      await required([]);
      const again = stepIn(await logIn(named('bob')));
      equal(again.mustEnroll, false, 'a user with a factor must prove it, required or not');
      equal((await app.code(again.token, '000000')).status, 401);
      const entered = app.entered(await app.code(again.token, app.nextCode(begun.secret)));
      await required([roleIds.editor]);
      equal(await ownStatus(entered), 200);
      const { status, headers } = await entered.post('/logout');
      equal(status < 400, true);
      match(String(headers['location'] ?? ''), /^\/|^https?:/);
    });
  }
});
