import { equal } from 'node:assert/strict';
import { environmentPermissions, projectPermissions, roleIds } from '@signalbox/contracts';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { openTokenIssuer, type TokenIssuer } from '../../services/identity/src/workload/exchange/token-issuer.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

/** Callers that could hold the right to a write. The last two administer. */
export const callers = [
  'member with every project permission',
  'project owner',
  'role of development',
  'service account',
  'workload identity',
  'root editor',
  'administrator',
  'admin token',
] as const;
export type Caller = (typeof callers)[number];

/** The administrator gives a reason for each write, the admin token none. */
export const administers = (caller: Caller | null): caller is 'administrator' | 'admin token' =>
  caller === 'administrator' || caller === 'admin token';

/** The product with a project whose production is protected, and one without protection. All callers without a root role own the latter. */
export interface World extends GatewayApp {
  readonly clients: Readonly<Record<Caller, Client>>;
  readonly issuer: TokenIssuer;
  readonly tokens: Readonly<Record<'client' | 'frontend', string>>;
  /** The id of the caller with every project permission. */
  readonly memberId: number;
  /** Grants the callers their roles in the protected project. */
  grant(): Promise<void>;
  /** Makes them owners of another project. */
  own(project: string): Promise<void>;
  /** A new user who is logged in, and the password. */
  someone(rootRole: number): Promise<Someone>;
  close(): Promise<void>;
}

export interface Someone {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly client: Client;
}

export const shop = 'shop';
export const depot = 'depot';
export const reason = { 'x-change-reason': 'it burns' };
const manyTimes = '100000000';

const settings = {
  SDK_REQUESTS_PER_MINUTE: manyTimes,
  LOGINS_PER_MINUTE: manyTimes,
  USER_CREATIONS_PER_MINUTE: manyTimes,
  CHANGE_REQUEST_HOURLY_PROPOSALS: '1000000',
};

/** Returns the body of a successful response. */
export function must({ status, body }: Answer, what: string): Answer['body'] {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export async function openWorld(): Promise<World> {
  const issuer = await openTokenIssuer();
  const gateway = await openGatewayApp({ ...settings, INTERNAL_ISSUERS: new URL(issuer.issuer).host });
  const { app, admin, password } = gateway;
  const post = async (path: string, body: unknown) => must(await admin.post(path, body), path);
  for (const id of [shop, depot]) await post('/api/admin/projects', { id, name: id });
  await post('/api/admin/environments', { name: 'staging', type: 'test' });
  const someone = openSomeone(gateway);
  const { clients, ...entered } = await enter(gateway, issuer, someone);
  const protection = `/api/admin/projects/${shop}/environments/production/change-requests/config`;
  must(await admin.put(protection, { changeRequestsEnabled: true, requiredApprovals: 1 }), protection);
  const administrator = app.with({ ...(await cookieOf(gateway, 'admin', password)), ...reason });
  return {
    ...gateway,
    clients: { ...clients, administrator, 'admin token': admin },
    ...entered,
    issuer,
    someone,
    async close() {
      await app.close();
      await issuer.close();
    },
  };
}

async function cookieOf({ app }: GatewayApp, username: string, password: string): Promise<Record<string, string>> {
  const { status, headers } = await app.with({}).post('/auth/simple/login', { username, password });
  equal(status, 200, username);
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '' };
}

function openSomeone(gateway: GatewayApp): World['someone'] {
  let count = 0;
  return async (rootRole) => {
    count += 1;
    const [username, password] = [`caller-${count}`, 'nine lamps in a lever frame'];
    const { id } = must(await gateway.admin.post('/api/admin/user-admin', { username, password, rootRole, sendEmail: false }), username);
    return { id, username, password, client: gateway.app.with(await cookieOf(gateway, username, password)) };
  };
}

const withheld: ReadonlySet<string> = new Set(['SKIP_CHANGE_REQUEST', 'APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST']);
const ofEnvironments = environmentPermissions.filter((permission) => !withheld.has(permission));

/** Creates all callers with their roles, and the tokens of the applications of production. */
async function enter({ app, admin }: GatewayApp, issuer: TokenIssuer, someone: World['someone']) {
  const post = async (path: string, body: unknown) => must(await admin.post(path, body), path);
  const role = async (name: string, permissions: readonly object[]) =>
    (await post('/api/admin/roles', { name, type: 'custom', permissions })).roles.id as number;
  const everywhere = (environment: string) => ofEnvironments.map((name) => ({ name, environment }));
  const complete = await role('complete', [
    ...projectPermissions.map((name) => ({ name })),
    ...['development', 'production', 'staging'].flatMap(everywhere),
  ]);
  const ofDevelopment = await role('of development', everywhere('development'));
  const [member, owner, developer] = [await someone(roleIds.viewer), await someone(roleIds.viewer), await someone(roleIds.viewer)];
  const account = await post('/api/admin/service-account', { username: 'robot', name: 'Robot', rootRole: roleIds.editor });
  const claims = { repository: ['acme/shop'] };
  const deploys = { name: 'deploys', issuer: issuer.issuer, audience: 'signalbox', claims, project: shop, roles: [roleIds.owner] };
  const grants = [
    [member.id, complete],
    [owner.id, roleIds.owner],
    [developer.id, ofDevelopment],
    [account.id, roleIds.owner],
  ] as const;
  const grant = async (project: string, roleOf: (role: number) => number) => {
    for (const [user, own] of grants)
      must(await admin.put(`/api/admin/projects/${project}/users/${user}/roles`, { roles: [roleOf(own)] }), 'a grant');
  };
  const inShop = () => grant(shop, (own) => own);
  const own = (project: string) => grant(project, () => roleIds.owner);
  await inShop();
  await own(depot);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { secret } = await post(`/api/admin/service-account/${account.id}/token`, { description: 'its own', expiresAt });
  const token = async (type: string) =>
    (await post('/api/admin/api-tokens', { tokenName: type, type, environment: 'production', projects: [shop] })).secret as string;
  const clients = {
    'member with every project permission': member.client,
    'project owner': owner.client,
    'role of development': developer.client,
    'service account': app.with({ authorization: secret }),
    'workload identity': app.with({ authorization: `Bearer ${await exchange()}` }),
    'root editor': (await someone(roleIds.editor)).client,
  };
  for (const client of Object.values(clients))
    await eventually(async () => equal((await client.get(`/api/admin/projects/${shop}/overview`)).status, 200));
  return { clients, grant: inShop, own, memberId: member.id, tokens: { client: await token('client'), frontend: await token('frontend') } };

  async function exchange(): Promise<string> {
    await post('/api/admin/workload-identities', deploys);
    return (await exchangeToken({ app }, issuer, 'deploys')).access_token;
  }
}

/** Exchanges a token of the issuer for one of the workload identity. */
export async function exchangeToken({ app }: Pick<GatewayApp, 'app'>, issuer: TokenIssuer, audience: string): Promise<Answer['body']> {
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: await issuer.sign(),
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    audience,
  };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const raw = new URLSearchParams(form).toString();
  return must(await app.with({}).post('/auth/token/exchange', undefined, { raw, headers }), 'an exchange');
}
