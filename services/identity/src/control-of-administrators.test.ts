import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import type { Answer } from '@signalbox/testing';
import { authorizationOf, challengeOf, newVerifier, startDevice } from './authorization/command-line.fixture.ts';
import { Authenticator } from './second-factor/authenticator.fixture.ts';
import { type FactorsApp, origin, startFactors } from './second-factor/factors-app.fixture.ts';
import { identity } from './service.ts';

const users = '/api/admin/user-admin';
const groups = '/api/admin/groups';
const accounts = '/api/admin/service-account';
const tokens = '/api/admin/api-tokens';
const workloads = '/api/admin/workload-identities';
const migration = '/api/admin/migration';
const hash = '0'.repeat(64);
const createdAt = '2020-01-01T00:00:00.000Z';
const policy = '/api/admin/auth/second-factor/settings';

/** Targets of the actions below, and an administrator's session without a recent proof. */
interface World {
  readonly session: FactorsApp['admin'];
  /** An administrator by root role. */
  readonly chief: Account;
  /** An administrator through the group, as is the robot. */
  readonly deputy: Account;
  readonly robot: number;
  readonly chiefs: number;
  readonly clerk: Account;
  readonly helper: number;
  readonly clerks: number;
  readonly adminToken: string;
  readonly expiresAt: string;
  readonly passkey: unknown;
  readonly userCode: string;
}
interface Account {
  readonly id: number;
  readonly email: string;
}

type Act = (world: World) => Promise<Answer>;
type Control = { readonly guarded: readonly Act[] } | { readonly none: string };

const none = {
  ownCredential: { none: 'The caller proves ownership of the account: by password, factor, link or provider.' },
  projects: { none: 'It assigns project roles, none of which has ADMIN.' },
  takes: { none: 'It only removes rights or credentials.' },
  sdk: { none: 'Project tokens cannot be admin tokens.' },
  scim: { none: 'It requires the SCIM token, whose creation is guarded.' },
  viewer: { none: 'Users who sign up become viewers.' },
  own: { none: 'It stores preferences of the caller.' },
  roles: { none: 'Only the predefined role can have ADMIN.' },
  approved: { none: 'It issues the token of a login whose approval is guarded.' },
  unapproved: { none: 'Nobody has approved the login yet.' },
  agents: { none: 'An agent is never an administrator, and cannot call routes for accounts.' },
  checks: { none: 'It checks its input and stores nothing.' },
} as const;

const members = (...ids: number[]) => ids.map((id) => ({ user: { id } }));
const workload = {
  name: 'ci',
  issuer: 'https://issuer.example',
  audience: 'signalbox',
  claims: { sub: ['repo:acme/shop'] },
  project: 'default',
  roles: [5],
};

