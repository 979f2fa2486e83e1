import { deepEqual, equal, ok } from 'node:assert/strict';
import { fetchAccess, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { User } from '../../user/user.ts';

const begunAt = Date.now();

const groups = '/api/admin/groups';
const tokens = '/api/admin/api-tokens';
const members = (...ids: number[]) => ids.map((id) => ({ user: { id } }));

describe('groups', () => {
  let app: IdentityApp;
  let count = 0;
  before(async () => {
    app = await startIdentity({ settings: { USER_CREATIONS_PER_MINUTE: '1000' } });
  });
  after(() => app.close());

  const named = () => `group ${(count += 1)}`;
  async function create(body: object = {}): Promise<{ id: number; name: string }> {
    const name = named();
    const answer = await app.admin.post(groups, { name, ...body });
    equal(answer.status, 201, JSON.stringify(answer.body));
    return { id: answer.body.id, name };
  }
  const fact = (id: number, name: string, more: object = {}) => ({
    id,
    name,
    description: null,
    mappingsSSO: [],
    rootRole: null,
    users: [],
    ...more,
  });

  it('are listed with the number of their users and the first hundred, while a single group includes all', async () => {
    const count = 103;
    const usernames = Array.from({ length: count }, (_, index) => `crowd-${index}`);
    const ids: number[] = [];
    for (const username of usernames)
      ids.push((await app.admin.post('/api/admin/user-admin', { username, rootRole: roleIds.viewer, sendEmail: false })).body.id);
    const { id } = await create({ users: members(...ids) });
    const { id: small } = await create({ users: members(ids[0] as number) });
    const { body } = await app.admin.get(groups);
    const listed = (groupId: number) => body.groups.find((group: { id: number }) => group.id === groupId);
    const idsOf = (group: { users: { user: { id: number } }[] }) => group.users.map(({ user }) => user.id);
    deepEqual([listed(id).userCount, idsOf(listed(id))], [count, ids.slice(0, 100)]);
    deepEqual([listed(small).userCount, idsOf(listed(small))], [1, ids.slice(0, 1)]);
    deepEqual(listed(small), (await app.admin.get(`${groups}/${small}`)).body);
    deepEqual(idsOf((await app.admin.get(`${groups}/${id}`)).body), ids);
  });

  it('are created with users, a root role and mappings, and emit group-created', async () => {
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const name = named();
    const input = { name, description: 'All', mappingsSSO: ['crew', 'crew', 'staff'], rootRole: roleIds.editor };
    let answer;
    const events = await app.eventsOf('identity', async () => {
      answer = await app.admin.post(groups, { ...input, users: members(other.id, one.id, one.id) });
    });
    const { status, body } = answer as unknown as Awaited<ReturnType<typeof app.admin.post>>;
    const { id, createdAt, users, ...rest } = body;
    equal(status, 201);
    ok(Date.parse(createdAt) >= begunAt);
    deepEqual(rest, { ...input, mappingsSSO: ['crew', 'staff'], createdBy: 'admin', projects: [], userCount: 2 });
    deepEqual(
      users.map(({ createdBy, user }: { createdBy: string; user: { id: number; email: string } }) => [createdBy, user.id, user.email]),
      [one, other].map((user) => ['admin', user.id, `${user.username}@signalbox.example`]),
    );
    const data = fact(id, name, { description: 'All', mappingsSSO: ['crew', 'staff'], rootRole: 2, users: [one.id, other.id] });
    deepEqual(
      events.map((event) => [event.type, event.data, event.preData]),
      [['group-created', data, null]],
    );
    deepEqual((await app.admin.get(`${groups}/${id}`)).body, body);
    const listed = (await app.admin.get(groups)).body.groups;
    deepEqual(
      listed.find((group: { id: number }) => group.id === id),
      body,
    );
    const { body: candidates } = await one.client.get('/api/admin/user-admin/access');
    deepEqual(
      candidates.groups.find((group: { id: number }) => group.id === id),
      { id, name, description: 'All', rootRole: roleIds.editor, userCount: 2 },
    );
  });

  for (const [what, body, name] of [
    ['no name', { name: '' }, 'ValidationError'],
    ['a blank name', { name: '  ' }, 'ValidationError'],
    ['an unknown root role', { rootRole: 4711 }, 'BadDataError'],
    ['a project role as the root role', { rootRole: roleIds.owner }, 'BadDataError'],
    ['an unknown user', { users: members(4711) }, 'BadDataError'],
  ] as const) {
    it(`refuse ${what} with 400, and emit nothing`, async () => {
      const { id } = await create();
      const events = await app.eventsOf('identity', async () => {
        for (const answer of [
          await app.admin.post(groups, { name: named(), ...body }),
          await app.admin.put(`${groups}/${id}`, { name: named(), ...body }),
        ])
          deepEqual([answer.status, answer.body.name], [400, name], JSON.stringify(answer.body));
      });
      deepEqual(events, []);
    });
  }

  it('have unique names, even under concurrent requests', async () => {
    const name = named();
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => app.admin.post(groups, { name })))).map(({ status }) => status);
    deepEqual(
      statuses.sort((one, other) => one - other),
      [201, 409, 409, 409],
    );
    const { id } = await create();
    equal((await app.admin.put(`${groups}/${id}`, { name })).body.name, 'NameExistsError');
  });

  it('are 404 if unknown, and visible to administrators only', async () => {
    for (const { status } of [
      await app.admin.get(`${groups}/4711`),
      await app.admin.put(`${groups}/4711`, { name: 'x' }),
      await app.admin.delete(`${groups}/4711`),
    ])
      equal(status, 404);
    for (const id of ['nothing', '0x1', '1e0', '%201', '01', '1.5', 'true']) {
      const { status, body } = await app.admin.get(`${groups}/${id}`);
      deepEqual([status, body.name, body.details[0].path], [400, 'ValidationError', 'groupId'], id);
    }
    const { client } = await app.someone(roleIds.editor);
    for (const { status } of [await client.get(groups), await client.post(groups, { name: 'x' }), await client.delete(`${groups}/1`)])
      equal(status, 403);
  });

  it('change, keep omitted properties and dates of joining, and emit group-updated with both versions', async () => {
    const [stays, goes, comes] = [await app.someone(3), await app.someone(3), await app.someone(3)];
    const { id, name } = await create({ description: 'old', mappingsSSO: ['crew'], users: members(stays.id, goes.id) });
    const joinedOf = async (user: number) =>
      (await app.admin.get(`${groups}/${id}`)).body.users.find((member: { user: { id: number } }) => member.user.id === user)?.joinedAt;
    const joined = await joinedOf(stays.id);
    const events = await app.eventsOf('identity', async () => {
      equal((await app.admin.put(`${groups}/${id}`, { name, users: members(stays.id, comes.id), description: null })).status, 200);
      equal((await app.admin.put(`${groups}/${id}`, { name })).body.userCount, 2);
    });
    const old = fact(id, name, { description: 'old', mappingsSSO: ['crew'], users: [stays.id, goes.id] });
    deepEqual(
      events.map(({ type, data, preData }) => [type, data, preData]),
      [['group-updated', { ...old, description: null, users: [stays.id, comes.id] }, old]],
    );
    deepEqual([await joinedOf(stays.id), await joinedOf(goes.id)], [joined, undefined]);
  });

  it('give their root role to current members only', async () => {
    const { client, id: user } = await app.someone(roleIds.viewer);
    const { body: role } = await app.admin.post('/api/admin/roles', {
      name: `issues tokens ${named()}`,
      type: 'root-custom',
      permissions: [{ name: 'CREATE_CLIENT_API_TOKEN' }],
    });
    const { id, name } = await create({ rootRole: role.roles.id });
    const token = { tokenName: 'x', type: 'client', environment: 'development', projects: ['default'] };
    const may = async () => (await client.post(tokens, token)).status;
    const becomes = (status: number) => eventually(async () => equal(await may(), status));
    await becomes(403);
    for (const end of [
      () => app.admin.put(`${groups}/${id}`, { name, users: [] }),
      () => app.admin.put(`${groups}/${id}`, { name, rootRole: null }),
      () => app.admin.delete(`${groups}/${id}`),
    ]) {
      equal((await app.admin.put(`${groups}/${id}`, { name, rootRole: role.roles.id, users: members(user) })).status, 200);
      await becomes(201);
      deepEqual((await client.get('/api/admin/user/profile')).body.groups, [name]);
      equal((await end()).status, 200);
      await becomes(403);
    }
  });

  it('raise the access version of users who join or leave, and of all members when the root role changes', async () => {
    const [staying, leaving, joining] = [
      await app.someone(roleIds.viewer),
      await app.someone(roleIds.viewer),
      await app.someone(roleIds.viewer),
    ];
    const { id, name } = await create({ users: members(staying.id, leaving.id) });
    const versions = async () => {
      const users = [staying.id, leaving.id, joining.id];
      const rows = await app
        .store('identity')
        .reader()
        .find(User, { id: { $in: users } }, { orderBy: { id: 'asc' } });
      return rows.map(({ accessVersion }) => accessVersion);
    };
    const raisedBy = async (body: object) => {
      const before = await versions();
      equal((await app.admin.put(`${groups}/${id}`, { name, ...body })).status, 200);
      return (await versions()).map((version, index) => version > (before[index] ?? 0));
    };
    deepEqual(await raisedBy({ users: members(staying.id, joining.id) }), [false, true, true]);
    deepEqual(await raisedBy({ rootRole: roleIds.editor }), [true, false, true]);
    deepEqual(await raisedBy({ description: 'x' }), [false, false, false]);
  });

  it('keep the root role of other groups, and roles in projects, when they get one or lose it', async () => {
    const grants = '/api/admin/projects/default/access';
    const { id: other } = await create({ rootRole: roleIds.editor });
    equal((await app.admin.post(grants, { roles: [roleIds.member], groups: [other], users: [] })).status, 200);
    const { id, name } = await create({ rootRole: roleIds.editor });
    equal((await app.admin.put(`${groups}/${id}`, { name, rootRole: null })).status, 200);
    equal((await app.admin.get(`${groups}/${other}`)).body.rootRole, roleIds.editor);
    deepEqual(
      (await app.admin.get(grants)).body.groups.map((group: { id: number; roles: number[] }) => [group.id, group.roles]),
      [[other, [roleIds.member]]],
    );
  });

  it('prevent the deletion of their root role', async () => {
    const { body } = await app.admin.post('/api/admin/roles', { name: named(), type: 'root-custom' });
    const { id } = await create({ rootRole: body.roles.id });
    const refused = await app.admin.delete(`/api/admin/roles/${body.roles.id}`);
    ok(refused.body.message.includes('0 users and 1 group.'), refused.body.message);
    await app.admin.delete(`${groups}/${id}`);
    equal((await app.admin.delete(`/api/admin/roles/${body.roles.id}`)).status, 200);
  });

  it('are deleted with their grants, and emit group-deleted', async () => {
    const { id: user } = await app.someone(roleIds.viewer);
    const { id, name } = await create({ users: members(user), rootRole: roleIds.editor });
    const events = await app.eventsOf('identity', async () => {
      equal((await app.admin.delete(`${groups}/${id}`)).status, 200);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, data, preData]),
      [['group-deleted', null, fact(id, name, { users: [user], rootRole: roleIds.editor })]],
    );
    equal((await app.admin.get(`${groups}/${id}`)).status, 404);
    equal(
      (await app.host.ask(fetchAccess, {})).grants.some(({ group }) => group === id),
      false,
    );
    ok(app.published.some(({ users }) => users.includes(user)));
  });

  it('lose deleted users', async () => {
    const { id: user } = await app.someone(roleIds.viewer);
    const { id } = await create({ users: members(user) });
    await app.admin.delete(`/api/admin/user-admin/${user}`);
    deepEqual((await app.admin.get(`${groups}/${id}`)).body.users, []);
    equal((await app.admin.put(`${groups}/${id}`, { name: named(), users: members(user) })).status, 400);
  });
});
