import { deepEqual, equal } from 'node:assert/strict';
import { hourMs } from '@signalbox/kit';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/user-admin/inactive';

describe('inactive users', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity({ settings: { INACTIVE_DAYS: '30', SESSION_HOURS: '8760' } });
  });
  after(() => app.close());

  it('have not logged in for INACTIVE_DAYS, and only they are deleted', async () => {
    const [idle, active] = [await app.someone(3), await app.someone(3)];
    deepEqual((await app.admin.get(path)).body, { version: 1, inactiveUsers: [] });
    app.wait(31 * 24 * hourMs);
    for (const username of ['admin', active.username]) await app.logIn(username);
    const { status, body } = await app.admin.get(path);
    equal(status, 200);
    const [{ seenAt, createdAt, ...user }] = body.inactiveUsers;
    deepEqual(user, { id: idle.id, name: null, username: idle.username, email: `${idle.username}@signalbox.example` });
    equal(body.inactiveUsers.length, 1);
    equal(createdAt <= seenAt, true);
    const events = await app.eventsOf('identity', async () => {
      equal((await app.admin.post(`${path}/delete`, { ids: [idle.id, active.id, 99_999] })).status, 200);
    });
    deepEqual(
      events.map(({ type, preData }) => [type, (preData as { id: number }).id]),
      [['user-deleted', idle.id]],
    );
    equal((await active.client.get('/api/admin/user')).status, 200);
  });
});
