import { equal, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type EventStream, openStream } from '../delivery/event-stream.fixture.ts';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

const password = 'Correct-horse-1';
const stream = '/api/admin/changes/stream';
const features = '/api/admin/projects/default/features';

describe('a change stream through the gateway', () => {
  let gateway: GatewayApp;
  let count = 0;
  before(async () => {
    gateway = await openGatewayApp({ USER_CREATIONS_PER_MINUTE: '1000' });
  });
  after(() => gateway.app.close());

  async function someone(rootRole: number = roleIds.editor) {
    const username = `reader-${(count += 1)}`;
    const { body } = await gateway.admin.post('/api/admin/user-admin', { username, password, rootRole });
    const login = await gateway.app.with({}).post('/auth/simple/login', { username, password });
    return { id: body.id as number, cookie: { cookie: String(login.headers['set-cookie']).split(';')[0] ?? '' } };
  }
  const open = (headers: Record<string, string>) => openStream(gateway.app.url, headers, stream);
  const ends = async ({ ended }: EventStream) => {
    let hasEnded = false;
    const note = () => (hasEnded = true);
    ended.then(note, note);
    await eventually(() => ok(hasEnded));
  };
  const tells = (opened: EventStream, featureName: string) =>
    eventually(() => ok(opened.events.some(({ data }) => data.featureName === featureName)));

  it('sends a change to a session and a personal token, with the revision of its response', async () => {
    const { cookie } = await someone();
    const { body } = await gateway.app
      .with(cookie)
      .post('/api/admin/user/tokens', { description: 'x', expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString() });
    const opened = [await open(cookie), await open({ authorization: body.secret })];
    const created = await gateway.admin.post(features, { name: 'told' });
    for (const each of opened) {
      await tells(each, 'told');
      const { data } = each.events.find((event) => event.data.featureName === 'told') ?? {};
      equal(data.groupId, created.headers['x-request-id']);
      equal(data.revision, created.headers['x-revision']);
      each.close();
    }
  });

  it('ends with its own session, and not with that of another user', async () => {
    const { cookie } = await someone();
    const other = await open((await someone()).cookie);
    const opened = await open(cookie);
    ok((await gateway.app.with(cookie).post('/logout')).status < 400);
    await ends(opened);
    await gateway.admin.post(features, { name: 'after-log-out' });
    await tells(other, 'after-log-out');
    other.close();
  });

  it("ends when a personal token is revoked, its user is deleted, or the user's role changes", async () => {
    for (const end of [
      (id: number) => gateway.admin.delete(`/api/admin/user-admin/${id}`),
      (id: number) => gateway.admin.put(`/api/admin/user-admin/${id}`, { rootRole: roleIds.viewer }),
    ]) {
      const { id, cookie } = await someone();
      const opened = await open(cookie);
      ok((await end(id)).status < 300);
      await ends(opened);
    }
    const { cookie } = await someone();
    const tokens = '/api/admin/user/tokens';
    const { body } = await gateway.app
      .with(cookie)
      .post(tokens, { description: 'x', expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString() });
    const opened = await open({ authorization: body.secret });
    ok((await gateway.app.with(cookie).delete(`${tokens}/${body.id}`)).status < 300);
    await ends(opened);
  });

  it('sends nothing more of a project that the user can no longer see', async () => {
    const { id, cookie } = await someone(roleIds.viewer);
    equal((await gateway.admin.post('/api/admin/projects', { id: 'den', name: 'den', mode: 'private' })).status, 201);
    const roles = `/api/admin/projects/den/users/${id}/roles`;
    ok((await gateway.admin.put(roles, { roles: [roleIds.member] })).status < 300);
    const opened = await eventually(async () => {
      equal((await gateway.app.with(cookie).get('/api/admin/projects/den')).status, 200);
      return open(cookie);
    });
    equal((await gateway.admin.post('/api/admin/projects/den/features', { name: 'seen-in-den' })).status, 201);
    await tells(opened, 'seen-in-den');
    ok((await gateway.admin.delete(roles)).status < 300);
    await eventually(async () => equal((await gateway.app.with(cookie).get('/api/admin/projects/den')).status, 404));
    equal((await gateway.admin.post('/api/admin/projects/den/features', { name: 'unseen-in-den' })).status, 201);
    const again = await open(cookie);
    equal((await gateway.admin.post(features, { name: 'last-of-all' })).status, 201);
    await tells(again, 'last-of-all');
    for (const { events } of [opened, again]) ok(!events.some(({ data }) => data.featureName === 'unseen-in-den'));
    for (const each of [opened, again]) each.close();
  });
});