const control: Record<string, Control> = {
  [`post ${users}`]: {
    guarded: [({ session }) => session.post(users, { username: 'new', rootRole: roleIds.admin, sendEmail: false })],
  },
  [`put ${users}/:id`]: {
    guarded: [
      ({ session, clerk }) => session.put(`${users}/${clerk.id}`, { rootRole: roleIds.admin }),
      ({ session, chief }) => session.put(`${users}/${chief.id}`, { email: 'mine@signalbox.example' }),
      ({ session, deputy }) => session.put(`${users}/${deputy.id}`, { email: 'ours@signalbox.example' }),
    ],
  },
  [`post ${users}/:id/change-password`]: {
    guarded: [
      ({ session, chief }) => session.post(`${users}/${chief.id}/change-password`, { password: 'Attack3r!Passw0rd' }),
      ({ session, deputy }) => session.post(`${users}/${deputy.id}/change-password`, { password: 'Attack3r!Passw0rd' }),
    ],
  },
  [`post ${users}/reset-password`]: {
    guarded: [
      ({ session, chief }) => session.post(`${users}/reset-password`, { id: chief.email }),
      ({ session, deputy }) => session.post(`${users}/reset-password`, { id: deputy.email }),
    ],
  },
  [`delete ${users}/:id/factors`]: { guarded: [({ session, chief }) => session.delete(`${users}/${chief.id}/factors`)] },
  [`delete ${users}/:id/sessions`]: none.takes,
  [`delete ${users}/:id/tokens/:tokenId`]: none.takes,
  [`delete ${users}/:id`]: none.takes,
  [`post ${users}/inactive/delete`]: none.takes,
  [`post ${users}/validate-password`]: none.checks,

  [`post ${groups}`]: {
    guarded: [
      ({ session, clerk }) => session.post(groups, { name: 'others', rootRole: roleIds.admin, users: members(clerk.id) }),
      ({ session }) => session.post(groups, { name: 'mapped', rootRole: roleIds.admin, mappingsSSO: ['everybody'] }),
    ],
  },
  [`put ${groups}/:groupId`]: {
    guarded: [
      ({ session, clerks }) => session.put(`${groups}/${clerks}`, { name: 'clerks', rootRole: roleIds.admin }),
      ({ session, chiefs, clerk }) => session.put(`${groups}/${chiefs}`, { name: 'chiefs', users: members(clerk.id) }),
      ({ session, chiefs }) => session.put(`${groups}/${chiefs}`, { name: 'chiefs', mappingsSSO: ['leaders', 'everybody'] }),
    ],
  },
  [`delete ${groups}/:groupId`]: none.takes,

  [`post ${accounts}`]: { guarded: [({ session }) => session.post(accounts, { username: 'new-robot', rootRole: roleIds.admin })] },
  [`put ${accounts}/:id`]: { guarded: [({ session, helper }) => session.put(`${accounts}/${helper}`, { rootRole: roleIds.admin })] },
  [`delete ${accounts}/:id`]: none.takes,
  [`post ${accounts}/:id/token`]: {
    guarded: [({ session, robot, expiresAt }) => session.post(`${accounts}/${robot}/token`, { description: 'x', expiresAt })],
  },
  [`delete ${accounts}/:id/token/:tokenId`]: none.takes,
  'post /api/admin/user/tokens': {
    guarded: [({ session, expiresAt }) => session.post('/api/admin/user/tokens', { description: 'x', expiresAt })],
  },
  'delete /api/admin/user/tokens/:id': none.takes,
  'post /api/admin/user/change-password': none.ownCredential,
  'delete /api/admin/user/sessions/:sessionId': none.takes,
  'put /api/admin/user/settings/:key': none.own,
  'delete /api/admin/user/settings/:key': none.own,
  'put /api/admin/user/watches/:featureName': none.own,
  'put /api/admin/user/notifications/read': none.own,
  'put /api/admin/user/notifications/channels': none.own,
  'delete /api/admin/user/watches/:featureName': none.own,
  'post /stop-watching': none.own,
  'post /api/admin/user/step-up': none.ownCredential,
  'post /api/admin/user/step-up/options': none.ownCredential,
  'post /api/admin/user/factors/totp': { guarded: [({ session }) => session.post('/api/admin/user/factors/totp')] },
  'post /api/admin/user/factors/totp/confirmation': {
    guarded: [({ session }) => session.post('/api/admin/user/factors/totp/confirmation', { code: '000000' })],
  },
  'delete /api/admin/user/factors/totp': { guarded: [({ session }) => session.delete('/api/admin/user/factors/totp')] },
  'post /api/admin/user/factors/passkeys/options': {
    guarded: [({ session }) => session.post('/api/admin/user/factors/passkeys/options', {})],
  },
  'post /api/admin/user/factors/passkeys': {
    guarded: [({ session, passkey }) => session.post('/api/admin/user/factors/passkeys', { name: 'Theirs', response: passkey })],
  },
  'delete /api/admin/user/factors/passkeys/:passkeyId': {
    guarded: [({ session }) => session.delete('/api/admin/user/factors/passkeys/1')],
  },
  'post /api/admin/user/factors/recovery-codes': {
    guarded: [({ session }) => session.post('/api/admin/user/factors/recovery-codes')],
  },

  [`post ${tokens}`]: { guarded: [({ session }) => session.post(tokens, { tokenName: 'new', type: 'admin' })] },
  [`put ${tokens}/:token`]: {
    guarded: [({ session, adminToken, expiresAt }) => session.put(`${tokens}/${adminToken}`, { expiresAt })],
  },
  [`post ${tokens}/:token/rotate`]: { guarded: [({ session, adminToken }) => session.post(`${tokens}/${adminToken}/rotate`, {})] },
  [`delete ${tokens}/:token`]: none.takes,
  'post /api/admin/projects/:projectId/api-tokens': none.sdk,
  'delete /api/admin/projects/:projectId/api-tokens/:token': none.takes,

  [`post ${migration}/users`]: {
    guarded: [({ session }) => session.post(`${migration}/users`, { users: [{ username: 'new', rootRole: 'Admin', createdAt }] })],
  },
  [`post ${migration}/tokens`]: {
    guarded: [
      ({ session }) => {
        const token = { hash, type: 'admin', environment: '*', projects: ['*'], tokenName: 'new', createdAt };
        return session.post(`${migration}/tokens`, { tokens: [token] });
      },
    ],
  },
  [`post ${migration}/personal-tokens`]: {
    guarded: [
      ({ session, deputy }) =>
        session.post(`${migration}/personal-tokens`, { tokens: [{ userId: deputy.id, hash, description: 'x', createdAt }] }),
    ],
  },

  'post /api/admin/scim-settings': { guarded: [({ session }) => session.post('/api/admin/scim-settings', { enabled: true })] },
  'post /api/admin/scim-settings/generate-new-token': {
    guarded: [({ session }) => session.post('/api/admin/scim-settings/generate-new-token')],
  },
  'post /scim/Users': none.scim,
  'put /scim/Users/:userId': none.scim,
  'patch /scim/Users/:userId': none.scim,
  'delete /scim/Users/:userId': none.scim,
  'post /scim/Groups': none.scim,
  'put /scim/Groups/:groupId': none.scim,
  'patch /scim/Groups/:groupId': none.scim,
  'delete /scim/Groups/:groupId': none.scim,

  'post /auth/simple/login': none.ownCredential,
  'post /logout': none.takes,
  'post /auth/reset/validate-password': none.checks,
  'post /auth/reset/password': none.ownCredential,
  'post /auth/reset/password-email': none.ownCredential,
  'post /auth/second-factor/code': none.ownCredential,
  'post /auth/second-factor/passkey/options': none.ownCredential,
  'post /auth/second-factor/passkey': none.ownCredential,
  'post /auth/passkey/login/options': none.ownCredential,
  'post /auth/passkey/login': none.ownCredential,
  'post /auth/second-factor/totp': none.ownCredential,
  'post /auth/second-factor/totp/confirmation': none.ownCredential,
  'post /auth/second-factor/passkeys/options': none.ownCredential,
  'post /auth/second-factor/passkeys': none.ownCredential,
  'post /auth/saml/callback': none.ownCredential,
  'get /auth/oidc/callback': none.ownCredential,
  'post /auth/token/exchange': none.ownCredential,
  'post /auth/token': none.approved,
  'post /auth/revoke': none.takes,
  'post /auth/device': none.unapproved,
  'post /auth/register': none.checks,
  'post /api/admin/user/agents': none.agents,
  'delete /api/admin/user/agents': none.takes,
  'delete /api/admin/user/agents/:id': none.takes,
  'delete /api/admin/user-admin/agents': none.takes,
  'delete /api/admin/user-admin/:id/agents': none.takes,
  'post /api/admin/user/authorizations': {
    guarded: [({ session }) => session.post('/api/admin/user/authorizations', authorizationOf(challengeOf(newVerifier())))],
  },
  'post /api/admin/user/devices/check': none.checks,
  'post /api/admin/user/devices': {
    guarded: [({ session, userCode }) => session.post('/api/admin/user/devices', { userCode, approved: true })],
  },
  'post /invite/:token/signup': none.viewer,
  'post /api/admin/invite-link/tokens': none.viewer,
  'put /api/admin/invite-link/tokens/:token': none.viewer,

  'post /api/admin/roles': none.roles,
  'post /api/admin/roles/validate': none.checks,
  'put /api/admin/roles/:id': none.roles,
  'delete /api/admin/roles/:id': none.takes,
  'put /api/admin/projects/:projectId/access': none.projects,
  'post /api/admin/projects/:projectId/access': none.projects,
  'post /api/admin/projects/:projectId/role/:roleId/access': none.projects,
  'put /api/admin/projects/:projectId/users/:userId/roles': none.projects,
  'delete /api/admin/projects/:projectId/users/:userId/roles': none.takes,
  'put /api/admin/projects/:projectId/groups/:groupId/roles': none.projects,
  'delete /api/admin/projects/:projectId/groups/:groupId/roles': none.takes,
  'post /api/admin/projects/:projectId/users/:userId/roles/:roleId': none.projects,
  'put /api/admin/projects/:projectId/users/:userId/roles/:roleId': none.projects,
  'delete /api/admin/projects/:projectId/users/:userId/roles/:roleId': none.takes,
  'post /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': none.projects,
  'put /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': none.projects,
  'delete /api/admin/projects/:projectId/groups/:groupId/roles/:roleId': none.takes,
  [`post ${workloads}`]: { guarded: [({ session }) => session.post(workloads, workload)] },
  [`put ${workloads}/:id`]: { guarded: [({ session }) => session.put(`${workloads}/1`, workload)] },
  [`delete ${workloads}/:id`]: none.takes,

  'post /api/admin/auth/saml/settings': { guarded: [({ session }) => session.post('/api/admin/auth/saml/settings', { enabled: false })] },
  'post /api/admin/auth/oidc/settings': { guarded: [({ session }) => session.post('/api/admin/auth/oidc/settings', { enabled: false })] },
  'post /api/admin/auth/simple/settings': { guarded: [({ session }) => session.post('/api/admin/auth/simple/settings', {})] },
  [`post ${policy}`]: { guarded: [({ session }) => session.post(policy, {})] },
};

