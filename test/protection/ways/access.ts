import { roleIds } from '@signalbox/contracts';
import { apart, opens, refused, type Sent, type Ways } from '../way.ts';
import { inAYear, type Stage } from '../stage.ts';

const project = '/api/admin/projects/:projectId';
const user = '/api/admin/user';
const password = 'Long-1-security-of-ways';
const skip = [{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }];
const role = (permissions: readonly object[]) => (on: Stage) => ({ name: on.fresh(), type: 'custom', permissions });
const ofRole = async (on: Stage) => ({ id: await on.role() });
const ofGroup = async (on: Stage) => ({ groupId: await on.group() });
const ofSomeone = async (on: Stage) => ({ id: (await on.someone()).id, userId: (await on.someone()).id });
const ofAccount = async (on: Stage) => ({ id: await on.account() });
const ofToken = async (on: Stage) => ({ token: await on.token() });
const ofSignUp = async (on: Stage) => ({ token: await on.signUp() });
const own = async (on: Stage) => (await on.someone()).client;
const asAnonymous = (on: Stage) => on.world.app.with({});
const memberAnd = (of: (on: Stage) => Promise<number>) => async (on: Stage) => ({ userId: on.world.memberId, roleId: await of(on) });
const groupAnd = (of: (on: Stage) => Promise<number>) => async (on: Stage) => ({ groupId: await on.group(), roleId: await of(on) });
const token = (on: Stage) => ({ tokenName: on.fresh(), type: 'client', environment: 'development', expiresAt: inAYear() });
const personal = (on: Stage) => ({ description: on.fresh(), expiresAt: inAYear() });

const restored = { restore: ({ world }: Stage) => world.grant() };

const authenticator = 'needs an authenticator and its codes';
const passkey = 'needs a signing key';
const provider = 'needs an identity provider and a browser in the middle of a sign-on';
const link = 'needs a link from a mail';
const login = 'needs a browser in the middle of a login';

const provisioning = async (on: Stage) => on.world.app.with({ authorization: `Bearer ${await on.scim()}` });
const scimUser = (on: Stage) => ({
  userName: on.fresh(),
  name: { givenName: 'A' },
  emails: [{ value: `${on.fresh()}@example.org`, type: 'work' }],
});
const provisioned = (on: Stage) =>
  on.draw('provisioned user', async () => (await (await provisioning(on)).post('/scim/Users', scimUser(on))).body.id as string);
const provisionedGroup = (on: Stage) =>
  on.draw(
    'provisioned group',
    async () => (await (await provisioning(on)).post('/scim/Groups', { displayName: on.fresh(), members: [] })).body.id as string,
  );
const ofProvisioned = async (on: Stage) => ({ userId: await provisioned(on) });
const ofProvisionedGroup = async (on: Stage) => ({ groupId: await provisionedGroup(on) });

const workload = (on: Stage) => ({
  name: on.fresh(),
  issuer: on.world.issuer.issuer,
  audience: 'signalbox',
  claims: { repository: ['acme/shop'] },
  project: 'shop',
  roles: [roleIds.owner],
});

