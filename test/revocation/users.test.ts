import { deepEqual, equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type GatewayApp, openGatewayApp } from '../gateway/gateway-app.fixture.ts';

const users = '/api/admin/user-admin';
const first = 'Correct-horse-1';
const second = 'Another-horse-2';

describe('the access of a user', () => {
  let gateway: GatewayApp;
  let count = 0;
  before(async () => {
    gateway = await openGatewayApp({ USER_CREATIONS_PER_MINUTE: '1000' });
  });
  after(() => gateway.app.close());

  /** Creates a logged-in user whose session every service has cached. */
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

  /** Waits until the session is rejected by every service. */
  async function ends(client: GatewayApp['admin'], end: () => Promise<{ status: number }>): Promise<void> {
    const { status } = await end();
    ok(status < 300, `${status}`);
    await eventually(async () => {
      const answers = await Promise.all(['/api/admin/projects', '/api/admin/user', '/api/admin/events'].map((path) => client.get(path)));
      deepEqual(
        answers.map((answer) => answer.status),
        [401, 401, 401],
      );
    });
  }

  it("ends with the user's deletion", async () => {
    const { client, id } = await someone(roleIds.editor);
    await ends(client, () => gateway.admin.delete(`${users}/${id}`));
  });

  it('ends with a new password, set by an administrator or the user', async () => {
    const { client, id } = await someone(roleIds.editor);
    await ends(client, () => gateway.admin.post(`${users}/${id}/change-password`, { password: second }));
    const other = await someone(roleIds.editor);
    const passwords = { oldPassword: first, password: second, confirmPassword: second };
    await ends(other.client, () => other.client.post('/api/admin/user/change-password', passwords));
  });

  it('ends with a password reset by link', async () => {
    const { client, id } = await someone(roleIds.viewer);
    await gateway.admin.put(`${users}/${id}`, { email: `ends-${id}@signalbox.example` });
    const { body } = await gateway.admin.post(`${users}/reset-password`, { id: `ends-${id}@signalbox.example` });
    const token = new URL(body.resetPasswordUrl).searchParams.get('token');
    await ends(client, () => gateway.app.with({}).post('/auth/reset/password', { token, password: second }));
  });

  it('shrinks with a new root role', async () => {
    const { client, id } = await someone(roleIds.admin);
    equal((await client.get(users)).status, 200);
    const { status } = await gateway.admin.put(`${users}/${id}`, { rootRole: roleIds.viewer });
    equal(status, 200);
    await eventually(async () => {
      equal((await client.get(users)).status, 403);
      equal((await client.post('/api/admin/projects', { id: 'theirs', name: 'Theirs' })).status, 403);
    });
  });
});

describe('a token of a user or service account', () => {
  let gateway: GatewayApp;
  before(async () => {
    gateway = await openGatewayApp({ USER_CREATIONS_PER_MINUTE: '1000' });
  });
  after(() => gateway.app.close());

  const accounts = '/api/admin/service-account';
  const reads = ['/api/admin/projects', '/api/admin/user', '/api/admin/search/events'];
  const statuses = (client: GatewayApp['admin']) => Promise.all(reads.map(async (path) => (await client.get(path)).status));
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
  let count = 0;

  /** Creates a service account with the role and a token that every service has cached. */
  async function robot(rootRole: number) {
    count += 1;
    const { body } = await gateway.admin.post(accounts, { username: `robot-${count}`, rootRole });
    const account = `${accounts}/${body.id}`;
    const token = (await gateway.admin.post(`${account}/token`, { description: 'deploys', expiresAt })).body;
    const client = gateway.app.with({ authorization: token.secret });
    await eventually(async () => deepEqual(await statuses(client), [200, 200, 200]));
    return {
      id: body.id as number,
      username: `robot-${count}`,
      account,
      token: `${account}/token/${token.id}`,
      client,
      secret: token.secret,
    };
  }

  async function endsWithin(client: GatewayApp['admin'], end: () => Promise<{ status: number }>): Promise<void> {
    equal((await end()).status, 200);
    await eventually(async () => deepEqual(await statuses(client), [401, 401, 401]));
  }

  it('acts as its owner at every service, is named in events, and may have the prefix Bearer', async () => {
    const { client, username, id, secret } = await robot(roleIds.editor);
    equal((await client.post('/api/admin/projects/default/features', { name: `by-${username}` })).status, 201);
    const project = { id: `of-${username}`, name: 'Theirs' };
    equal((await gateway.app.with({ authorization: `Bearer ${secret}` }).post('/api/admin/projects', project)).status, 201);
    equal((await client.get(accounts)).status, 403);
    await eventually(async () => {
      const { events } = (await gateway.admin.get('/api/admin/events')).body;
      const own = events.filter((event: { createdBy: string }) => event.createdBy === username);
      deepEqual(own.map((event: { type: string; createdByUserId: number }) => [event.type, event.createdByUserId]).sort(), [
        ['feature-created', id],
        ['project-created', id],
      ]);
    });
  });

  it('ends with its revocation, and with its service account', async () => {
    const revoked = await robot(roleIds.viewer);
    await endsWithin(revoked.client, () => gateway.admin.delete(revoked.token));
    const deleted = await robot(roleIds.viewer);
    await endsWithin(deleted.client, () => gateway.admin.delete(deleted.account));
  });

  it("ends with its user's deletion", async () => {
    const { body } = await gateway.admin.post(users, { username: 'ann', password: first, rootRole: roleIds.editor });
    const login = await gateway.app.with({}).post('/auth/simple/login', { username: 'ann', password: first });
    const browser = gateway.app.with({ cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' });
    const token = (await browser.post('/api/admin/user/tokens', { description: 'scripts', expiresAt })).body;
    const client = gateway.app.with({ authorization: token.secret });
    await eventually(async () => deepEqual(await statuses(client), [200, 200, 200]));
    await endsWithin(client, () => gateway.admin.delete(`${users}/${body.id}`));
  });

  it('shrinks with a new role of its service account', async () => {
    const { client, account } = await robot(roleIds.admin);
    equal((await client.get(accounts)).status, 200);
    equal((await gateway.admin.put(account, { rootRole: roleIds.viewer })).status, 200);
    await eventually(async () => {
      equal((await client.get(accounts)).status, 403);
      equal((await client.post('/api/admin/projects', { id: 'theirs', name: 'Theirs' })).status, 403);
    });
  });
});
