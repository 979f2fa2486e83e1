import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { authenticate, hashSecret, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/service-account';
const expiresAt = '2099-01-01T00:00:00.000Z';

describe('service accounts', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  let count = 0;
  const create = async (rootRole: number = roleIds.viewer) => {
    count += 1;
    const { status, body } = await app.admin.post(path, { username: `robot-${count}`, name: `Robot ${count}`, rootRole });
    equal(status, 201);
    return body as { id: number; username: string; name: string };
  };
  const issue = async (id: number, description = 'deploys') => {
    const { status, body } = await app.admin.post(`${path}/${id}/token`, { description, expiresAt });
    equal(status, 201);
    return body as { id: number; secret: string; createdAt: string };
  };
  const isKnown = async (secret: string) => (await app.host.ask(authenticate, { kind: 'token', secret })).principal !== null;
  const eventsOf = async (work: () => Promise<unknown>) =>
    (await app.eventsOf('identity', work)).map(({ type, createdBy, data, preData }) => ({ type, createdBy, data, preData }));

  it('are created with a root role, and listed with their tokens and the roles in use', async () => {
    let answer: Awaited<ReturnType<typeof app.admin.post>> | undefined;
    const events = await eventsOf(async () => {
      answer = await app.admin.post(path, { username: 'train', name: 'Release train', rootRole: roleIds.editor });
    });
    const { id, imageUrl, createdAt, ...rest } = answer?.body ?? {};
    deepEqual([answer?.status, answer?.headers['location']], [201, `service-account/${id}`]);
    match(imageUrl, /^https:/);
    deepEqual(rest, {
      isAPI: false,
      accountType: 'Service Account',
      email: '',
      inviteLink: '',
      emailSent: false,
      name: 'Release train',
      username: 'train',
      rootRole: roleIds.editor,
      seenAt: null,
      loginAttempts: 0,
    });
    const fact = { id, name: 'Release train', username: 'train', rootRole: roleIds.editor };
    deepEqual(events, [{ type: 'service-account-created', createdBy: 'admin', data: fact, preData: null }]);
    const { secret: _shownOnce, ...token } = await issue(id);
    const { serviceAccounts, rootRoles } = (await app.admin.get(path)).body;
    deepEqual(
      serviceAccounts.find((account: { id: number }) => account.id === id),
      { ...answer?.body, tokens: [token] },
    );
    deepEqual(
      rootRoles.map((role: { name: string }) => role.name),
      ['Editor'],
    );
    deepEqual((await app.admin.get(`${path}/${id}/token`)).body, { pats: [token] });
  });

  it('derive a missing username from the name, and require one of them', async () => {
    const { body } = await app.admin.post(path, { name: ' Nächtlicher Lauf (Nr. 2) ', rootRole: 'Viewer' });
    deepEqual([body.username, body.rootRole], ['service-nachtlicher-lauf-nr-2', roleIds.viewer]);
    for (const input of [{}, { name: '' }, { name: '!!' }]) equal((await app.admin.post(path, { ...input, rootRole: 3 })).status, 400);
  });

  it('refuse a taken username with 409, and anything but a root role with 400', async () => {
    const { username } = await app.someone(roleIds.viewer);
    for (const taken of [username, (await create()).username]) {
      const { status, body } = await app.admin.post(path, { username: taken, rootRole: roleIds.viewer });
      deepEqual([status, body.name], [409, 'NameExistsError']);
    }
    equal((await app.admin.post(path, { username: 'x', rootRole: roleIds.owner })).status, 400);
    equal((await app.admin.post(path, { username: 'x' })).status, 400);
    const both = await Promise.all(['twin', 'twin'].map((twin) => app.admin.post(path, { username: twin, rootRole: 3 })));
    deepEqual(
      both.map(({ status }) => status).sort((one, other) => one - other),
      [201, 409],
    );
  });

  it('act in their own name with the current rights of their role', async () => {
    const { id, username, name } = await create(roleIds.viewer);
    const holder = app.holding('token', (await issue(id)).secret);
    equal((await holder.get('/api/admin/user')).body.user.accountType, 'Service Account');
    equal((await holder.get(path)).status, 403);
    const preData = { id, name, username, rootRole: roleIds.viewer };
    const data = { ...preData, name: 'Robot', rootRole: roleIds.admin };
    deepEqual(await eventsOf(() => app.admin.put(`${path}/${id}`, { name: 'Robot', rootRole: roleIds.admin })), [
      { type: 'service-account-updated', createdBy: 'admin', data, preData },
    ]);
    const [event] = await app.eventsOf('identity', () => holder.post(path, { username: `by-${username}`, rootRole: roleIds.viewer }));
    deepEqual([event?.type, event?.createdBy, event?.createdByUserId], ['service-account-created', username, id]);
    deepEqual(await eventsOf(() => app.admin.put(`${path}/${id}`, { name: 'Robot' })), []);
  });

  it('are not users: lists, login and paths of users exclude them', async () => {
    const { id, username } = await create();
    const { users } = (await app.admin.get('/api/admin/user-admin')).body;
    equal(
      users.some((user: { id: number }) => user.id === id),
      false,
    );
    deepEqual((await app.admin.get(`/api/admin/user-admin/search?q=${username}`)).body.users, []);
    equal((await app.as(null).post('/auth/simple/login', { username, password: 'x' })).status, 401);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 404);
    equal((await app.admin.post(`/api/admin/user-admin/${id}/change-password`, { password: 'Correct-horse-1' })).status, 404);
    const user = await app.someone(roleIds.viewer);
    for (const answer of [
      await app.admin.put(`${path}/${user.id}`, { name: 'x' }),
      await app.admin.delete(`${path}/${user.id}`),
      await app.admin.get(`${path}/${user.id}/token`),
      await app.admin.post(`${path}/${user.id}/token`, { description: 'x', expiresAt }),
    ])
      equal(answer.status, 404);
  });

  it('do not count as the last administrator', async () => {
    await create(roleIds.admin);
    equal((await app.admin.delete('/api/admin/user-admin/1')).status, 403);
  });

  it('lose a revoked token immediately, and only find their own tokens', async () => {
    const [{ id }, other] = [await create(), await create()];
    const token = await issue(id);
    ok(await isKnown(token.secret));
    equal((await app.admin.delete(`${path}/${other.id}/token/${token.id}`)).status, 404);
    const data = { id: token.id, description: 'deploys', userId: id, expiresAt, createdAt: token.createdAt };
    deepEqual(await eventsOf(() => app.admin.delete(`${path}/${id}/token/${token.id}`)), [
      { type: 'pat-deleted', createdBy: 'admin', data, preData: null },
    ]);
    equal(await isKnown(token.secret), false);
    equal((await app.admin.delete(`${path}/${id}/token/${token.id}`)).status, 404);
  });

  it('end with all their tokens, and free their username', async () => {
    const { id, username, name } = await create(roleIds.editor);
    const secrets = [(await issue(id, 'one')).secret, (await issue(id, 'two')).secret];
    deepEqual(await eventsOf(() => app.admin.delete(`${path}/${id}`)), [
      { type: 'service-account-deleted', createdBy: 'admin', data: null, preData: { id, name, username, rootRole: roleIds.editor } },
    ]);
    for (const secret of secrets) equal(await isKnown(secret), false);
    await eventually(() =>
      secrets.every((secret) => app.published.filter((each) => each.credentials.includes(hashSecret(secret))).length > 1),
    );
    equal((await app.admin.delete(`${path}/${id}`)).status, 404);
    equal((await app.admin.post(`${path}/${id}/token`, { description: 'x', expiresAt })).status, 404);
    equal((await app.admin.post(path, { username, rootRole: roleIds.viewer })).status, 201);
  });

  it('have at most ten tokens with unique descriptions', async () => {
    const { id } = await create();
    for (let number = 1; number <= 10; number += 1) await issue(id, `number ${number}`);
    const post = async (description: string) => (await app.admin.post(`${path}/${id}/token`, { description, expiresAt })).body.name;
    deepEqual([await post('number 1'), await post('number 11')], ['NameExistsError', 'OperationDeniedError']);
  });

  it('can be viewed and changed only by administrators', async () => {
    const { client } = await app.someone(roleIds.editor);
    for (const [caller, status] of [
      [client, 403],
      [app.as(null), 401],
    ] as const) {
      equal((await caller.get(path)).status, status);
      equal((await caller.post(path, { username: 'x', rootRole: 3 })).status, status);
    }
  });
});