export const waysOfAccess: Ways = {
  'POST /api/admin/roles': [apart({ body: role([]) }), apart({ does: 'with the skip', body: role(skip) })],
  'POST /api/admin/roles/validate': apart({ body: role([]) }),
  'PUT /api/admin/roles/:id': opens({ at: ofRole, body: role(skip) }),
  'DELETE /api/admin/roles/:id': apart({ at: ofRole }),
  [`PUT ${project}/access`]: opens({
    at: async (on: Stage) => ({ projectId: await on.doomed() }),
    body: async (on: Stage) => ({
      roles: [
        { id: roleIds.owner, users: [(await on.someone()).id], groups: [] },
        { id: await on.skipRole(), users: [on.world.memberId], groups: [] },
      ],
    }),
  }),
  [`POST ${project}/access`]: opens({
    body: async (on: Stage) => ({ roles: [await on.skipRole()], groups: [], users: [on.world.memberId] }),
    ...restored,
  }),
  [`POST ${project}/role/:roleId/access`]: opens({
    at: memberAnd((on) => on.skipRole()),
    body: ({ world }: Stage) => ({ groups: [], users: [world.memberId] }),
    ...restored,
  }),
  [`PUT ${project}/users/:userId/roles`]: [
    opens({ at: memberAnd((on) => on.skipRole()), body: async (on: Stage) => ({ roles: [await on.skipRole()] }), ...restored }),
    opens({
      does: 'in another project too',
      at: async (on: Stage) => ({ userId: (await on.someone()).id }),
      body: async (on: Stage) => ({ roles: [await on.skipRole()] }),
    }),
  ],
  [`DELETE ${project}/users/:userId/roles`]: apart({ at: ofSomeone }),
  [`PUT ${project}/groups/:groupId/roles`]: opens({ at: ofGroup, body: async (on: Stage) => ({ roles: [await on.skipRole()] }) }),
  [`DELETE ${project}/groups/:groupId/roles`]: apart({ at: ofGroup }),
  [`POST ${project}/users/:userId/roles/:roleId`]: opens({ at: memberAnd((on) => on.skipRole()), ...restored }),
  [`PUT ${project}/users/:userId/roles/:roleId`]: opens({ at: memberAnd((on) => on.skipRole()), ...restored }),
  [`DELETE ${project}/users/:userId/roles/:roleId`]: apart({
    at: async (on: Stage) => {
      const [userId, roleId] = [(await on.someone()).id, await on.role()];
      await on.post(`/api/admin/projects/shop/users/${userId}/roles/${roleId}`);
      return { userId, roleId };
    },
  }),
  [`POST ${project}/groups/:groupId/roles/:roleId`]: opens({ at: groupAnd((on) => on.skipRole()) }),
  [`PUT ${project}/groups/:groupId/roles/:roleId`]: opens({
    at: async (on: Stage) => {
      const [groupId, roleId] = [await on.group(), await on.role()];
      await on.post(`/api/admin/projects/shop/groups/${groupId}/roles/${roleId}`);
      return { groupId, roleId: await on.skipRole() };
    },
  }),
  [`DELETE ${project}/groups/:groupId/roles/:roleId`]: apart({
    at: async (on: Stage) => {
      const [groupId, roleId] = [await on.group(), await on.role()];
      await on.post(`/api/admin/projects/shop/groups/${groupId}/roles/${roleId}`);
      return { groupId, roleId };
    },
  }),
  'POST /api/admin/groups': opens({ body: ({ world, fresh }: Stage) => ({ name: fresh(), users: [{ user: { id: world.memberId } }] }) }),
  'PUT /api/admin/groups/:groupId': opens({
    at: ofGroup,
    body: ({ world, fresh }: Stage) => ({ name: fresh(), users: [{ user: { id: world.memberId } }] }),
  }),
  'DELETE /api/admin/groups/:groupId': apart({ at: ofGroup }),

  'POST /api/admin/api-tokens': apart({ body: (on: Stage) => ({ ...token(on), projects: ['shop'] }) }),
  'PUT /api/admin/api-tokens/:token': apart({ at: ofToken, body: { expiresAt: inAYear() } }),
  'DELETE /api/admin/api-tokens/:token': apart({ at: ofToken }),
  'POST /api/admin/api-tokens/:token/rotate': apart({ at: ofToken, body: { overlapMinutes: 10 } }),
  [`POST ${project}/api-tokens`]: apart({ body: token }),
  [`DELETE ${project}/api-tokens/:token`]: apart({ at: ofToken }),

  'POST /api/admin/user-admin': opens({
    body: ({ fresh }: Stage) => ({ username: fresh(), name: 'Ann', password, rootRole: roleIds.admin, sendEmail: false }),
  }),
  'PUT /api/admin/user-admin/:id': opens({ at: ofSomeone, body: { name: 'Ann', rootRole: roleIds.admin } }),
  'DELETE /api/admin/user-admin/:id': apart({ at: ofSomeone }),
  'POST /api/admin/user-admin/validate-password': apart({ body: { password } }),
  'POST /api/admin/user-admin/reset-password': apart({
    body: async (on: Stage) => {
      const email = `${on.fresh()}@example.org`;
      await on.post('/api/admin/user-admin', { email, rootRole: 3, sendEmail: false });
      return { id: email };
    },
  }),
  'POST /api/admin/user-admin/inactive/delete': apart({ body: async (on: Stage) => ({ ids: [(await on.someone()).id] }) }),
  'POST /api/admin/user-admin/:id/change-password': apart({ at: ofSomeone, body: { password } }),
  'DELETE /api/admin/user-admin/:id/sessions': apart({ at: ofSomeone }),
  'DELETE /api/admin/user-admin/:id/tokens/:tokenId': apart({
    at: async (on: Stage) => ({
      id: (await on.someone()).id,
      tokenId: (await (await own(on)).post(`${user}/tokens`, personal(on))).body.id,
    }),
  }),
  'DELETE /api/admin/user-admin/:id/factors': apart({ at: ofSomeone }),
  'DELETE /api/admin/user-admin/:id/agents': apart({ at: ofSomeone }),
  'DELETE /api/admin/user-admin/agents': apart({}),
  'POST /api/admin/service-account': opens({ body: ({ fresh }: Stage) => ({ username: fresh(), name: 'Robot', rootRole: roleIds.admin }) }),
  'PUT /api/admin/service-account/:id': opens({ at: ofAccount, body: { name: 'Robot', rootRole: roleIds.admin } }),
  'DELETE /api/admin/service-account/:id': apart({ at: ofAccount }),
  'POST /api/admin/service-account/:id/token': opens({ at: ofAccount, body: personal }),
  'DELETE /api/admin/service-account/:id/token/:tokenId': apart({
    at: async (on: Stage) => {
      const id = await on.account();
      return { id, tokenId: (await on.post(`/api/admin/service-account/${id}/token`, personal(on))).id };
    },
  }),
  'POST /api/admin/invite-link/tokens': opens({ body: ({ fresh }: Stage) => ({ name: fresh(), expiresAt: inAYear() }) }),
  'PUT /api/admin/invite-link/tokens/:token': apart({ at: ofSignUp, body: { enabled: true } }),
  'POST /invite/:token/signup': apart({
    by: asAnonymous,
    at: ofSignUp,
    body: ({ fresh }: Stage) => ({ email: `${fresh()}@example.org`, name: 'Eve', password }),
  }),
  'POST /api/admin/workload-identities': opens({ body: workload }),
  'PUT /api/admin/workload-identities/:id': opens({ at: async (on: Stage) => ({ id: (await on.workload()).id }), body: workload }),
  'DELETE /api/admin/workload-identities/:id': apart({ at: async (on: Stage) => ({ id: (await on.workload()).id }) }),
  'POST /auth/token/exchange': apart({
    by: asAnonymous,
    raw: form(async (on) => ({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await on.world.issuer.sign(),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: 'deploys',
    })),
  }),

  [`POST ${user}/change-password`]: apart({
    by: own,
    body: async (on: Stage) => ({ password, confirmPassword: password, oldPassword: (await on.someone()).password }),
  }),
  [`DELETE ${user}/sessions/:sessionId`]: apart({
    by: own,
    at: async (on: Stage) => ({ sessionId: (await (await own(on)).get(`${user}/sessions`)).body.sessions?.[0]?.id ?? 'none' }),
  }),
  [`POST ${user}/tokens`]: apart({ by: own, body: personal }),
  [`DELETE ${user}/tokens/:id`]: apart({
    by: own,
    at: async (on: Stage) => ({ id: (await (await own(on)).post(`${user}/tokens`, personal(on))).body.id }),
  }),
  [`PUT ${user}/settings/:key`]: apart({ by: own, at: { key: 'theme' }, body: { value: 'dark' } }),
  [`DELETE ${user}/settings/:key`]: apart({
    by: own,
    at: async (on: Stage) => {
      await (await own(on)).put(`${user}/settings/theme`, { value: 'dark' });
      return { key: 'theme' };
    },
  }),
  [`PUT ${user}/watches/:featureName`]: apart({ by: own }),
  [`PUT ${user}/notifications/read`]: apart({ body: { ids: [] }, by: own }),
  [`PUT ${user}/notifications/channels`]: apart({ body: { kind: 'watched', app: true, mail: true }, by: own }),
  [`DELETE ${user}/watches/:featureName`]: apart({ by: own }),
  [`POST ${user}/agents`]: apart({ by: own, body: { agent: 'Pilot' } }),
  [`DELETE ${user}/agents`]: apart({ by: own }),
  [`DELETE ${user}/agents/:id`]: apart({
    by: own,
    at: async (on: Stage) => ({ id: (await (await own(on)).post(`${user}/agents`, { agent: 'Pilot' })).body.id }),
  }),
  'POST /auth/register': apart({ by: asAnonymous, body: { redirect_uris: ['http://127.0.0.1/callback'] } }),
  [`POST ${user}/authorizations`]: refused(login, { body: {} }),
  [`POST ${user}/devices/check`]: refused(login, { body: { user_code: 'AAAA-AAAA' } }),
  [`POST ${user}/devices`]: refused(login, { body: { user_code: 'AAAA-AAAA', approved: true } }),
  'POST /auth/device': apart({ by: asAnonymous, raw: form(() => ({ client_id: 'signalbox-cli', host: 'laptop' })) }),
  'POST /auth/token': refused(login, { body: { grant_type: 'refresh_token', client_id: 'signalbox-cli', refresh_token: 'unknown' } }),
  'POST /auth/revoke': apart({ by: asAnonymous, raw: form(() => ({ client_id: 'signalbox-cli', token: 'unknown' })) }),
  'POST /auth/simple/login': apart({
    by: asAnonymous,
    body: async (on: Stage) => ({ username: (await on.someone()).username, password: (await on.someone()).password }),
  }),
  'POST /logout': apart({ by: own }),
  'POST /auth/reset/validate-password': apart({ by: asAnonymous, body: { password } }),
  'POST /auth/reset/password': refused(link, { body: { token: 'unknown', password } }),
  'POST /auth/reset/password-email': apart({ by: asAnonymous, body: { email: 'a@example.org' } }),
  'POST /stop-watching': refused(link, { body: { token: 'unknown' } }),

  'POST /auth/second-factor/code': refused(authenticator, { body: { code: '123456' } }),
  'POST /auth/second-factor/passkey/options': refused(passkey, { body: {} }),
  'POST /auth/second-factor/passkey': refused(passkey, { body: {} }),
  'POST /auth/passkey/login/options': apart({ by: asAnonymous }),
  'POST /auth/passkey/login': refused(passkey, { body: {} }),
  'POST /auth/second-factor/totp': refused(authenticator, { body: {} }),
  'POST /auth/second-factor/totp/confirmation': refused(authenticator, { body: { code: '123456' } }),
  'POST /auth/second-factor/passkeys/options': refused(passkey, { body: {} }),
  'POST /auth/second-factor/passkeys': refused(passkey, { body: {} }),
  [`POST ${user}/step-up/options`]: apart({ by: own }),
  [`POST ${user}/step-up`]: apart({ by: own, body: async (on: Stage) => ({ password: (await on.someone()).password }) }),
  [`POST ${user}/factors/totp`]: refused(authenticator, { body: {} }),
  [`POST ${user}/factors/totp/confirmation`]: refused(authenticator, { body: { code: '123456' } }),
  [`DELETE ${user}/factors/totp`]: refused(authenticator),
  [`POST ${user}/factors/passkeys/options`]: refused(passkey, { body: {} }),
  [`POST ${user}/factors/passkeys`]: refused(passkey, { body: {} }),
  [`DELETE ${user}/factors/passkeys/:passkeyId`]: refused(passkey, { at: { passkeyId: '1' } }),
  [`POST ${user}/factors/recovery-codes`]: refused(authenticator, { body: {} }),

  'POST /api/admin/auth/second-factor/settings': apart({ body: { requiredFor: 'nobody' } }),
  'POST /api/admin/auth/saml/settings': apart({ body: { enabled: false } }),
  'POST /api/admin/auth/oidc/settings': opens({ body: { enabled: false } }),
  'POST /api/admin/auth/simple/settings': apart({ body: { disabled: false } }),
  'POST /auth/saml/callback': refused(provider, { raw: form(() => ({ SAMLResponse: 'none' })) }),
  'POST /api/admin/scim-settings': opens({ body: { enabled: true } }),
  'POST /api/admin/scim-settings/generate-new-token': opens({
    at: async (on: Stage) => {
      await on.scim();
      return {};
    },
  }),
  'POST /scim/Users': apart({ by: provisioning, body: scimUser }),
  'PUT /scim/Users/:userId': apart({ by: provisioning, at: ofProvisioned, body: scimUser }),
  'PATCH /scim/Users/:userId': apart({
    by: provisioning,
    at: ofProvisioned,
    body: { Operations: [{ op: 'replace', path: 'active', value: false }] },
  }),
  'DELETE /scim/Users/:userId': apart({ by: provisioning, at: ofProvisioned }),
  'POST /scim/Groups': apart({ by: provisioning, body: ({ fresh }: Stage) => ({ displayName: fresh(), members: [] }) }),
  'PUT /scim/Groups/:groupId': apart({
    by: provisioning,
    at: ofProvisionedGroup,
    body: async (on: Stage) => ({ displayName: on.fresh(), members: [{ value: await provisioned(on) }] }),
  }),
  'PATCH /scim/Groups/:groupId': apart({
    by: provisioning,
    at: ofProvisionedGroup,
    body: async (on: Stage) => ({ Operations: [{ op: 'add', path: 'members', value: [{ value: await provisioned(on) }] }] }),
  }),
  'DELETE /scim/Groups/:groupId': apart({ by: provisioning, at: ofProvisionedGroup }),

  'POST /api/admin/migration/users': opens({
    body: ({ fresh }: Stage) => ({ users: [{ username: fresh(), rootRole: 'Admin', createdAt: past, seenAt: past }] }),
  }),
  'POST /api/admin/migration/tokens': apart({
    body: ({ fresh }: Stage) => ({
      tokens: [
        { hash: hashOf(fresh()), type: 'client', environment: 'development', projects: ['shop'], tokenName: fresh(), createdAt: past },
      ],
    }),
  }),
  'POST /api/admin/migration/personal-tokens': apart({
    body: async (on: Stage) => ({
      tokens: [{ hash: hashOf(on.fresh()), userId: (await on.someone()).id, description: on.fresh(), createdAt: past }],
    }),
  }),
};

function form(fields: (on: Stage) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>): Sent['raw'] & object {
  return ['application/x-www-form-urlencoded', async (on) => new URLSearchParams(await fields(on)).toString()];
}

const past = '2026-01-01T00:00:00.000Z';
const hashOf = (name: string) => Buffer.from(name).toString('hex').padStart(64, '0');
