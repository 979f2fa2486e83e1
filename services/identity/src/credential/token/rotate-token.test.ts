import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { fetchTokens, hashSecret, roleIds } from '@signalbox/contracts';
import { hourMs, minuteMs } from '@signalbox/kit';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';

describe('rotating a token', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const issue = async (more: object = {}) =>
    (await app.admin.post(path, { tokenName: 'shop', type: 'client', environment: 'development', projects: ['default'], ...more })).body;
  const rotate = (token: string | number, body: object = {}) => app.admin.post(`${path}/${encodeURIComponent(token)}/rotate`, body);
  const expiryOf = async (secret: string) =>
    (await app.host.ask(fetchTokens, {})).tokens.find(({ hash }) => hash === hashSecret(secret))?.expiresAt;

  it('returns a new token of the same name and scope, while the old one stays valid for the overlap', async () => {
    const first = await issue();
    let answer: Awaited<ReturnType<typeof rotate>> | undefined;
    const events = await app.eventsOf('identity', async () => {
      answer = await rotate(first.id, { overlapMinutes: 90 });
    });
    const { id, secret, createdAt, ...rest } = answer?.body ?? {};
    const { id: firstId, secret: firstSecret, createdAt: _before, ...scope } = first;
    deepEqual([answer?.status, answer?.headers['cache-control']], [201, 'no-store']);
    match(secret, /^default:development\.[0-9a-f]{56}$/);
    deepEqual(rest, scope);
    notEqual(id, firstId);
    const ends = Date.parse(createdAt) + 90 * minuteMs;
    equal(await expiryOf(firstSecret), ends);
    equal(await expiryOf(secret), null);
    deepEqual(
      events.map(({ type, data }) => [type, (data as { expiresAt: string | null }).expiresAt]),
      [
        ['api-token-created', null],
        ['api-token-updated', new Date(ends).toISOString()],
      ],
    );
    equal(JSON.stringify(events).includes(secret), false);
  });

  it('accepts an admin token and its successor for an hour, then only the successor', async () => {
    const first = (await app.admin.post(path, { tokenName: 'ci', type: 'admin' })).body;
    const second = (await rotate(first.secret)).body;
    const statuses = () => Promise.all([first, second].map(async ({ secret }) => (await app.holding('token', secret).get(path)).status));
    deepEqual(await statuses(), [200, 200]);
    app.wait(hourMs - 5 * minuteMs);
    deepEqual(await statuses(), [200, 200]);
    app.wait(5 * minuteMs);
    deepEqual(await statuses(), [401, 200]);
  });

  it('extends no token, and gives the new one the lifetime of the original', async () => {
    const made = await issue();
    const soon = Date.parse(made.createdAt) + 10 * minuteMs;
    const first = await issue({ expiresAt: new Date(soon).toISOString() });
    const second = (await rotate(first.id)).body;
    equal(await expiryOf(first.secret), soon);
    const expected = Date.parse(second.createdAt) + soon - Date.parse(first.createdAt);
    // The clock advances between the two times that the expiry depends on.
    ok(Math.abs(expected - ((await expiryOf(second.secret)) ?? 0)) < 1000);
    const expiresAt = '2099-01-01T00:00:00.000Z';
    equal((await rotate(first.id, { expiresAt })).body.expiresAt, expiresAt);
    equal((await rotate(first.id, { expiresAt: null })).body.expiresAt, null);
  });

  it('refuses an overlap of zero or over thirty days, a past expiry, and an unknown token', async () => {
    const { id } = await issue();
    for (const body of [{ overlapMinutes: 0 }, { overlapMinutes: 43_201 }, { expiresAt: '2020-01-01T00:00:00.000Z' }])
      equal((await rotate(id, body)).status, 400, JSON.stringify(body));
    equal((await rotate('nonsense')).status, 404);
    equal((await rotate(id, { overlapMinutes: 43_200 })).status, 201);
  });

  it('requires the permission to create such tokens, and returns 403 without it', async () => {
    const client = await issue();
    const admin = await issue({ type: 'admin', environment: '*', projects: ['*'] });
    const { client: editor } = await app.someone(roleIds.editor);
    equal((await editor.post(`${path}/${admin.id}/rotate`, {})).status, 403);
    const { client: viewer } = await app.someone(roleIds.viewer);
    equal((await viewer.post(`${path}/${client.id}/rotate`, {})).status, 403);
    equal((await app.as(null).post(`${path}/${client.id}/rotate`, {})).status, 401);
  });
});
