import { deepEqual, equal, ok } from 'node:assert/strict';
import { environmentCreated, environmentDeleted, environmentPermissions, fetchAccess, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const roles = '/api/admin/roles';
const environment = (name: string) => ({ name, type: 'test', enabled: true, protected: false, sortOrder: 9 });

describe('roles', () => {
  let app: IdentityApp;
  let count = 0;
  before(async () => {
    app = await startIdentity({ settings: { USER_CREATIONS_PER_MINUTE: '1000' } });
  });
  after(() => app.close());

  const named = (start = 'role') => `${start} ${(count += 1)}`;
  async function create(body: object = {}): Promise<{ id: number; name: string }> {
    const name = named();
    const answer = await app.admin.post(roles, { name, ...body });
    equal(answer.status, 200, JSON.stringify(answer.body));
    return { id: answer.body.roles.id, name };
  }
  const names = (permissions: { name: string; environment?: string }[]) =>
    permissions.map((permission) => [permission.name, ...(permission.environment ? [permission.environment] : [])]);

  it('include seven predefined ones, readable with READ_ROLE', async () => {
    const { id } = await create({ type: 'root-custom', permissions: [{ name: 'READ_ROLE' }] });
    const { client } = await app.someone(id);
    const { status, body } = await client.get(roles);
    deepEqual([status, body.version], [200, 1]);
    deepEqual(
      body.roles.slice(0, 7).map((role: { id: number; type: string; name: string }) => [role.id, role.type, role.name]),
      [
        [1, 'root', 'Admin'],
        [2, 'root', 'Editor'],
        [3, 'root', 'Viewer'],
        [4, 'project', 'Owner'],
        [5, 'project', 'Member'],
        [6, 'project', 'Change request approver'],
        [7, 'project', 'Change request applier'],
      ],
    );
    equal((await client.get(`${roles}/${roleIds.owner}`)).body.name, 'Owner');
    deepEqual(names((await client.get(`${roles}/${roleIds.approver}`)).body.permissions), [['APPROVE_CHANGE_REQUEST']]);
    equal((await client.post(roles, { name: named() })).status, 403);
    equal((await (await app.someone(roleIds.editor)).client.get(roles)).status, 403);
  });

  it('are created with permissions by name or number, without duplicates, and emit role-created', async () => {
    const all = (await app.admin.get('/api/admin/permissions')).body.permissions;
    const { id: number } = all.project.find(({ name }: { name: string }) => name === 'UPDATE_FEATURE');
    const permissions = [
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
      { id: number },
      { name: 'UPDATE_FEATURE', environment: null },
      { name: 'UPDATE_FEATURE_STRATEGY' },
    ];
    const name = named();
    let answer;
    const events = await app.eventsOf('identity', async () => {
      answer = await app.admin.post(roles, { name, description: 'Works', permissions });
    });
    const { status, body } = answer as unknown as Awaited<ReturnType<typeof app.admin.post>>;
    const { permissions: given, ...role } = body.roles;
    equal(status, 200);
    ok(role.id >= 100);
    deepEqual(role, { id: role.id, type: 'custom', name, description: 'Works' });
    deepEqual(names(given), [['UPDATE_FEATURE_ENVIRONMENT', 'production'], ['UPDATE_FEATURE'], ['UPDATE_FEATURE_STRATEGY']]);
    deepEqual((await app.admin.get(`${roles}/${role.id}`)).body, body.roles);
    const data = {
      ...role,
      permissions: [
        { name: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' },
        { name: 'UPDATE_FEATURE' },
        { name: 'UPDATE_FEATURE_STRATEGY' },
      ],
    };
    deepEqual(
      events.map((event) => [event.type, event.data, event.preData]),
      [['role-created', data, null]],
    );
  });

  for (const [what, body, status, name] of [
    ['an unknown permission', { permissions: [{ name: 'FLY' }] }, 400, 'BadDataError'],
    ['an unknown number', { permissions: [{ id: 0 }] }, 400, 'BadDataError'],
    ['an unknown environment', { permissions: [{ name: 'UPDATE_FEATURE_STRATEGY', environment: 'moon' }] }, 400, 'BadDataError'],
    [
      'an environment for a project permission',
      { permissions: [{ name: 'UPDATE_FEATURE', environment: 'production' }] },
      400,
      'BadDataError',
    ],
    ['a root permission in a project role', { permissions: [{ name: 'CREATE_PROJECT' }] }, 400, 'BadDataError'],
    ['a project permission in a root role', { type: 'root-custom', permissions: [{ name: 'UPDATE_FEATURE' }] }, 400, 'BadDataError'],
    ['ADMIN in a custom role', { type: 'root-custom', permissions: [{ name: 'ADMIN' }] }, 400, 'BadDataError'],
    ['a predefined type', { type: 'root' }, 400, 'ValidationError'],
    ['a blank name', { name: ' ' }, 400, 'ValidationError'],
    ['the name of a predefined role', { name: 'Owner' }, 409, 'NameExistsError'],
  ] as const) {
    it(`refuse ${what} with ${status} on creation and validation`, async () => {
      const events = await app.eventsOf('identity', async () => {
        for (const path of [roles, `${roles}/validate`]) {
          const answer = await app.admin.post(path, { name: named(), ...body });
          deepEqual([answer.status, answer.body.name], [status, name], JSON.stringify(answer.body));
        }
      });
      deepEqual(events, []);
    });
  }

  it('are created once for concurrent requests with the same name', async () => {
    const name = named();
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => app.admin.post(roles, { name })))).map(({ status }) => status);
    deepEqual(
      statuses.sort((one, other) => one - other),
      [200, 409, 409, 409],
    );
  });

  it('are validated without being created', async () => {
    const name = named();
    const permissions = [{ name: 'APPLY_CHANGE_REQUEST', environment: 'production' }];
    const { status, body } = await app.admin.post(`${roles}/validate`, { name, permissions: [...permissions, ...permissions] });
    deepEqual([status, body], [200, { name, description: '', type: 'custom', permissions }]);
    equal((await app.admin.post(roles, { name })).status, 200);
  });

  it('change, keep omitted properties, and emit role-updated with both versions', async () => {
    const { id, name } = await create({ description: 'old', permissions: [{ name: 'UPDATE_FEATURE' }] });
    const events = await app.eventsOf('identity', async () => {
      const { status, body } = await app.admin.put(`${roles}/${id}`, { name, permissions: [{ name: 'DELETE_FEATURE' }] });
      deepEqual([status, body.roles.description, names(body.roles.permissions)], [200, 'old', [['DELETE_FEATURE']]]);
      equal((await app.admin.put(`${roles}/${id}`, { name })).status, 200);
    });
    const fact = { id, name, type: 'custom', description: 'old' };
    deepEqual(
      events.map(({ type, data, preData }) => [type, data, preData]),
      [['role-updated', { ...fact, permissions: [{ name: 'DELETE_FEATURE' }] }, { ...fact, permissions: [{ name: 'UPDATE_FEATURE' }] }]],
    );
  });

  it('cannot change if predefined, are 404 if unknown, and have unique names', async () => {
    const { id, name } = await create();
    const other = await create();
    for (const role of [roleIds.admin, roleIds.owner]) {
      for (const { status, body } of [await app.admin.put(`${roles}/${role}`, { name: 'x' }), await app.admin.delete(`${roles}/${role}`)])
        deepEqual([status, body.name], [403, 'InvalidOperationError']);
    }
    for (const { status } of [
      await app.admin.get(`${roles}/4711`),
      await app.admin.put(`${roles}/4711`, { name: 'x' }),
      await app.admin.delete(`${roles}/4711`),
    ])
      equal(status, 404);
    equal((await app.admin.get(`${roles}/nothing`)).status, 400);
    equal((await app.admin.put(`${roles}/${id}`, { name: other.name })).body.name, 'NameExistsError');
    equal((await app.admin.put(`${roles}/${id}`, { name, type: 'root-custom' })).body.name, 'BadDataError');
  });

  it('cannot be deleted while assigned, then emit role-deleted, and their ids are never reused', async () => {
    const { id } = await create({ type: 'root-custom' });
    const { id: user } = await app.someone(id);
    const refused = await app.admin.delete(`${roles}/${id}`);
    deepEqual([refused.status, refused.body.name], [400, 'RoleInUseError']);
    ok(refused.body.message.includes('1 user and 0 groups'));
    equal((await app.admin.put(`/api/admin/user-admin/${user}`, { rootRole: roleIds.viewer })).status, 200);
    const events = await app.eventsOf('identity', async () => {
      equal((await app.admin.delete(`${roles}/${id}`)).status, 200);
    });
    deepEqual(
      events.map(({ type, preData }) => [type, (preData as { id: number }).id]),
      [['role-deleted', id]],
    );
    equal((await app.admin.get(`${roles}/${id}`)).status, 404);
    ok((await create()).id > id);
  });

  it('take effect immediately for their users', async () => {
    const { id, name } = await create({ type: 'root-custom' });
    const { client, id: user } = await app.someone(id);
    const tokens = '/api/admin/api-tokens';
    const token = { tokenName: 'x', type: 'client', environment: 'development', projects: ['default'] };
    equal((await client.post(tokens, token)).status, 403);
    await app.admin.put(`${roles}/${id}`, { name, permissions: [{ name: 'CREATE_CLIENT_API_TOKEN' }] });
    await eventually(() => app.published.some(({ users }) => users.includes(user)));
    await eventually(async () => equal((await client.post(tokens, token)).status, 201));
    await app.admin.put(`${roles}/${id}`, { name, permissions: [] });
    await eventually(async () => equal((await client.post(tokens, token)).status, 403));
  });

  it('can be root roles of users if they apply to the instance, and appear in lists of users', async () => {
    const [root, project] = [await create({ type: 'root-custom' }), await create()];
    const made = await app.admin.post('/api/admin/user-admin', { username: named('user-'), rootRole: root.name });
    deepEqual([made.status, made.body.rootRole], [201, root.id], JSON.stringify(made.body));
    equal((await app.admin.post('/api/admin/user-admin', { username: named('user-'), rootRole: project.id })).status, 400);
    const { rootRoles } = (await app.admin.get('/api/admin/user-admin')).body;
    deepEqual(
      [root, project].map(({ id }) => rootRoles.some((role: { id: number }) => role.id === id)),
      [true, false],
    );
    const { client } = await app.someone(root.id);
    equal((await client.get('/api/admin/user/profile')).body.rootRole.name, root.name);
  });

  it('lose the permissions of a deleted environment, so that a new one of the same name gets none', async () => {
    await app.publishFromToggles(environmentCreated, { environment: 'fleeting', data: environment('fleeting') });
    const permissions = [{ name: 'UPDATE_FEATURE_STRATEGY', environment: 'fleeting' }, { name: 'UPDATE_FEATURE' }];
    const { id } = await eventually(() => create({ permissions }));
    const events = await app.eventsOf('identity', async () => {
      await app.publishFromToggles(environmentDeleted, { environment: 'fleeting', preData: environment('fleeting') });
      await eventually(async () => deepEqual(names((await app.admin.get(`${roles}/${id}`)).body.permissions), [['UPDATE_FEATURE']]));
    });
    ok(events.some(({ type, createdBy }) => type === 'role-updated' && createdBy === 'signalbox'));
  });

  it('get the permissions of the original in a copied environment if requested', async () => {
    await app.publishFromToggles(environmentCreated, { environment: 'first', data: environment('first') });
    const permissions = [{ name: 'UPDATE_FEATURE_STRATEGY', environment: 'first' }];
    const { id } = await eventually(() => create({ permissions }));
    await app.publishFromToggles(environmentCreated, { environment: 'plain', data: environment('plain') });
    const data = { ...environment('copy'), permissionsFrom: 'first' };
    const events = await app.eventsOf('identity', async () => {
      await app.publishFromToggles(environmentCreated, { environment: 'copy', data });
      await eventually(async () => {
        const { body } = await app.admin.get(`${roles}/${id}`);
        deepEqual(names(body.permissions), [
          ['UPDATE_FEATURE_STRATEGY', 'first'],
          ['UPDATE_FEATURE_STRATEGY', 'copy'],
        ]);
      });
    });
    equal(events.filter(({ type }) => type === 'role-updated').length, 1);
  });

  it('are part of the access state with their rights', async () => {
    const { id, name } = await create({ permissions: [{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }] });
    const state = await app.host.ask(fetchAccess, {});
    deepEqual(
      state.roles.find((role) => role.id === id),
      { id, type: 'custom', name, rights: [{ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }] },
    );
  });

  it('list all permissions, with environment permissions once per environment', async () => {
    const { status, body } = await (await app.someone(roleIds.viewer)).client.get('/api/admin/permissions');
    equal(status, 200);
    const production = body.permissions.environments.find(({ name }: { name: string }) => name === 'production');
    deepEqual(
      production.permissions.map((permission: { name: string; environment: string }) => [permission.name, permission.environment]),
      environmentPermissions.map((name) => [name, 'production']),
    );
    deepEqual(body.permissions.root[0], { id: 1, name: 'ADMIN', displayName: 'Admin', type: 'root' });
    equal((await app.as(null).get('/api/admin/permissions')).status, 401);
  });
});
