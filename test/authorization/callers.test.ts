import { deepEqual, equal } from 'node:assert/strict';
import { predefinedRoles, type Right, roleIds } from '@signalbox/contracts';
import { delivery } from '@signalbox/delivery';
import type { RouteDeclaration } from '@signalbox/kit';
import { loadServices } from '@signalbox/standalone/services';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { Session } from '../../services/identity/src/credential/session/session.ts';
import { openTokenIssuer } from '../../services/identity/src/workload/exchange/token-issuer.fixture.ts';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';
import { call, declarationsOf, needsPermission, parameters, pathOf } from './routes.ts';

const secret = 'Correct-horse-1';
const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
const home = parameters['projectId'] ?? '';
const users = '/api/admin/user-admin';
const accounts = '/api/admin/service-account';
const tokens = '/api/admin/api-tokens';

/** Callers whose credentials are invalid or no longer valid. */
const worthless = [
  'no credential',
  'an unknown API token',
  'an unknown personal token',
  'a header that is no token',
  'an expired session',
  'a session that was ended',
  'a revoked personal token',
  'a revoked API token',
  'a token of a deleted service account',
  'a token of a disabled workload identity',
] as const;
type Worthless = (typeof worthless)[number];

const rightsOf = (role: number, project?: string): Right[] =>
  (predefinedRoles.find(({ id }) => id === role)?.rights ?? []).map((right) => (project === undefined ? right : { ...right, project }));

/** Rights of each caller according to the table of predefined roles. Tokens of applications have none. */
const granted = {
  'a viewer': [],
  'a service account that is a viewer': [],
  'an editor': rightsOf(roleIds.editor),
  'a member': rightsOf(roleIds.member, home),
  'an owner': rightsOf(roleIds.owner, home),
  'the owner of another project': rightsOf(roleIds.owner, 'elsewhere'),
  'a workload of another project': rightsOf(roleIds.owner, 'elsewhere'),
  'a client token': null,
  'a frontend token': null,
} satisfies Readonly<Record<string, readonly Right[] | null>>;
type Somebody = keyof typeof granted;

/** True if the rights are sufficient in the scope that the route declares. Implemented independently of the product. */
function isEnough(rights: readonly Right[] | null, { permission, scope }: RouteDeclaration): boolean {
  if (rights === null || permission === 'public') return permission === 'public';
  if (permission === 'authenticated') return true;
  const matching = rights.filter((right) => [permission].flat().includes(right.permission));
  if (scope === 'project of the feature' || scope === 'any project') return matching.length > 0;
  const isOfProject = scope === 'project of the path' || scope === 'environment of the path';
  return matching.some(({ project }) => project === undefined || (isOfProject && project === home));
}

const services = await loadServices();
const reachable = services.map((service) => ({
  name: service.name,
  // Paths of dead letters contain the service's name. matrix.test.ts covers them.
  declarations: declarationsOf(service).filter(({ permission, path }) => permission !== 'public' && !path.includes('dead-letters')),
}));
const atOnce = 8;