async function open(app: FactorsApp): Promise<World> {
  const { admin } = app;
  const expiresAt = new Date(app.now() + 30 * 24 * 3_600_000).toISOString();
  const account = async (rootRole: number): Promise<Account> => {
    const { id, username } = await app.someone(rootRole);
    return { id, email: `${username}@signalbox.example` };
  };
  const made = async (path: string, body: object) => {
    const { status, body: answer } = await admin.post(path, body);
    equal(status, 201, JSON.stringify(answer));
    return answer;
  };
  const [chief, deputy, clerk] = [await account(roleIds.admin), await account(roleIds.viewer), await account(roleIds.viewer)];
  const robot = (await made(accounts, { username: 'robot', rootRole: roleIds.viewer })).id;
  const helper = (await made(accounts, { username: 'helper', rootRole: roleIds.viewer })).id;
  const administrators = { name: 'chiefs', rootRole: roleIds.admin, mappingsSSO: ['leaders'], users: members(deputy.id, robot) };
  const chiefs = (await made(groups, administrators)).id;
  const clerks = (await made(groups, { name: 'clerks', rootRole: roleIds.editor })).id;
  const adminToken = (await made(tokens, { tokenName: 'deploy', type: 'admin', expiresAt })).secret;
  await app.stepUpByPassword(admin);
  const requested = await admin.post('/api/admin/user/factors/passkeys/options', {});
  const passkey = new Authenticator(origin).create(requested.body);
  const { secret } = await app.addApp(admin);
  const session = app.entered(await app.code(await app.tokenOf('admin'), app.nextCode(secret)));
  equal((await session.post(policy, { rootRoles: [roleIds.admin] })).status, 200);
  app.wait(600_000);
  const userCode = (await startDevice(app)).user_code;
  return { session, chief, deputy, robot, chiefs, clerk, helper, clerks, adminToken, expiresAt, passkey, userCode };
}

