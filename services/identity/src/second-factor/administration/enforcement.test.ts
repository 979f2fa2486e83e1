import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { Authenticator } from '../authenticator.fixture.ts';
import { type FactorsApp, origin, startFactors } from '../factors-app.fixture.ts';

const settings = '/api/admin/auth/second-factor/settings';
const users = '/api/admin/user-admin';

describe('the requirement of a second factor', () => {
  let app: FactorsApp;
  let admin: FactorsApp['admin'];
  let secret: string;
  beforeEach(async () => {
    app = await startFactors();
    await app.stepUpByPassword(app.admin);
    ({ secret } = await app.addApp(app.admin));
    admin = app.entered(await app.code(await app.tokenOf('admin'), app.nextCode(secret)));
  });
  afterEach(() => app.close());

  const require = (policy: object) => admin.post(settings, policy);
  const enroll = (step: string, body: object) => app.as(null).post(`/auth/second-factor/${step}`, body);
  const stepUp = (client = admin) => client.post('/api/admin/user/step-up', { code: app.nextCode(secret) });

  it('is disabled by default, emits an event when it changes, and needs a new proof to change', async () => {
    deepEqual((await admin.get(settings)).body, { everybody: false, rootRoles: [] });
    const events = await app.eventsOf('identity', async () => {
      deepEqual((await require({ rootRoles: [2, 1, 2] })).body, { everybody: false, rootRoles: [1, 2] });
      equal((await require({ rootRoles: [1, 2] })).status, 200);
    });
    deepEqual(
      events.map(({ type, data, preData }) => ({ type, data, preData })),
      [
        {
          type: 'factor-policy-updated',
          data: { everybody: false, rootRoles: [1, 2] },
          preData: { everybody: false, rootRoles: [] },
        },
      ],
    );
    deepEqual((await admin.get(settings)).body, { everybody: false, rootRoles: [1, 2] });
    equal((await require({ rootRoles: [4711] })).status, 400);
    app.wait(600_000);
    deepEqual((await require({})).body.name, 'StepUpRequired');
    equal((await stepUp()).status, 200);
    deepEqual((await require({})).body, { everybody: false, rootRoles: [] });
  });

  it('ends the affected users’ sessions that a password alone opened, even after a step-up with the password', async () => {
    const [editor, viewer] = [await app.someone(roleIds.editor), await app.someone(roleIds.viewer)];
    await app.stepUpByPassword(editor.client);
    await require({ rootRoles: [roleIds.editor] });
    deepEqual([(await editor.client.get('/api/admin/user')).status, (await viewer.client.get('/api/admin/user')).status], [401, 200]);
    deepEqual([(await app.password(editor.username)).status, (await app.password(viewer.username)).status], [202, 200]);
    equal((await admin.put(`${users}/${viewer.id}`, { rootRole: roleIds.editor })).status, 200);
    equal((await viewer.client.get('/api/admin/user')).status, 401);
    await require({ everybody: true });
    equal((await app.password((await app.someone(roleIds.viewer)).username)).status, 202);
    equal((await admin.get('/api/admin/user')).status, 200);
  });

  it('applies to the members of a group only through the root role of the group', async () => {
    const viewer = await app.someone(roleIds.viewer);
    const group = { name: 'crew', users: [{ user: { id: viewer.id } }] };
    const { id } = (await admin.post('/api/admin/groups', group)).body;
    await require({ rootRoles: [roleIds.editor] });
    equal((await app.password(viewer.username)).status, 200);
    equal((await admin.put(`/api/admin/groups/${id}`, { ...group, rootRole: roleIds.editor })).status, 200);
    equal((await app.password(viewer.username)).status, 202);
  });

  it('leads a login without a factor to the enrolment of an app, and nothing else', async () => {
    await require({ everybody: true });
    const { username, id } = await app.someone(3);
    const { token, mustEnroll, factors } = (await app.password(username)).body;
    deepEqual([mustEnroll, factors], [true, []]);
    equal((await app.code(token, '000000')).status, 401);
    const begun = await enroll('totp', { token });
    equal(begun.status, 200);
    equal((await enroll('totp/confirmation', { token, code: '000000' })).status, 401);
    const events = await app.eventsOf('identity', async () => {
      const done = await enroll('totp/confirmation', { token, code: app.nextCode(begun.body.secret) });
      equal(done.body.recoveryCodes.length, 10);
      equal((await app.entered(done).get('/api/admin/user')).body.user.id, id);
      match(String(done.headers['set-cookie']), /^unleash-session=/);
    });
    deepEqual(
      events.map(({ type, createdByUserId }) => [type, createdByUserId]),
      [['user-factor-added', id]],
    );
    const again = (await app.password(username)).body;
    deepEqual(again.factors, ['totp', 'recovery-code']);
    equal((await app.code(again.token, app.nextCode(begun.body.secret))).status, 200);
  });

  it('leads a login without a factor to the enrolment of a passkey, and the last passkey cannot be removed', async () => {
    await require({ everybody: true });
    const { username, id } = await app.someone(3);
    const { token } = (await app.password(username)).body;
    const authenticator = new Authenticator(origin);
    const options = (await enroll('passkeys/options', { token })).body;
    const done = await enroll('passkeys', { token, name: 'Laptop', response: authenticator.create(options) });
    const client = app.entered(done);
    equal(done.body.user.id, id);
    const { required, passkeys } = (await client.get('/api/admin/user/factors')).body;
    deepEqual([required, passkeys.length], [true, 1]);
    const removal = await client.delete(`/api/admin/user/factors/passkeys/${passkeys[0].id}`);
    deepEqual([removal.status, removal.body.name], [403, 'InvalidOperationError']);
    equal((await client.get('/api/admin/user/factors')).body.passkeys.length, 1);
  });

  it('does not let a password alone add a factor to an account that has one', async () => {
    const { token } = (await app.password('admin')).body;
    for (const answer of [await enroll('totp', { token }), await enroll('passkeys/options', { token })])
      deepEqual([answer.status, answer.body.name], [403, 'InvalidOperationError']);
    equal((await enroll('totp/confirmation', { token, code: app.nextCode(secret) })).status, 403);
  });

  it('demands a new proof before anyone becomes an administrator', async () => {
    const { id } = await app.someone(roleIds.viewer);
    const create = (username: string, rootRole: number) => admin.post(users, { username, rootRole, sendEmail: false });
    app.wait(600_000);
    equal((await create('before', roleIds.admin)).status, 201, 'not needed unless required');
    await require({ everybody: true });
    const refusals = [await create('ann', roleIds.admin), await admin.put(`${users}/${id}`, { rootRole: roleIds.admin })];
    for (const { status, body } of refusals) {
      deepEqual([status, body.name, body.path], [403, 'StepUpRequired', '/api/admin/user/step-up']);
      match(body.message, /POST \/api\/admin\/user\/step-up/);
    }
    equal((await create('bob', roleIds.editor)).status, 201);
    equal((await stepUp()).status, 200);
    equal((await create('ann', roleIds.admin)).status, 201);
    equal((await admin.put(`${users}/${id}`, { rootRole: roleIds.admin })).status, 200);
  });

  it('demands a new proof for an admin token, which needs none itself', async () => {
    await require({ everybody: true });
    const create = (type: string) => admin.post('/api/admin/api-tokens', { tokenName: type, type });
    app.wait(600_000);
    deepEqual([(await create('admin')).body.name, (await create('client')).status], ['StepUpRequired', 201]);
    equal((await stepUp()).status, 200);
    const token = app.holding('token', (await create('admin')).body.secret);
    equal((await token.post(users, { username: 'eve', rootRole: roleIds.admin, sendEmail: false })).status, 201);
  });

  it('demands a new proof for rotating an admin token', async () => {
    const { secret: token } = (await admin.post('/api/admin/api-tokens', { tokenName: 'deploy', type: 'admin' })).body;
    const { secret: weak } = (await admin.post('/api/admin/api-tokens', { tokenName: 'sdk', type: 'client' })).body;
    const rotate = (which: string) => admin.post(`/api/admin/api-tokens/${which}/rotate`, {});
    await require({ everybody: true });
    app.wait(600_000);
    deepEqual([(await rotate(token)).body.name, (await rotate(weak)).status], ['StepUpRequired', 201]);
    equal((await stepUp()).status, 200);
    equal((await rotate(token)).status, 201);
  });

  it('demands a new proof before a group makes anyone an administrator', async () => {
    const groups = '/api/admin/groups';
    const [first, second] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const users = (...ids: number[]) => ids.map((id) => ({ user: { id } }));
    const chiefs = { name: 'chiefs', rootRole: roleIds.admin, users: users(first.id) };
    const { id: clerks } = (await admin.post(groups, { name: 'clerks', rootRole: roleIds.editor, users: users(first.id) })).body;
    const { id } = (await admin.post(groups, chiefs)).body;
    await require({ everybody: true });
    app.wait(600_000);
    for (const { status, body } of [
      await admin.post(groups, { name: 'others', rootRole: roleIds.admin }),
      await admin.put(`${groups}/${clerks}`, { name: 'clerks', rootRole: roleIds.admin }),
      await admin.put(`${groups}/${id}`, { name: 'chiefs', users: users(first.id, second.id) }),
    ])
      deepEqual([status, body.name], [403, 'StepUpRequired']);
    equal((await admin.put(`${groups}/${id}`, { name: 'heads', users: [] })).status, 200, 'removing members makes nobody an administrator');
    equal((await admin.put(`${groups}/${clerks}`, { name: 'clerks', users: users(first.id, second.id) })).status, 200);
    equal((await stepUp()).status, 200);
    equal((await admin.put(`${groups}/${id}`, chiefs)).status, 200);
  });

  it('demands a new proof for a service account of an administrator, and for its tokens', async () => {
    const accounts = '/api/admin/service-account';
    const { id } = (await admin.post(accounts, { username: 'robot', rootRole: roleIds.admin })).body;
    const { id: weak } = (await admin.post(accounts, { username: 'helper', rootRole: roleIds.viewer })).body;
    await require({ everybody: true });
    app.wait(600_000);
    for (const answer of [
      await admin.post(accounts, { username: 'other', rootRole: roleIds.admin }),
      await admin.put(`${accounts}/${weak}`, { rootRole: roleIds.admin }),
      await admin.post(`${accounts}/${id}/token`, { description: 'x', expiresAt: new Date(app.now() + 86_400_000).toISOString() }),
    ])
      deepEqual([answer.status, answer.body.name], [403, 'StepUpRequired']);
    equal((await admin.put(`${accounts}/${weak}`, { name: 'Helper' })).status, 200);
  });

  it('demands a new proof for changing how users log in', async () => {
    await require({ everybody: true });
    app.wait(600_000);
    const change = async () => {
      const answers = await Promise.all(
        ['saml', 'oidc', 'simple'].map((kind) =>
          admin.post(`/api/admin/auth/${kind}/settings`, kind === 'simple' ? {} : { enabled: false }),
        ),
      );
      return answers.map(({ status, body }) => [status, body.name]);
    };
    deepEqual(
      await change(),
      Array.from({ length: 3 }, () => [403, 'StepUpRequired']),
    );
    equal((await stepUp()).status, 200);
    deepEqual(
      await change(),
      Array.from({ length: 3 }, () => [200, undefined]),
    );
  });

  it('applies to users who have the root role through a group', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const made = await admin.post('/api/admin/groups', { name: 'chiefs', rootRole: roleIds.editor, users: [{ user: { id } }] });
    equal(made.status, 201, JSON.stringify(made.body));
    await require({ rootRoles: [roleIds.editor] });
    equal((await client.get('/api/admin/user')).status, 401);
  });

  it('a reset for one user leaves the factors of other users', async () => {
    const other = await app.someone(3);
    await app.stepUpByPassword(other.client);
    const { secret: ofOther, recoveryCodes } = await app.addApp(other.client);
    await app.addPasskey(other.client);
    const { id, client } = await app.someone(3);
    await app.stepUpByPassword(client);
    await app.addApp(client);
    const passkeys = '/api/admin/user/factors/passkeys';
    const begun = await other.client.post(`${passkeys}/options`, {});
    equal((await admin.delete(`${users}/${id}/factors`)).status, 200);
    const response = new Authenticator(origin).create(begun.body);
    equal((await other.client.post(passkeys, { name: 'Phone', response })).status, 201);
    deepEqual((await app.password(other.username)).body.factors, ['totp', 'passkey', 'recovery-code']);
    equal((await app.code(await app.tokenOf(other.username), app.nextCode(ofOther))).status, 200);
    equal((await app.code(await app.tokenOf(other.username), recoveryCodes[0] ?? '')).status, 200);
  });

  it('is met again after an administrator resets lost factors, which ends sessions and tokens', async () => {
    const { client, id, username } = await app.someone(3);
    await app.stepUpByPassword(client);
    await app.addApp(client);
    const token = { description: 'stolen', expiresAt: new Date(app.now() + 86_400_000).toISOString() };
    const { secret: personal } = (await client.post('/api/admin/user/tokens', token)).body;
    const reset = (userId: number) => admin.delete(`${users}/${userId}/factors`);
    const events = await app.eventsOf('identity', async () => {
      equal((await reset(id)).status, 200);
      equal((await reset(id)).status, 200, 'no factor is left');
    });
    deepEqual(
      events.map(({ type, preData }) => [type, preData]),
      [
        ['pat-deleted', null],
        ['user-factors-reset', { id, name: `${username}@signalbox.example` }],
      ],
    );
    equal((await app.holding('token', personal).get('/api/admin/user')).status, 401);
    equal((await client.get('/api/admin/user')).status, 401);
    equal((await app.password(username)).status, 200);
    equal((await reset(4711)).status, 404);
    const own = (await admin.get('/api/admin/user')).body.user.id;
    deepEqual((await reset(own)).body.name, 'InvalidOperationError');
    await require({ everybody: true });
    app.wait(600_000);
    equal((await reset(id)).body.name, 'StepUpRequired');
  });
});
