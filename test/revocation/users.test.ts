import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const users = '/api/admin/user-admin';
const first = 'Correct-horse-1';
const second = 'Another-horse-2';
const limitMs = 1000;

describe('what a user could do', () => {
  let gateway: GatewayApp;
  let count = 0;
  before(async () => {
    gateway = await openGatewayApp({ USER_CREATIONS_PER_MINUTE: '1000' });
  });
  after(() => gateway.app.close());

  /** A user who is logged in, and whom every service has seen. */
  async function someone(rootRole: number) {
    count += 1;
    const username = `someone-${count}`;
    const { body } = await gateway.admin.post(users, { username, password: first, rootRole });
    const login = await gateway.app.with({}).post('/auth/simple/login', { username, password: first });
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const client = gateway.app.with({ cookie });
    await eventually(async () => equal((await client.get('/api/admin/projects')).status, 200));
    return { id: body.id as number, username, client };
  }

  /** Whether the session is worth nothing at any service, within the time that is promised. */
  async function ends(client: GatewayApp['admin'], end: () => Promise<{ status: number }>): Promise<void> {
    const { status } = await end();
    const begun = performance.now();
    ok(status < 300, `${status}`);
    await eventually(async () => {
      const answers = await Promise.all(['/api/admin/projects', '/api/admin/user', '/api/admin/events'].map((path) => client.get(path)));
      deepEqual(
        answers.map((answer) => answer.status),
        [401, 401, 401],
      );
    });
    const tookMs = performance.now() - begun;
    ok(tookMs < limitMs, `${tookMs} ms`);
  }

  it('ends within a second of being deleted', async () => {
    const { client, id } = await someone(roleIds.editor);
    await ends(client, () => gateway.admin.delete(`${users}/${id}`));
  });

  it('ends within a second of another password, by an administrator or by the user', async () => {
    const { client, id } = await someone(roleIds.editor);
    await ends(client, () => gateway.admin.post(`${users}/${id}/change-password`, { password: second }));
    const other = await someone(roleIds.editor);
    const passwords = { oldPassword: first, password: second, confirmPassword: second };
    await ends(other.client, () => other.client.post('/api/admin/user/change-password', passwords));
  });

  it('ends within a second of a reset by a link', async () => {
    const { client, id } = await someone(roleIds.viewer);
    await gateway.admin.put(`${users}/${id}`, { email: `ends-${id}@signalbox.example` });
    const { body } = await gateway.admin.post(`${users}/reset-password`, { id: `ends-${id}@signalbox.example` });
    const token = new URL(body.resetPasswordUrl).searchParams.get('token');
    await ends(client, () => gateway.app.with({}).post('/auth/reset/password', { token, password: second }));
  });

  it('shrinks within a second of another root role', async () => {
    const { client, id } = await someone(roleIds.admin);
    equal((await client.get(users)).status, 200);
    const { status } = await gateway.admin.put(`${users}/${id}`, { rootRole: roleIds.viewer });
    equal(status, 200);
    await eventually(async () => {
      equal((await client.get(users)).status, 403);
      equal((await client.post('/api/admin/projects', { id: 'theirs', name: 'Theirs' })).status, 403);
    }, limitMs);
  });
});
