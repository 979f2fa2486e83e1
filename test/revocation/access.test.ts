import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const password = 'Correct-horse-1';

describe('access granted', () => {
  let gateway: GatewayApp;
  let count = 0;
  before(async () => {
    gateway = await openGatewayApp({ USER_CREATIONS_PER_MINUTE: '1000' });
  });
  after(() => gateway.app.close());

  /** Creates a private project, and a logged-in viewer who requests it from another service. */
  async function someone() {
    count += 1;
    const [username, project] = [`someone-${count}`, `den-${count}`];
    const { body } = await gateway.admin.post('/api/admin/user-admin', { username, password, rootRole: roleIds.viewer });
    const login = await gateway.app.with({}).post('/auth/simple/login', { username, password });
    const client = gateway.app.with({ cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' });
    equal((await gateway.admin.post('/api/admin/projects', { id: project, name: project, mode: 'private' })).status, 201);
    const at = `/api/admin/projects/${project}`;
    const create = () => client.post(`${at}/features`, { name: `${project}-${(count += 1)}` });
    const becomes = (mayRead: number, mayCreate: number) =>
      eventually(async () => deepEqual([(await client.get(at)).status, (await create()).status], [mayRead, mayCreate]));
    await becomes(404, 403);
    return { id: body.id as number, at, becomes };
  }
  async function succeeds(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
    const { status, body } = await answer;
    equal(status < 300, true, JSON.stringify(body));
  }
  const admin = () => gateway.admin;

  it('to a user takes effect, and ends', async () => {
    const { id, at, becomes } = await someone();
    await succeeds(admin().put(`${at}/users/${id}/roles`, { roles: [roleIds.member] }));
    await becomes(200, 201);
    await succeeds(admin().delete(`${at}/users/${id}/roles`));
    await becomes(404, 403);
  });

  it('to a group takes effect for its members, and ends with the membership, the role and the group', async () => {
    const { id, at, becomes } = await someone();
    const users = [{ user: { id } }];
    const name = `crew ${id}`;
    const { body } = await admin().post('/api/admin/groups', { name });
    const group = `/api/admin/groups/${body.id}`;
    const roles = `${at}/groups/${body.id}/roles`;
    for (const end of [() => admin().put(group, { name, users: [] }), () => admin().delete(roles), () => admin().delete(group)]) {
      await succeeds(admin().put(roles, { roles: [roleIds.member] }));
      await succeeds(admin().put(group, { name, users }));
      await becomes(200, 201);
      await succeeds(end());
      await becomes(404, 403);
    }
  });

  it('shrinks with the custom role that grants it', async () => {
    const { id, at, becomes } = await someone();
    const name = `creates ${id}`;
    const { body } = await admin().post('/api/admin/roles', { name, permissions: [{ name: 'CREATE_FEATURE' }] });
    await succeeds(admin().put(`${at}/users/${id}/roles`, { roles: [body.roles.id] }));
    await becomes(200, 201);
    await succeeds(admin().put(`/api/admin/roles/${body.roles.id}`, { name, permissions: [] }));
    await becomes(200, 403);
  });
});
