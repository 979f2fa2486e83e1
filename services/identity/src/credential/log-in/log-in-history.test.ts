import { deepEqual, equal, ok } from 'node:assert/strict';
import { clientAddressHeader } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';
import { forgetExpiredJob } from '../forget-expired.ts';
import { LogIn } from './log-in-history.ts';

const begunAt = Date.now();

const path = '/api/admin/logins';

describe('the history of logins', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const logIn = (username: string, secret: string) =>
    app.as(null).post('/auth/simple/login', { username, password: secret }, { headers: { [clientAddressHeader]: '192.0.2.4' } });

  it('lists successful and failed logins, newest first, and never the text typed as an unknown name', async () => {
    const { id, username } = await app.someone(3);
    await logIn(username, password);
    await logIn(username, 'wrong');
    await logIn('=my password', 'wrong');
    const { status, body } = await app.admin.get(path);
    equal(status, 200);
    deepEqual(
      body.events.slice(0, 3).map(({ id: _, createdAt, ...event }: { id: number; createdAt: string }) => {
        ok(Date.parse(createdAt) >= begunAt);
        return event;
      }),
      [
        { userId: null, username: null, successful: false, ip: '192.0.2.4' },
        { userId: id, username, successful: false, ip: '192.0.2.4' },
        { userId: id, username, successful: true, ip: '192.0.2.4' },
      ],
    );
    equal(JSON.stringify(body).includes('my password'), false);
  });

  it('is available as CSV, without formulas in cells', async () => {
    const user = await app.admin.post('/api/admin/user-admin', { username: '=cmd|calc', rootRole: 3, password: 'Correct-horse-1' });
    await logIn('=cmd|calc', 'Correct-horse-1');
    const { headers, body } = await app.admin.get(path, { headers: { accept: 'text/csv' } });
    equal(headers['content-type'], 'text/csv; charset=utf-8');
    const [head, first = ''] = String(body).split('\n');
    equal(head, 'id,createdAt,userId,username,successful,ip');
    deepEqual(first.split(',').slice(2), [`"${user.body.id}"`, `"'=cmd|calc"`, '"true"', '"192.0.2.4"']);
  });

  it('covers two weeks, with at most ten thousand entries', async () => {
    const store = app.store('identity');
    const forget = (ahead: number) =>
      store.transaction((em) =>
        forgetExpiredJob.run({
          write: (work: (context: never) => Promise<unknown>) => work({ em, now: () => new Date(Date.now() + ahead) } as never),
        } as never),
      );
    const rows = Array.from({ length: 10_050 }, () => ({ userId: null, successful: false, address: 'x', createdAt: new Date() }));
    await store.transaction(async (em) => void (await em.insertMany(LogIn, rows)));
    await forget(0);
    equal(await store.reader().count(LogIn), 10_000);
    await forget(14 * 24 * hourMs);
    equal(await store.reader().count(LogIn), 0);
  });
});
