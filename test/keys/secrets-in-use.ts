import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { roleIds } from '@signalbox/contracts';
import { type Answer, type Client, eventually, startLimitMs } from '@signalbox/testing';
import { openReceiver, type Receiver } from '../../services/integrations/src/integrations-app.fixture.ts';
import { CodeApp } from '../../services/identity/src/second-factor/authenticator.fixture.ts';
import { openProvider, type OpenIdProvider } from '../../services/identity/src/sign-on/oidc/openid-provider.fixture.ts';

const baseUrl = 'http://localhost:4242';
const password = 'Correct-horse-1';
/** Only ends a hang: under load, integrations first handles the events of many writes. */
const limitMs = startLimitMs;

/** A product from its users' view. */
export interface Reached {
  readonly as: (headers: Record<string, string>) => Client;
  readonly admin: Client;
}

/** Users and systems that depend on each kind of encrypted secret. */
export interface SecretsInUse {
  /** Settings that they need. */
  readonly settings: Readonly<Record<string, string>>;
  /** Creates an OpenID client, a signed webhook, and users with authenticator apps, each for one login. */
  prepare(product: Reached, users: number): Promise<void>;
  /** Throws unless all of them work: a login with a code, one with OpenID Connect, and a signed webhook. */
  check(product: Reached): Promise<void>;
  /** Logs in with a code. Throws unless it succeeds. */
  logInWithCode(product: Reached): Promise<void>;
  close(): Promise<void>;
}

export async function openSecretsInUse(): Promise<SecretsInUse> {
  const clientSecret = 'the secret that the client shares with its provider';
  const provider = await openProvider(`${baseUrl}/auth/oidc/callback`, clientSecret);
  const receiver = await openReceiver();
  const apps: { readonly username: string; readonly codes: CodeApp }[] = [];
  let webhookSecret = '';
  let features = 0;
  const logInWithCode = async ({ as }: Reached) => {
    const app = apps.shift();
    ok(app, 'a user who has not logged in yet');
    const { status, body } = await as({}).post('/auth/simple/login', { username: app.username, password });
    equal(status, 202, JSON.stringify(body));
    const entered = await app.codes.enter((code) => as({}).post('/auth/second-factor/code', { token: body.token, code }));
    equal(entered.status, 200, JSON.stringify(entered.body));
  };
  return {
    settings: { BASE_URL: baseUrl, INTERNAL_ISSUERS: new URL(provider.issuer).host, INTEGRATIONS_ALLOWED_NETWORKS: '127.0.0.0/8' },
    async prepare(product, users) {
      await configureProvider(product, provider, clientSecret);
      webhookSecret = await createWebhook(product, receiver);
      for (let index = 0; index < users; index += 1) apps.push(await enrol(product, `person-${index}`));
    },
    async check(product) {
      await logInWithCode(product);
      await logInByProvider(product, provider);
      features += 1;
      const name = `signed-${features}`;
      equal((await product.admin.post('/api/admin/projects/default/features', { name })).status, 201);
      await eventually(async () => equal(isSigned(receiver, name, webhookSecret), true, `a signed request for ${name}`), limitMs);
    },
    logInWithCode,
    async close() {
      await provider.close();
      await receiver.close();
    },
  };
}

async function configureProvider({ admin }: Reached, { issuer, claims }: OpenIdProvider, secret: string): Promise<void> {
  const discoverUrl = `${issuer}/.well-known/openid-configuration`;
  const settings = { enabled: true, discoverUrl, clientId: 'signalbox', secret, autoCreate: true, defaultRootRoleId: roleIds.viewer };
  equal((await admin.post('/api/admin/auth/oidc/settings', settings)).status, 200);
  claims.set('ann', { email: 'ann@example.com', email_verified: true, name: 'Ann' });
}

async function createWebhook({ admin }: Reached, { url }: Receiver): Promise<string> {
  const webhook = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters: { url } };
  const { status, body } = await admin.post('/api/admin/addons', webhook);
  equal(status, 201, JSON.stringify(body));
  return (await admin.post(`/api/admin/addons/${body.id}/signing-secret`, {})).body.secret;
}

async function enrol({ as, admin }: Reached, username: string) {
  equal((await admin.post('/api/admin/user-admin', { username, password, rootRole: roleIds.viewer })).status, 201);
  const client = as({ cookie: cookieOf(await as({}).post('/auth/simple/login', { username, password })) });
  equal((await client.post('/api/admin/user/step-up', { password })).status, 200);
  const { body } = await client.post('/api/admin/user/factors/totp');
  const codes = new CodeApp(String(body.secret));
  equal((await codes.enter((code) => client.post('/api/admin/user/factors/totp/confirmation', { code }))).status, 200);
  return { username, codes };
}

async function logInByProvider({ as }: Reached, provider: OpenIdProvider): Promise<void> {
  const begun = await as({}).get('/auth/oidc/login');
  equal(begun.status, 302, JSON.stringify(begun.body));
  const back = new URL(await provider.logIn(String(begun.headers['location']), 'ann'));
  const done = await as({ cookie: cookieOf(begun) }).get(back.pathname + back.search);
  deepEqual([done.status, done.headers['location']], [302, '/'], JSON.stringify(done.body));
}

const cookieOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ');

/** True if the receiver got a request about the feature with a valid signature (Standard Webhooks). */
function isSigned({ received }: Receiver, feature: string, secret: string): boolean {
  const found = received.find(({ body }) => body.includes(`"${feature}"`));
  if (!found) return false;
  const { headers, body } = found;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(`v1,${signed.digest('base64')}`);
}