describe('step-up authentication', () => {
  let app: FactorsApp;
  let world: World;
  before(async () => {
    app = await startFactors();
    world = await open(app);
  });
  after(() => app.close());

  it('covers all routes of identity that write', () => {
    const writes = identity.routes.map(({ declaration }) => declaration).filter(({ method, events }) => method !== 'get' || events);
    deepEqual(Object.keys(control).sort(), writes.map(({ method, path }) => `${method} ${path}`).sort());
  });

  for (const [route, its] of Object.entries(control))
    if ('guarded' in its)
      it(`is required before ${route} creates or takes over an administrator`, async () => {
        for (const act of its.guarded) {
          const { status, body } = await act(world);
          deepEqual([status, body.name, body.path], [403, 'StepUpRequired', '/api/admin/user/step-up']);
        }
      });

  it('is not required for accounts and groups without administrator rights', async () => {
    const { session, clerk, helper, clerks, expiresAt } = world;
    const answers = [
      await session.put(`${users}/${clerk.id}`, { email: 'clerk@signalbox.example' }),
      await session.post(`${users}/${clerk.id}/change-password`, { password: 'An0ther!Passw0rd' }),
      await session.post(`${users}/reset-password`, { id: 'clerk@signalbox.example' }),
      await session.put(`${groups}/${clerks}`, { name: 'clerks', mappingsSSO: ['everybody'], users: members(clerk.id) }),
      await session.post(`${accounts}/${helper}/token`, { description: 'x', expiresAt }),
    ];
    deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 201],
    );
  });
});
