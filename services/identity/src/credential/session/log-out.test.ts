import { deepEqual, equal, match } from 'node:assert/strict';
import { foreignOriginHeader, hashSecret } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

describe('logging out', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  it('ends all sessions of the user immediately, and no others', async () => {
    const one = await app.someone(3);
    const other = await app.someone(3);
    const second = await app.logIn(one.username);
    const { status, headers } = await one.client.post('/logout');
    equal(status, 302);
    equal(headers['location'], '/');
    match(String(headers['set-cookie']), /^unleash-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
    equal(headers['clear-site-data'], '"cookies", "storage"');
    equal((await one.client.get('/api/admin/user')).status, 401);
    equal((await app.holding('session', second).get('/api/admin/user')).status, 401);
    equal((await other.client.get('/api/admin/user')).status, 200);
  });

  it('notifies caches of the user and the sessions', async () => {
    const { client, id, session } = await app.someone(3);
    await client.post('/logout');
    await eventually(() => {
      const change = app.published.find(({ users }) => users.includes(id));
      deepEqual(change?.users, [id]);
      deepEqual(change?.credentials, [hashSecret(session)]);
    });
  });

  it('redirects a caller without a session to the start page and removes the cookie, for any accepted type', async () => {
    for (const accept of ['text/html', 'application/json']) {
      const { status, headers } = await app.as(null).post('/logout', undefined, { headers: { accept } });
      deepEqual([status, headers['location']], [302, '/']);
      match(String(headers['set-cookie']), /^unleash-session=; Path=\/; Max-Age=0;/);
    }
  });

  it('refuses requests from pages of other origins, and leaves the cookie', async () => {
    const { client } = await app.someone(3);
    const { status, headers } = await client.post('/logout', undefined, { headers: { [foreignOriginHeader]: 'http://evil.example' } });
    deepEqual([status, headers['set-cookie']], [401, undefined]);
    equal((await client.get('/api/admin/user')).status, 200);
  });

  it('accepts any content type', async () => {
    const { client } = await app.someone(3);
    equal((await client.post('/logout', undefined, { raw: 'a=b', headers: { 'content-type': 'text/plain' } })).status, 302);
  });
});
