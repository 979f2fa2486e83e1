import { deepEqual, equal } from 'node:assert/strict';
import { testEnvironment } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';
import { readableTimes } from './0007-readable-times.ts';

/** SQLite stores any value in an integer column; MySQL only numbers, which may be no points in time. */
const unreadable = testEnvironment.mysqlUrl === undefined ? ["'now'", "'2026-01-01T00:00:00Z'", '1e17'] : ['100000000000000000'];

describe('readable times of users', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const run = (statement: string) => app.store('identity').transaction((em) => em.execute(statement));

  for (const [index, time] of unreadable.entries()) {
    it(`make a user with the time ${time} readable and deletable again`, async () => {
      const { body: user } = await app.admin.post('/api/admin/user-admin', { username: `made-${index}`, rootRole: 3 });
      const path = `/api/admin/user-admin/${user.id}`;
      await run(`update user set created_at = ${time}, seen_at = ${time} where id = ${user.id}`);
      for (const statement of readableTimes.up({} as never)) await run(statement);
      const { status, body } = await app.admin.get(path);
      deepEqual([status, body.createdAt, body.seenAt], [200, new Date(0).toISOString(), null]);
      equal((await app.admin.get('/api/admin/user-admin')).status, 200);
      equal((await app.admin.delete(path)).status, 200);
    });
  }

  it('leave readable times as they are', async () => {
    const before = (await app.admin.get('/api/admin/user-admin')).body;
    for (const statement of readableTimes.up({} as never)) await run(statement);
    deepEqual((await app.admin.get('/api/admin/user-admin')).body, before);
  });
});