describe('authorization through the gateway', () => {
  let gateway: GatewayApp;
  let callers: Record<Worthless | Somebody, Client>;
  before(async () => {
    const issuer = await openTokenIssuer();
    gateway = await openGatewayApp({
      USER_CREATIONS_PER_MINUTE: '100000',
      SDK_REQUESTS_PER_MINUTE: '100000',
      INTERNAL_ISSUERS: new URL(issuer.issuer).host,
    });
    callers = { ...(await usersOf(gateway)), ...(await workloadsOf(gateway, issuer)), ...(await tokensOf(gateway)) };
    await issuer.close();
  });
  after(() => gateway.app.close());

  /** Routes with an unexpected status, and that status. */
  async function wrongAnswers(
    declarations: readonly RouteDeclaration[],
    client: Client,
    isRight: (answer: Answer) => boolean,
  ): Promise<string[]> {
    const wrong: string[] = [];
    const left = [...declarations];
    const work = async () => {
      for (let declaration = left.pop(); declaration; declaration = left.pop()) {
        const answer = await call(client, declaration, pathOf(declaration));
        if (!isRight(answer)) wrong.push(`${declaration.method} ${declaration.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return wrong;
  }

  for (const { name, declarations } of reachable.filter((service) => service.declarations.length > 0)) {
    for (const caller of worthless) {
      it(`refuses ${caller} with 401 at every route of ${name}`, async () => {
        deepEqual(await wrongAnswers(declarations, callers[caller], ({ status }) => status === 401), []);
      });
    }

    // tokens.test.ts checks which tokens its routes accept.
    if (name === delivery.name) continue;
    for (const [caller, rights] of Object.entries(granted) as [Somebody, readonly Right[] | null][]) {
      const forbidden = declarations.filter((declaration) => !isEnough(rights, declaration));
      if (forbidden.length === 0) continue;
      it(`refuses ${caller} with 403 at ${forbidden.length} of ${declarations.length} routes of ${name}`, async () => {
        const isRefused = ({ status, body }: Answer) => status === 403 && body.name === 'NoAccessError';
        deepEqual(await wrongAnswers(forbidden, callers[caller], isRefused), []);
      });
    }
  }

  it('distinguishes callers by rights', () => {
    const counts = Object.values(granted).map(
      (rights) =>
        reachable.flatMap(({ declarations }) => declarations.filter(needsPermission)).filter((each) => isEnough(rights, each)).length,
    );
    const [viewer, account, editor, member, owner, neighbor] = counts as [number, number, number, number, number, number];
    deepEqual([viewer, account], [0, 0]);
    equal(neighbor > 0 && neighbor < member && member < owner && owner < editor, true, counts.join());
  });
});

let count = 0;

async function logIn({ app }: GatewayApp, username: string) {
  const { headers } = await app.with({}).post('/auth/simple/login', { username, password: secret });
  return app.with({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
}

async function someone(gateway: GatewayApp, rootRole: number) {
  count += 1;
  const username = `caller-${count}`;
  const { body } = await gateway.admin.post(users, { username, password: secret, rootRole });
  return { id: body.id as number, client: await logIn(gateway, username), username };
}

const reads = (client: Client, status: number) => eventually(async () => equal((await client.get('/api/admin/projects')).status, status));

async function grant({ admin }: GatewayApp, user: number, role: number, project: string): Promise<void> {
  equal((await admin.put(`/api/admin/projects/${project}/users/${user}/roles`, { roles: [role] })).status, 200);
}

async function usersOf(gateway: GatewayApp) {
  equal((await gateway.admin.post('/api/admin/projects', { id: 'elsewhere', name: 'Elsewhere' })).status, 201);
  const [viewer, editor] = [await someone(gateway, roleIds.viewer), await someone(gateway, roleIds.editor)];
  const [member, owner, neighbor] = [
    await someone(gateway, roleIds.viewer),
    await someone(gateway, roleIds.viewer),
    await someone(gateway, roleIds.viewer),
  ];
  await grant(gateway, member.id, roleIds.member, home);
  await grant(gateway, owner.id, roleIds.owner, home);
  await eventually(() => grant(gateway, neighbor.id, roleIds.owner, 'elsewhere'));
  const [expired, ended] = [await someone(gateway, roleIds.admin), await someone(gateway, roleIds.admin)];
  await gateway.app
    .store('identity')
    .transaction((em) => em.nativeUpdate(Session, { userId: expired.id }, { expiresAt: new Date(Date.now() - 1) }));
  await reads(ended.client, 200);
  await ended.client.post('/logout');
  await reads(ended.client, 401);
  return {
    'a viewer': viewer.client,
    'an editor': editor.client,
    'a member': member.client,
    'an owner': owner.client,
    'the owner of another project': neighbor.client,
    'an expired session': expired.client,
    'a session that was ended': ended.client,
  };
}

async function workloadsOf(gateway: GatewayApp, issuer: Awaited<ReturnType<typeof openTokenIssuer>>) {
  const path = '/api/admin/workload-identities';
  const job = async (name: string) => {
    const claims = { repository: ['acme/shop'] };
    const expected = { name, issuer: issuer.issuer, audience: 'signalbox', claims, project: 'elsewhere', roles: [roleIds.owner] };
    const { status, body } = await gateway.admin.post(path, expected);
    equal(status, 201, JSON.stringify(body));
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await issuer.sign(),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: name,
    };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const raw = new URLSearchParams(form).toString();
    const exchanged = await gateway.app.with({}).post('/auth/token/exchange', undefined, { raw, headers });
    const client = gateway.app.with({ authorization: `Bearer ${exchanged.body.access_token}` });
    await reads(client, 200);
    return { client, path: `${path}/${body.id}`, expected };
  };
  const [working, disabled] = [await job('builds'), await job('built')];
  equal((await gateway.admin.put(disabled.path, { ...disabled.expected, enabled: false })).status, 200);
  await reads(disabled.client, 401);
  return { 'a workload of another project': working.client, 'a token of a disabled workload identity': disabled.client };
}

async function tokensOf(gateway: GatewayApp) {
  const { app, admin } = gateway;
  const holding = (authorization: string) => app.with({ authorization });
  const account = async (username: string, rootRole: number) => {
    const path = `${accounts}/${(await admin.post(accounts, { username, rootRole })).body.id}`;
    const { body } = await admin.post(`${path}/token`, { description: 'its own', expiresAt });
    await reads(holding(body.secret), 200);
    return { path, client: holding(body.secret) };
  };
  const [robot, gone] = [await account('robot', roleIds.viewer), await account('gone', roleIds.admin)];
  equal((await admin.delete(gone.path)).status, 200);
  const somebody = await someone(gateway, roleIds.admin);
  const personal = (await somebody.client.post('/api/admin/user/tokens', { description: 'scripts', expiresAt })).body;
  await reads(holding(personal.secret), 200);
  equal((await somebody.client.delete(`/api/admin/user/tokens/${personal.id}`)).status, 200);
  const revoked = (await admin.post(tokens, { tokenName: 'revoked', type: 'admin' })).body.secret;
  await reads(holding(revoked), 200);
  equal((await admin.delete(`${tokens}/${encodeURIComponent(revoked)}`)).status, 200);
  const frontend = (await admin.post(tokens, { tokenName: 'page', type: 'frontend' })).body.secret;
  for (const dead of [gone.client, holding(personal.secret), holding(revoked)]) await reads(dead, 401);
  return {
    'no credential': app.with({}),
    'an unknown API token': holding(`*:*.${'0'.repeat(56)}`),
    'an unknown personal token': holding(`user:${'0'.repeat(56)}`),
    'a header that is no token': holding('Basic YWRtaW46YWRtaW4='),
    'a service account that is a viewer': robot.client,
    'a token of a deleted service account': gone.client,
    'a revoked personal token': holding(personal.secret),
    'a revoked API token': holding(revoked),
    'a client token': holding(gateway.clientToken),
    'a frontend token': holding(frontend),
  };
}
