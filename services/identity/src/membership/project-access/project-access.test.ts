import { deepEqual, equal, ok } from 'node:assert/strict';
import { projectCreated, projectDeleted, roleIds } from '@signalbox/contracts';
import { type Client, eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../../identity-app.fixture.ts';
import { User } from '../../user/user.ts';

const { owner, member, viewer } = roleIds;

describe('project access', () => {
  let app: IdentityApp;
  let count = 0;
  before(async () => {
    app = await startIdentity({ settings: { USER_CREATIONS_PER_MINUTE: '1000' } });
  });
  after(() => app.close());

  const at = (project: string) => `/api/admin/projects/${project}`;
  /** Creates a project with an owner who is logged in. */
  async function someProject(mode: 'open' | 'private' | 'protected' = 'open') {
    const project = `shop-${(count += 1)}`;
    const creator = await app.someone(viewer);
    await app.publishFromToggles(projectCreated, {
      project,
      data: { ...projectFact(project), mode },
      createdByUserId: creator.id,
    });
    await eventually(async () => equal((await creator.client.get(`${at(project)}/access`)).body?.users?.length, 1));
    return { project, creator };
  }
  async function someGroup(...users: number[]): Promise<number> {
    const input = { name: `crew ${(count += 1)}`, users: users.map((id) => ({ user: { id } })) };
    return (await app.admin.post('/api/admin/groups', input)).body.id;
  }
  async function someRole(permissions: object[]): Promise<number> {
    return (await app.admin.post('/api/admin/roles', { name: `role ${(count += 1)}`, permissions })).body.roles.id;
  }
  /** All users and groups with their roles. */
  async function rolesIn(project: string) {
    const { body } = await app.admin.get(`${at(project)}/access`);
    const withRoles = (holders: { id: number; roles: number[] }[]) => holders.map(({ id, roles }) => [id, ...roles]);
    return { users: withRoles(body.users), groups: withRoles(body.groups) };
  }
  const changes = async (work: () => Promise<unknown>) =>
    (await app.eventsOf('identity', async () => void (await work()))).map(({ type, project, data, preData }) => ({
      type,
      project,
      data,
      preData,
    }));
  const succeeds = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    equal(status, 200, JSON.stringify(body));
  };
  const refuses = async (answer: Promise<{ status: number; body: { name: string } }>, status: number, name: string) => {
    const { status: given, body } = await answer;
    deepEqual([given, body.name], [status, name], JSON.stringify(body));
  };

  it('shows users and groups with their roles, and all project roles', async () => {
    const { project, creator } = await someProject();
    const group = await someGroup(creator.id);
    const role = await someRole([{ name: 'UPDATE_FEATURE' }]);
    await succeeds(app.admin.post(`${at(project)}/access`, { roles: [member, role], groups: [group], users: [] }));
    const { status, body } = await creator.client.get(`${at(project)}/access`);
    equal(status, 200);
    const [user] = body.users;
    const { addedAt, imageUrl, ...rest } = user;
    ok(addedAt && imageUrl);
    deepEqual(rest, {
      id: creator.id,
      isAPI: false,
      name: 'user-1',
      username: creator.username,
      email: `${creator.username}@signalbox.example`,
      roleId: owner,
      roles: [owner],
    });
    const [{ users, ...given }] = body.groups;
    deepEqual([given.id, given.roleId, given.roles, given.projects, users.length], [group, member, [member, role], [project], 1]);
    deepEqual(
      body.roles.filter(({ id }: { id: number }) => id < 100 || id === role).map(({ id }: { id: number }) => id),
      [owner, member, roleIds.approver, roleIds.applier, role],
    );
    deepEqual((await creator.client.get(`${at(project)}/users`)).body, { users: body.users, roles: body.roles });
  });

  it('raises the access version of the members of a group that gets or loses a role', async () => {
    const { project, creator } = await someProject();
    const { id } = await app.someone(viewer);
    const { id: outsider } = await app.someone(viewer);
    const group = await someGroup(id);
    const versionOf = async (user: number) => (await app.store('identity').reader().findOneOrFail(User, { id: user })).accessVersion;
    const before = [await versionOf(id), await versionOf(outsider)] as const;
    await succeeds(creator.client.put(`${at(project)}/groups/${group}/roles`, { roles: [member] }));
    const given = await versionOf(id);
    await succeeds(creator.client.put(`${at(project)}/groups/${group}/roles`, { roles: [] }));
    ok(given > before[0]);
    ok((await versionOf(id)) > given);
    equal(await versionOf(outsider), before[1]);
  });

  it('grants each role to users and groups, keeps existing ones, and emits project-access-added', async () => {
    const { project, creator } = await someProject();
    const [one, group] = [(await app.someone(viewer)).id, await someGroup()];
    const given = { roles: [owner, member], users: [creator.id, one], groups: [group] };
    const events = await changes(async () => {
      await succeeds(creator.client.post(`${at(project)}/access`, given));
      await succeeds(creator.client.post(`${at(project)}/access`, given));
    });
    const data = {
      roles: [
        { roleId: owner, groupIds: [group], userIds: [one] },
        { roleId: member, groupIds: [group], userIds: [creator.id, one] },
      ],
    };
    deepEqual(events, [{ type: 'project-access-added', project, data, preData: null }]);
    deepEqual(await rolesIn(project), {
      users: [
        [creator.id, owner, member],
        [one, owner, member],
      ],
      groups: [[group, owner, member]],
    });
  });

  it('is replaced completely, with project-access-updated', async () => {
    const { project, creator } = await someProject();
    const [one, group] = [(await app.someone(viewer)).id, await someGroup()];
    const roles = [
      { id: owner, users: [one] },
      { id: member, groups: [group, group] },
    ];
    const events = await changes(async () => {
      await succeeds(app.admin.put(`${at(project)}/access`, { roles }));
      await succeeds(app.admin.put(`${at(project)}/access`, { roles }));
    });
    const [data, preData] = [
      {
        roles: [
          { roleId: owner, groupIds: [], userIds: [one] },
          { roleId: member, groupIds: [group], userIds: [] },
        ],
      },
      { roles: [{ roleId: owner, groupIds: [], userIds: [creator.id] }] },
    ];
    deepEqual(events, [{ type: 'project-access-updated', project, data, preData }]);
    deepEqual(await rolesIn(project), { users: [[one, owner]], groups: [[group, member]] });
  });

  it('is set and removed for one user and one group, with separate events', async () => {
    const { project, creator } = await someProject();
    const [userId, groupId] = [(await app.someone(viewer)).id, await someGroup()];
    const [user, group] = [`${at(project)}/users/${userId}/roles`, `${at(project)}/groups/${groupId}/roles`];
    const events = await changes(async () => {
      for (const path of [user, group]) {
        await succeeds(creator.client.put(path, { roles: [member, member] }));
        await succeeds(creator.client.put(path, { roles: [owner] }));
        await succeeds(creator.client.delete(path));
        await succeeds(creator.client.delete(path));
      }
    });
    const kinds = [
      ['user', { userId }],
      ['group', { groupId }],
    ] as const;
    const expected = kinds.flatMap(([kind, holder]) => [
      { type: `project-access-${kind}-roles-updated`, project, data: { ...holder, roles: [member] }, preData: { ...holder, roles: [] } },
      {
        type: `project-access-${kind}-roles-updated`,
        project,
        data: { ...holder, roles: [owner] },
        preData: { ...holder, roles: [member] },
      },
      { type: `project-access-${kind}-roles-deleted`, project, data: null, preData: { ...holder, roles: [owner] } },
    ]);
    deepEqual(events, expected);
  });

  it('is granted and removed one role at a time by the deprecated routes', async () => {
    const { project, creator } = await someProject();
    const [user, groupId] = [await app.someone(viewer), await someGroup()];
    const events = await changes(async () => {
      for (const path of [`${at(project)}/users/${user.id}/roles`, `${at(project)}/groups/${groupId}/roles`]) {
        await refuses(creator.client.put(`${path}/${member}`, {}), 404, 'NotFoundError');
        await succeeds(creator.client.post(`${path}/${member}`, {}));
        await succeeds(creator.client.put(`${path}/${owner}`, {}));
        await succeeds(creator.client.delete(`${path}/${member}`));
        await succeeds(creator.client.delete(`${path}/${owner}`));
      }
      await succeeds(creator.client.post(`${at(project)}/role/${member}/access`, { users: [user.id], groups: [groupId] }));
    });
    const email = `${user.username}@signalbox.example`;
    const ofUser = (roleId: number, roleName: string) => ({ userId: user.id, roleId, roleName, email });
    const ofGroup = (roleId: number, roleName: string) => ({ groupId, roleId, roleName });
    const expected = (
      [
        ['user', ofUser],
        ['group', ofGroup],
      ] as const
    ).flatMap(([kind, of]) => [
      { type: `project-${kind}-added`, project, data: of(member, 'Member'), preData: null },
      { type: `project-${kind}-role-changed`, project, data: of(owner, 'Owner'), preData: of(member, 'Member') },
      { type: `project-${kind}-removed`, project, data: null, preData: of(owner, 'Owner') },
    ]);
    const added = { roles: [{ roleId: member, groupIds: [groupId], userIds: [user.id] }] };
    deepEqual(events, [...expected, { type: 'project-access-added', project, data: added, preData: null }]);
  });

  it('is refused for root roles and unknown roles, users, groups and projects, without an event', async () => {
    const { project } = await someProject();
    const access = `${at(project)}/access`;
    const events = await changes(async () => {
      await refuses(app.admin.post(access, { roles: [member], users: [4711] }), 404, 'NotFoundError');
      await refuses(app.admin.post(access, { roles: [member], groups: [4711] }), 404, 'NotFoundError');
      for (const role of [4711, roleIds.editor, roleIds.admin])
        await refuses(app.admin.post(access, { roles: [role], users: [1] }), 400, 'BadDataError');
      await refuses(app.admin.post(access, { roles: [], users: [1] }), 400, 'ValidationError');
      await refuses(app.admin.put(`${at('nowhere')}/access`, { roles: [] }), 404, 'NotFoundError');
      await refuses(app.admin.get(`${at('nowhere')}/access`), 404, 'NotFoundError');
    });
    deepEqual(events, []);
  });

  it('keeps the last owner of a project, who may be a group', async () => {
    const { project, creator } = await someProject();
    const ofCreator = `${at(project)}/users/${creator.id}/roles`;
    const refuse = (answer: ReturnType<Client['put']>) => refuses(answer, 409, 'ProjectWithoutOwnerError');
    const events = await changes(async () => {
      await refuse(app.admin.delete(ofCreator));
      await refuse(app.admin.put(ofCreator, { roles: [member] }));
      await refuse(app.admin.put(`${at(project)}/access`, { roles: [{ id: member, users: [creator.id] }] }));
      await refuse(app.admin.delete(`${ofCreator}/${owner}`));
      await refuse(app.admin.put(`${ofCreator}/${member}`, {}));
    });
    deepEqual(events, []);
    const group = await someGroup();
    await succeeds(app.admin.put(`${at(project)}/groups/${group}/roles`, { roles: [owner] }));
    await succeeds(app.admin.delete(ofCreator));
    await refuse(app.admin.delete(`${at(project)}/groups/${group}/roles`));
    deepEqual(await rolesIn(project), { users: [], groups: [[group, owner]] });
  });

  it('keeps one owner when all are removed at once', async () => {
    const { project, creator } = await someProject();
    const others = [await app.someone(viewer), await app.someone(viewer), await app.someone(viewer)];
    const owners = [creator.id, ...others.map(({ id }) => id)];
    for (let round = 0; round < 5; round += 1) {
      await succeeds(app.admin.put(`${at(project)}/access`, { roles: [{ id: owner, users: owners }] }));
      const answers = await Promise.all(owners.map((id) => app.admin.delete(`${at(project)}/users/${id}/roles`)));
      deepEqual(
        answers.map(({ status }) => status).sort((one, other) => one - other),
        [200, 200, 200, 409],
      );
      equal((await rolesIn(project)).users.length, 1);
    }
  });

  it('is granted only by users who may change the project', async () => {
    const { project, creator } = await someProject();
    const [{ id, client }, elsewhere] = [await app.someone(viewer), await someProject()];
    await succeeds(creator.client.put(`${at(project)}/users/${id}/roles`, { roles: [member] }));
    for (const other of [client, elsewhere.creator.client]) {
      await refuses(other.put(`${at(project)}/users/${id}/roles`, { roles: [owner] }), 403, 'NoAccessError');
      await refuses(other.post(`${at(project)}/access`, { roles: [owner], users: [id] }), 403, 'NoAccessError');
      await refuses(other.put(`${at(project)}/access`, { roles: [] }), 403, 'NoAccessError');
    }
  });

  it('grants no permission that the granter lacks, in any environment that it applies to', async () => {
    const { project, creator } = await someProject();
    const { id } = await app.someone(viewer);
    const path = `${at(project)}/users/${id}/roles`;
    const [skips, production, everywhere] = [
      await someRole([{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }]),
      await someRole([{ name: 'APPROVE_CHANGE_REQUEST', environment: 'production' }]),
      await someRole([{ name: 'APPROVE_CHANGE_REQUEST' }]),
    ];
    for (const role of [roleIds.approver, roleIds.applier, skips, production, everywhere]) {
      const { status, body } = await creator.client.put(path, { roles: [role] });
      deepEqual([status, body.name, body.permissions.length], [403, 'NoAccessError', 1]);
    }
    await succeeds(app.admin.put(`${at(project)}/users/${creator.id}/roles`, { roles: [owner, production] }));
    await eventually(() => succeeds(creator.client.put(path, { roles: [production] })));
    await refuses(creator.client.put(path, { roles: [everywhere] }), 403, 'NoAccessError');
    await succeeds(app.admin.put(path, { roles: [everywhere, skips] }));
    // Existing grants are not checked again, and may be removed.
    await succeeds(creator.client.put(path, { roles: [everywhere, member] }));
  });

  it('takes effect immediately for users and members of groups, and ends immediately', async () => {
    const { project } = await someProject('private');
    const [alone, inGroup] = [await app.someone(viewer), await app.someone(viewer)];
    const group = await someGroup(inGroup.id);
    for (const { client, path } of [
      { client: alone.client, path: `${at(project)}/users/${alone.id}/roles` },
      { client: inGroup.client, path: `${at(project)}/groups/${group}/roles` },
    ]) {
      const sees = (status: number) => eventually(async () => equal((await client.get(`${at(project)}/access`)).status, status));
      await sees(404);
      await succeeds(app.admin.put(path, { roles: [member] }));
      await sees(200);
      const { permissions } = (await client.get('/api/admin/user')).body;
      ok(
        permissions.some(
          (right: { permission: string; project: string }) => right.permission === 'CREATE_FEATURE' && right.project === project,
        ),
      );
      await succeeds(app.admin.delete(path));
      await sees(404);
    }
    await succeeds(app.admin.put(`${at(project)}/groups/${group}/roles`, { roles: [member] }));
    await eventually(async () => equal((await inGroup.client.get(`${at(project)}/access`)).status, 200));
    await succeeds(app.admin.delete(`/api/admin/groups/${group}`));
    await eventually(async () => equal((await inGroup.client.get(`${at(project)}/access`)).status, 404));
  });

  it('hides a private project from users who cannot see it, on all routes', async () => {
    const { project, creator } = await someProject('private');
    const reader = await someRootRole(['READ_ROLE']);
    const { client } = await app.someone(reader);
    for (const answer of [client.get(`${at(project)}/access`), client.get(`${at(project)}/users`)])
      await refuses(answer, 404, 'NotFoundError');
    const { projects } = (await client.get(`/api/admin/projects/roles/${owner}/access`)).body;
    equal(
      projects.some((each: { project: string }) => each.project === project),
      false,
    );
    equal((await creator.client.get(`${at(project)}/access`)).status, 200);
  });

  it('names only the projects of a group that the caller can see', async () => {
    const { project } = await someProject();
    const { project: secret, creator } = await someProject('private');
    const group = await someGroup();
    for (const each of [project, secret]) await succeeds(app.admin.put(`${at(each)}/groups/${group}/roles`, { roles: [member] }));
    const { client } = await app.someone(viewer);
    const projectsFor = async (caller: Client) => (await caller.get(`${at(project)}/access`)).body.groups[0].projects;
    deepEqual(await projectsFor(client), [project]);
    deepEqual(await projectsFor(creator.client), [project, secret].sort());
  });

  async function someRootRole(permissions: string[]): Promise<number> {
    const input = { name: `root ${(count += 1)}`, type: 'root-custom', permissions: permissions.map((name) => ({ name })) };
    return (await app.admin.post('/api/admin/roles', input)).body.roles.id;
  }

  it('counts the users and groups of a role by project', async () => {
    const { project } = await someProject('protected');
    const [role, group] = [await someRole([]), await someGroup()];
    const { id } = await app.someone(viewer);
    await succeeds(app.admin.post(`${at(project)}/access`, { roles: [role], users: [id], groups: [group] }));
    const { status, body } = await app.admin.get(`/api/admin/projects/roles/${role}/access`);
    deepEqual([status, body], [200, { projects: [{ project, role, userCount: 1, serviceAccountCount: 0, groupCount: 1 }] }]);
    equal((await app.admin.get('/api/admin/projects/roles/4711/access')).status, 404);
    equal((await app.admin.delete(`/api/admin/roles/${role}`)).body.name, 'RoleInUseError');
  });

  it('ends with the project, and is refused for a deleted one', async () => {
    const { project, creator } = await someProject();
    const group = await someGroup(creator.id);
    await succeeds(app.admin.put(`${at(project)}/groups/${group}/roles`, { roles: [member] }));
    await app.publishFromToggles(projectDeleted, { project, preData: projectFact(project) });
    await eventually(async () => refuses(app.admin.get(`${at(project)}/access`), 404, 'NotFoundError'));
    await refuses(app.admin.put(`${at(project)}/groups/${group}/roles`, { roles: [member] }), 404, 'NotFoundError');
    deepEqual((await app.admin.get(`/api/admin/groups/${group}`)).body.projects, []);
  });

  it('is listed for all users to administrators, as JSON and CSV', async () => {
    const { project } = await someProject();
    const { id, username } = await app.someone(viewer);
    const group = await someGroup(id);
    await succeeds(app.admin.put(`${at(project)}/groups/${group}/roles`, { roles: [member] }));
    const { body } = await app.admin.get('/api/admin/access/overview');
    const { createdAt, groups, ...row } = body.overview.find(({ userId }: { userId: number }) => userId === id);
    const email = `${username}@signalbox.example`;
    ok(createdAt);
    deepEqual(
      { ...row, lastSeen: null },
      { userId: id, userName: email, userEmail: email, lastSeen: null, rootRole: 'Viewer', accessibleProjects: [project] },
    );
    equal(groups.length, 1);
    const csv = await app.admin.get('/api/admin/access/overview', { headers: { accept: 'text/csv' } });
    ok(String(csv.headers['content-type']).startsWith('text/csv'));
    ok(String(csv.body).startsWith('userId,createdAt,userName,userEmail,lastSeen,rootRole,groups,accessibleProjects\n'));
    ok(String(csv.body).includes(`"Viewer","${groups[0]}","${project}"\n`));
    equal((await (await app.someone(roleIds.editor)).client.get('/api/admin/access/overview')).status, 403);
  });
});
