import { deepEqual, equal, match } from 'node:assert/strict';
import { projectDeleted, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, password, projectFact, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/workload-identities';
const good = {
  name: 'shop-deploys',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://flags.example',
  claims: { repository: ['acme/shop'], ref: ['refs/heads/main', 'refs/heads/release/*'] },
  project: 'shop',
  roles: [roleIds.member],
};

describe('workload identities', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
    await app.publishProject('shop');
    await app.publishProject('other');
  });
  after(() => app.close());

  let count = 0;
  const create = async (more: object = {}) => {
    count += 1;
    const { status, body } = await app.admin.post(path, { ...good, name: `deploys-${count}`, ...more });
    equal(status, 201, JSON.stringify(body));
    return body as { id: number; name: string } & Record<string, unknown>;
  };
  const eventsOf = async (work: () => Promise<unknown>) =>
    (await app.eventsOf('identity', work)).map(({ type, createdBy, project, data, preData }) => ({
      type,
      createdBy,
      project,
      data,
      preData,
    }));

  it('are created with defaults, shown and listed', async () => {
    let answer: Awaited<ReturnType<typeof app.admin.post>> | undefined;
    const events = await eventsOf(async () => {
      answer = await app.admin.post(path, good);
    });
    const { id, createdAt, ...rest } = answer?.body ?? {};
    deepEqual([answer?.status, answer?.headers['location']], [201, `workload-identities/${id}`]);
    match(createdAt, /Z$/);
    deepEqual(rest, { ...good, tokenLifetimeSeconds: 900, enabled: true, seenAt: null });
    const { project, ...fact } = { id, ...good, tokenLifetimeSeconds: 900, enabled: true };
    deepEqual(events, [{ type: 'workload-identity-created', createdBy: 'admin', project, data: fact, preData: null }]);
    deepEqual((await app.admin.get(`${path}/${id}`)).body, answer?.body);
    deepEqual(
      (await app.admin.get(path)).body.workloadIdentities.find((each: { id: number }) => each.id === id),
      answer?.body,
    );
  });

  it('are replaced completely, without an event if nothing changes', async () => {
    const { id, name } = await create();
    const changed = {
      ...good,
      name: `${name}-2`,
      claims: { sub: ['repo:acme/*:**'] },
      roles: [roleIds.owner],
      tokenLifetimeSeconds: 60,
      enabled: false,
    };
    const events = await eventsOf(async () => {
      const { status, body } = await app.admin.put(`${path}/${id}`, changed);
      const { createdAt: _any, ...rest } = body;
      deepEqual([status, rest], [200, { id, ...changed, seenAt: null }]);
      equal((await app.admin.put(`${path}/${id}`, changed)).status, 200);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, Object(data).name, Object(data).roles, Object(preData).name, Object(preData).roles]),
      [['workload-identity-updated', changed.name, [roleIds.owner], name, [roleIds.member]]],
    );
  });

  it('lose all access when they are deleted', async () => {
    const { id, name } = await create();
    const events = await eventsOf(async () => equal((await app.admin.delete(`${path}/${id}`)).status, 200));
    deepEqual(
      events.map(({ type, project, preData }) => [type, project, Object(preData).name]),
      [['workload-identity-deleted', 'shop', name]],
    );
    for (const method of ['get', 'delete'] as const) equal((await app.admin[method](`${path}/${id}`)).status, 404);
    equal((await app.admin.put(`${path}/${id}`, good)).status, 404);
    const { users } = (await app.admin.get('/api/admin/projects/shop/access')).body;
    equal(
      users.some((user: { id: number }) => user.id === id),
      false,
    );
    equal((await create({ name })).name, name);
  });

  it('refuse invalid input and rules that match every workload, and name the property', async () => {
    const { id } = await create();
    for (const [wrong, where, status] of [
      [{ name: 'two words' }, 'name', 400],
      [{ issuer: 'http://ci.example' }, undefined, 400],
      [{ issuer: 'nothing' }, undefined, 400],
      [{ issuer: 'https://ci.example?x=1' }, 'issuer', 400],
      [{ claims: {} }, 'claims', 400],
      [{ claims: { repository: ['*'] } }, 'claims/repository', 400],
      [{ claims: { repository: 'acme/shop' } }, 'claims/repository', 400],
      [{ claims: { repository: ['x'.repeat(256)] } }, 'claims/repository/0', 400],
      [{ claims: { repository: Array(51).fill('x') } }, 'claims/repository', 400],
      [{ audience: '' }, 'audience', 400],
      [{ roles: [roleIds.admin] }, 'roles', 400],
      [{ roles: [4711] }, 'roles', 400],
      [{ tokenLifetimeSeconds: 3601 }, 'tokenLifetimeSeconds', 400],
      [{ tokenLifetimeSeconds: 59 }, 'tokenLifetimeSeconds', 400],
      [{ project: 'nowhere' }, undefined, 404],
    ] as const) {
      const { status: answered, body } = await app.admin.post(path, { ...good, name: 'refused', ...wrong });
      deepEqual([answered, body.details[0].path], [status, where], JSON.stringify(body));
    }
    const moved = await app.admin.put(`${path}/${id}`, { ...good, project: 'other' });
    deepEqual([moved.status, moved.body.details[0].path], [400, 'project']);
  });

  it('refuse a taken name with 409', async () => {
    const { username } = await app.someone(roleIds.viewer);
    const [one, other] = [await create(), await create()];
    for (const name of [username, one.name]) {
      equal((await app.admin.post(path, { ...good, name })).status, 409);
      equal((await app.admin.put(`${path}/${other.id}`, { ...good, name })).status, 409);
    }
  });

  it('are not users: they cannot log in, are not listed, and get no further roles', async () => {
    const { id, name } = await create();
    equal((await app.as(null).post('/auth/simple/login', { username: name, password })).status, 401);
    const { users } = (await app.admin.get('/api/admin/user-admin')).body;
    equal(
      users.some((user: { username?: string }) => user.username === name),
      false,
    );
    const { serviceAccounts } = (await app.admin.get('/api/admin/service-account')).body;
    equal(
      serviceAccounts.some((account: { id: number }) => account.id === id),
      false,
    );
    equal((await app.admin.get(`/api/admin/user-admin/${id}`)).status, 404);
    equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 404);
    equal(
      (await app.admin.post(`/api/admin/service-account/${id}/token`, { description: 'x', expiresAt: '2099-01-01T00:00:00.000Z' })).status,
      404,
    );
    equal((await app.admin.put(`/api/admin/projects/other/users/${id}/roles`, { roles: [roleIds.owner] })).status, 404);
    equal((await app.admin.post('/api/admin/groups', { name: `with ${name}`, users: [{ user: { id } }] })).status, 400);
  });

  it('appear in the access of their project, whose owners may remove their roles', async () => {
    const { id, name } = await create();
    const { users } = (await app.admin.get('/api/admin/projects/shop/access')).body;
    const shown = users.find((user: { id: number }) => user.id === id);
    deepEqual([shown.username, shown.roles], [name, [roleIds.member]]);
    equal((await app.admin.delete(`/api/admin/projects/shop/users/${id}/roles`)).status, 200);
    deepEqual((await app.admin.get(`${path}/${id}`)).body.roles, []);
  });

  it('end with their project', async () => {
    await app.publishProject('short-lived');
    const { id, name } = await create({ project: 'short-lived' });
    await app.publishFromToggles(projectDeleted, { project: 'short-lived', preData: projectFact('short-lived') });
    await eventually(async () => equal((await app.admin.get(`${path}/${id}`)).status, 404));
    const deleted = (await app.events('identity')).filter(({ data }) => data.type === 'workload-identity-deleted');
    equal(
      deleted.some(({ data }) => Object(data.preData).name === name),
      true,
    );
  });
});
