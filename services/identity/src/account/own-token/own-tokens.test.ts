import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { authenticate, hashSecret, roleIds } from '@signalbox/contracts';
import { dayMs, hourMs } from '@signalbox/kit';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, password, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/user/tokens';
const expiresAt = new Date(Date.now() + 30 * dayMs).toISOString();

describe('personal access tokens of a user', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const isKnown = async (secret: string) => (await app.host.ask(authenticate, { kind: 'token', secret })).principal !== null;

  it('show their secret only at creation, and neither lists nor events contain it', async () => {
    const { client, id: userId, username } = await app.someone(roleIds.viewer);
    let answer: Awaited<ReturnType<typeof client.post>> | undefined;
    const events = await app.eventsOf('identity', async () => {
      answer = await client.post(path, { description: 'clean-up', expiresAt });
    });
    const { id, secret, createdAt, ...rest } = answer?.body ?? {};
    deepEqual([answer?.status, answer?.headers['cache-control']], [201, 'no-store']);
    match(secret, /^user:[0-9a-f]{56}$/);
    deepEqual(rest, { description: 'clean-up', userId, expiresAt, seenAt: null, renewableUntil: null });
    const fact = { id, description: 'clean-up', userId, expiresAt, createdAt };
    deepEqual(
      events.map(({ type, createdBy, createdByUserId, project, data, preData }) => ({
        type,
        createdBy,
        createdByUserId,
        project,
        data,
        preData,
      })),
      [
        {
          type: 'pat-created',
          createdBy: `${username}@signalbox.example`,
          createdByUserId: userId,
          project: null,
          data: fact,
          preData: null,
        },
      ],
    );
    deepEqual((await client.get(path)).body, { pats: [{ ...fact, seenAt: null, renewableUntil: null }] });
    await eventually(() => app.published.some(({ credentials }) => credentials.includes(hashSecret(secret))));
  });

  it('have exactly their owner’s current rights, and act in the owner’s name', async () => {
    const { client, id, username } = await app.someone(roleIds.viewer);
    const { secret } = (await client.post(path, { description: 'a viewer’s', expiresAt })).body;
    const holder = app.holding('token', secret);
    equal((await holder.get('/api/admin/user')).body.user.id, id);
    equal((await holder.get('/api/admin/user-admin')).status, 403);
    const [event] = await app.eventsOf('identity', () => holder.post(path, { description: 'by the token', expiresAt }));
    deepEqual([event?.createdBy, event?.createdByUserId], [`${username}@signalbox.example`, id]);
    equal((await app.admin.put(`/api/admin/user-admin/${id}`, { rootRole: roleIds.admin })).status, 200);
    equal((await holder.get('/api/admin/user-admin')).status, 200);
    equal((await app.admin.put(`/api/admin/user-admin/${id}`, { rootRole: roleIds.viewer })).status, 200);
    equal((await holder.get('/api/admin/user-admin')).status, 403);
  });

  it('expire, and stay listed', async () => {
    const { client, id: userId } = await app.someone(roleIds.viewer);
    const soon = new Date(Date.parse(String((await client.get('/api/admin/user')).headers['date'])) + hourMs).toISOString();
    const { secret, id } = (await client.post(path, { description: 'short', expiresAt: soon })).body;
    ok(await isKnown(secret));
    app.wait(hourMs + 1000);
    equal(await isKnown(secret), false);
    equal((await app.holding('token', secret).get('/api/admin/user')).status, 401);
    deepEqual(
      (await client.get(path)).body.pats.map((token: { id: number; userId: number }) => [token.id, token.userId]),
      [[id, userId]],
    );
  });

  it('record their last use once a minute, and work even if that fails', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { secret } = (await client.post(path, { description: 'used', expiresAt })).body;
    const seenAt = async (): Promise<string | null> => (await client.get(path)).body.pats[0].seenAt;
    await isKnown(secret);
    const first = await seenAt();
    ok(first);
    await isKnown(secret);
    equal(await seenAt(), first);
    app.wait(61_000);
    const refusal =
      app.store('identity').dialect === 'sqlite'
        ? "begin select raise(abort, 'the disk is full'); end"
        : "for each row signal sqlstate '45000' set message_text = 'the disk is full'";
    const run = (statement: string) => app.store('identity').transaction((em) => em.execute(statement));
    await run(`create trigger disk_is_full before update on personal_token ${refusal}`);
    ok(await isKnown(secret));
    await run('drop trigger disk_is_full');
    equal(await seenAt(), first);
    ok(await isKnown(secret));
    notEqual(await seenAt(), first);
  });

  it('each have their own time of last use', async () => {
    const { client } = await app.someone(roleIds.viewer);
    await client.post(path, { description: 'unused', expiresAt });
    const { secret } = (await client.post(path, { description: 'used', expiresAt })).body;
    await isKnown(secret);
    const { pats } = (await client.get(path)).body;
    equal(pats.find(({ description }: { description: string }) => description === 'unused').seenAt, null);
  });

  it('are revoked by their owner immediately with an event, and are 404 for others', async () => {
    const { client, id: userId } = await app.someone(roleIds.viewer);
    const other = await app.someone(roleIds.viewer);
    const { secret, ...shown } = (await client.post(path, { description: 'leaked', expiresAt })).body;
    deepEqual(await app.eventsOf('identity', async () => equal((await other.client.delete(`${path}/${shown.id}`)).status, 404)), []);
    ok(await isKnown(secret));
    const [event] = await app.eventsOf('identity', async () => equal((await client.delete(`${path}/${shown.id}`)).status, 200));
    const { seenAt: _unseen, renewableUntil: _never, ...fact } = shown;
    deepEqual([event?.type, event?.createdByUserId, event?.data, event?.preData], ['pat-deleted', userId, fact, null]);
    equal(await isKnown(secret), false);
    await eventually(() => app.published.filter(({ credentials }) => credentials.includes(hashSecret(secret))).length >= 2);
    equal((await client.delete(`${path}/${shown.id}`)).status, 404);
  });

  it('end with their owner', async () => {
    const { client, id } = await app.someone(roleIds.admin);
    const { secret } = (await client.post(path, { description: 'of somebody who leaves', expiresAt })).body;
    const events = await app.eventsOf('identity', async () => {
      equal((await app.admin.delete(`/api/admin/user-admin/${id}`)).status, 200);
    });
    deepEqual(
      events.map(({ type }) => type),
      ['user-deleted'],
    );
    equal(await isKnown(secret), false);
    await eventually(() => app.published.filter(({ credentials }) => credentials.includes(hashSecret(secret))).length >= 2);
  });

  it('are limited to ten, including expired ones, even under concurrent requests', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const issue = (number: number) => client.post(path, { description: `number ${number}`, expiresAt });
    for (let number = 1; number <= 9; number += 1) equal((await issue(number)).status, 201);
    const answers = await Promise.all([issue(10), issue(11), issue(12)]);
    deepEqual(
      answers.map(({ status }) => status).sort((one, other) => one - other),
      [201, 403, 403],
    );
    equal(answers.find(({ status }) => status === 403)?.body.name, 'OperationDeniedError');
    const { pats } = (await client.get(path)).body;
    equal(pats.length, 10);
    equal((await client.delete(`${path}/${pats[0].id}`)).status, 200);
    equal((await issue(13)).status, 201);
  });

  it('have descriptions that are unique per owner', async () => {
    const [one, other] = [await app.someone(roleIds.viewer), await app.someone(roleIds.viewer)];
    const body = { description: 'deploys', expiresAt };
    const answers = await Promise.all([one.client.post(path, body), one.client.post(path, body)]);
    answers.sort((one, other) => one.status - other.status);
    deepEqual(
      answers.map(({ status, body: { name } }) => [status, name ?? null]),
      [
        [201, null],
        [409, 'NameExistsError'],
      ],
    );
    equal((await other.client.post(path, body)).status, 201);
  });

  for (const [what, body] of [
    ['no description', { expiresAt }],
    ['an empty description', { description: '', expiresAt }],
    ['a description of blanks', { description: '  ', expiresAt }],
    ['no expiry', { description: 'x' }],
    ['a past expiry', { description: 'x', expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['an invalid expiry', { description: 'x', expiresAt: 'tomorrow' }],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const { client } = await app.someone(roleIds.viewer);
      equal((await client.post(path, body)).status, 400);
      deepEqual((await client.get(path)).body.pats, []);
    });

  it('are refused to API tokens and anonymous callers', async () => {
    const { secret } = (await app.admin.post('/api/admin/api-tokens', { tokenName: 'ci', type: 'admin' })).body;
    const robot = app.holding('token', secret);
    equal((await robot.get(path)).status, 403);
    equal((await robot.post(path, { description: 'x', expiresAt })).status, 403);
    equal((await robot.delete(`${path}/1`)).status, 403);
    equal((await app.as(null).post(path, { description: 'x', expiresAt })).status, 401);
  });

  it('are recognized by their form: an API token of a project called user is not one', async () => {
    await app.publishProject('user');
    const created = await app.admin.post('/api/admin/api-tokens', { tokenName: 'app', type: 'client', projects: ['user'] });
    match(created.body.secret, /^user:development\./);
    ok(await isKnown(created.body.secret));
  });

  it('survive a password change by their owner', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const { secret } = (await client.post(path, { description: 'stays', expiresAt })).body;
    const other = 'Correct-horse-1';
    const change = { oldPassword: password, password: other, confirmPassword: other };
    equal((await client.post('/api/admin/user/change-password', change)).status, 200);
    equal((await client.get(path)).status, 401);
    ok(await isKnown(secret));
  });

  it('are refused beyond the maximum lifetime, with the latest possible expiry', async () => {
    const { client } = await app.someone(roleIds.viewer);
    const issue = (days: number) =>
      client.post(path, { description: `${days} days`, expiresAt: new Date(Date.now() + days * dayMs).toISOString() });
    equal((await issue(365)).status, 201);
    const { status, body } = await issue(367);
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'expiresAt']);
    match(body.message, /^expiresAt must be within 366 days, .*: choose \d{4}-[-\d]+T[:.\d]+Z or earlier\.$/);
    const robot = (await app.admin.post('/api/admin/service-account', { username: 'robot', rootRole: roleIds.viewer })).body.id;
    const long = { description: 'long', expiresAt: '2099-01-01T00:00:00.000Z' };
    equal((await app.admin.post(`/api/admin/service-account/${robot}/token`, long)).status, 201);
  });

  it('are listed without secrets and revoked only by administrators', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const { secret, ...shown } = (await client.post(path, { description: 'stolen', expiresAt })).body;
    const ofUser = `/api/admin/user-admin/${id}/tokens`;
    deepEqual((await app.admin.get(ofUser)).body, { pats: [shown] });
    for (const caller of [client, app.holding('token', secret)])
      deepEqual([(await caller.get(ofUser)).status, (await caller.delete(`${ofUser}/${shown.id}`)).status], [403, 403]);
    const other = await app.someone(roleIds.viewer);
    equal((await app.admin.delete(`/api/admin/user-admin/${other.id}/tokens/${shown.id}`)).status, 404);
    equal((await app.admin.get('/api/admin/user-admin/99999/tokens')).status, 404);
    const [event] = await app.eventsOf('identity', async () => equal((await app.admin.delete(`${ofUser}/${shown.id}`)).status, 200));
    deepEqual([event?.type, event?.createdBy, Object(event?.data).id], ['pat-deleted', 'admin', shown.id]);
    equal(await isKnown(secret), false);
    equal((await app.admin.delete(`${ofUser}/${shown.id}`)).status, 404);
  });

  for (const [what, path, types] of [
    ['ends the sessions', 'sessions', ['pat-deleted', 'user-updated']],
    ['changes the password', 'change-password', ['pat-deleted', 'user-updated']],
  ] as const)
    it(`end when an administrator ${what} of their owner`, async () => {
      const { client, id } = await app.someone(roleIds.viewer);
      const { secret } = (await client.post('/api/admin/user/tokens', { description: 'stolen', expiresAt })).body;
      const events = await app.eventsOf('identity', async () => {
        const url = `/api/admin/user-admin/${id}/${path}`;
        equal((await (path === 'sessions' ? app.admin.delete(url) : app.admin.post(url, { password: 'Correct-horse-1' }))).status, 200);
      });
      deepEqual(
        events.map(({ type, createdBy }) => [type, createdBy]),
        types.map((type) => [type, 'admin']),
      );
      equal(await isKnown(secret), false);
    });
});
