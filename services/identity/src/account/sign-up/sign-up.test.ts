import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/invite-link/tokens';
const dayMs = 24 * hourMs;
const password = 'Correct-horse-1';
type Link = { id: number; secret: string; url: string | null; name: string; enabled: boolean; expiresAt: string; expiryCapped?: true };

describe('sign-up through links', () => {
  let app: IdentityApp;
  let ahead = 0;
  let count = 0;
  before(async () => {
    app = await startIdentity({ settings: { BASE_URL: 'https://signalbox.example' } });
  });
  after(() => app.close());

  const inDays = (days: number) => new Date(Date.now() + ahead + days * dayMs).toISOString();
  const wait = (ms: number) => {
    ahead += ms;
    app.wait(ms);
  };
  const create = async (days = 7): Promise<Link> => {
    const { status, body } = await app.admin.post(path, { name: 'Interns', expiresAt: inDays(days) });
    equal(status, 201);
    return body;
  };
  const someone = () => {
    count += 1;
    return { email: `New-${count}@signalbox.example`, name: `New ${count}`, password };
  };
  const signUp = (secret: string, body: object = someone()) => app.as(null).post(`/invite/${secret}/signup`, body);
  const validate = async (secret: string) => (await app.as(null).get(`/invite/${secret}/validate`)).status;
  const eventsOf = async (work: () => Promise<unknown>) =>
    (await app.eventsOf('identity', work)).map(({ type, createdBy, createdByUserId, data }) => ({
      type,
      createdBy,
      createdByUserId,
      data,
    }));

  it('starts with a link, complete in the response to its creation and masked afterwards', async () => {
    const expiresAt = inDays(7);
    let answer: Awaited<ReturnType<typeof app.admin.post>> | undefined;
    const events = await eventsOf(async () => {
      answer = await app.admin.post(path, { name: 'Interns', expiresAt });
    });
    const { id, secret, url, createdAt: _when, ...rest } = answer?.body ?? {};
    match(secret, /^[0-9a-f]{32}$/);
    deepEqual([answer?.status, answer?.headers['location'], answer?.headers['cache-control']], [201, `tokens/${secret}`, 'no-store']);
    equal(url, `https://signalbox.example/invite/${secret}`);
    const { role, ...others } = rest;
    deepEqual([role.id, role.name, role.type], [roleIds.viewer, 'Viewer', 'root']);
    deepEqual(others, { name: 'Interns', enabled: true, expiresAt, createdBy: 'admin', users: [] });
    const data = { id, name: 'Interns', enabled: true, expiresAt };
    deepEqual(events, [{ type: 'public-signup-token-created', createdBy: 'admin', createdByUserId: 1, data }]);
    const listed = { ...answer?.body, secret: `…${secret.slice(-4)}`, url: null };
    deepEqual((await app.admin.get(path)).body.tokens, [listed]);
    for (const named of [id, secret, encodeURIComponent(listed.secret)]) deepEqual((await app.admin.get(`${path}/${named}`)).body, listed);
    equal(await validate(encodeURIComponent(listed.secret)), 400);
  });

  it('ignores times of the account in the body, and so does an administrator who creates a user', async () => {
    const { secret } = await create();
    const times = { createdAt: 'now', seenAt: '2001-01-01T00:00:00.000Z' };
    const { status, body } = await signUp(secret, { ...someone(), ...times });
    equal(status, 201, JSON.stringify(body));
    const made = await app.admin.post('/api/admin/user-admin', { username: 'with-times', rootRole: roleIds.viewer, ...times });
    equal(made.status, 201, JSON.stringify(made.body));
    for (const { id } of [body, made.body]) {
      const { createdAt, seenAt } = (await app.admin.get(`/api/admin/user-admin/${id}`)).body;
      deepEqual([Number.isNaN(Date.parse(createdAt)), createdAt === times.createdAt, seenAt], [false, false, null]);
    }
  });

  it('creates a viewer on behalf of the product, who can log in and is listed with the link', async () => {
    const { secret, id } = await create();
    equal(await validate(secret), 200);
    const { email, name } = { email: 'Ann@Signalbox.Example', name: 'Ann' };
    let answer: Awaited<ReturnType<typeof signUp>> | undefined;
    const events = await eventsOf(async () => {
      answer = await signUp(secret, { email, name, password, rootRole: roleIds.admin });
    });
    const { body, status } = answer ?? { body: {} };
    deepEqual([status, body.email, body.name, body.rootRole], [201, 'ann@signalbox.example', 'Ann', roleIds.viewer]);
    const user = { id: body.id, name: 'Ann', username: null, email: 'ann@signalbox.example', rootRole: roleIds.viewer };
    deepEqual(events, [
      { type: 'user-created', createdBy: 'signalbox', createdByUserId: null, data: user },
      {
        type: 'public-signup-token-user-added',
        createdBy: 'signalbox',
        createdByUserId: null,
        data: { id, name: 'Interns', userId: body.id },
      },
    ]);
    equal((await app.as(null).post('/auth/simple/login', { username: email, password })).status, 200);
    const { users } = (await app.admin.get(`${path}/${id}`)).body;
    deepEqual(
      users.map((each: { id: number }) => each.id),
      [body.id],
    );
    equal((await app.admin.delete(`/api/admin/user-admin/${body.id}`)).status, 200);
    deepEqual((await app.admin.get(`${path}/${id}`)).body.users, []);
  });

  it('is refused through an unknown, disabled or expired link, and works again once the link is enabled', async () => {
    const { secret, id } = await create();
    const refuses = async (token: string) => {
      const { status, body } = await signUp(token);
      deepEqual([status, body.name, await validate(token)], [400, 'BadDataError', 400]);
    };
    await refuses('0123456789abcdef0123456789abcdef');
    await refuses(String(id));
    const data = { id, name: 'Interns', enabled: false };
    const [off, ...none] = await eventsOf(async () => {
      equal((await app.admin.put(`${path}/${id}`, { enabled: false })).body.enabled, false);
      await app.admin.put(`${path}/${id}`, { enabled: false });
    });
    const { expiresAt, ...emitted } = (off?.data ?? {}) as Partial<Link>;
    deepEqual([off?.type, emitted, none], ['public-signup-token-updated', data, []]);
    ok(expiresAt);
    await refuses(secret);
    equal((await app.admin.put(`${path}/${secret}`, { enabled: true })).body.enabled, true);
    equal((await signUp(secret)).status, 201);
    const soon = inDays(1 / 24);
    equal((await app.admin.put(`${path}/${id}`, { expiresAt: soon })).body.expiresAt, soon);
    wait(hourMs + 1000);
    await refuses(secret);
    equal((await app.admin.get(`${path}/${id}`)).body.enabled, false);
  });

  it('is open for at most a month, and the response reports a capped expiry', async () => {
    const { id, expiresAt, expiryCapped } = await create(400);
    equal(expiryCapped, true);
    const month = (at: string) => Date.parse(at) - Date.now() - ahead;
    ok(month(expiresAt) <= 31 * dayMs && month(expiresAt) > 27 * dayMs, expiresAt);
    const { body } = await app.admin.put(`${path}/${id}`, { expiresAt: inDays(400) });
    ok(month(body.expiresAt) <= 31 * dayMs, body.expiresAt);
    equal(body.expiryCapped, true);
    for (const change of [{ expiresAt: inDays(20) }, { enabled: false }])
      equal('expiryCapped' in (await app.admin.put(`${path}/${id}`, change)).body, false);
    equal('expiryCapped' in (await create(20)), false);
  });

  it('is refused with 409 for a taken name or address, and with 400 for missing or weak data', async () => {
    const { secret } = await create();
    const first = someone();
    equal((await signUp(secret, { ...first, username: 'newcomer' })).status, 201);
    equal((await signUp(secret, { ...someone(), username: 'boss@corp.example' })).status, 201);
    for (const taken of [
      { ...first, email: first.email.toUpperCase() },
      { ...someone(), username: 'newcomer' },
      { ...someone(), username: first.email },
      { ...someone(), email: 'Boss@corp.example' },
    ]) {
      const { status, body } = await signUp(secret, taken);
      deepEqual([status, body.name], [409, 'NameExistsError']);
    }
    for (const [input, name] of [
      [{ ...someone(), password: 'short' }, 'OwaspValidationError'],
      [{ ...someone(), password: '' }, 'PasswordUndefinedError'],
      [{ ...someone(), email: 'nowhere' }, 'BadDataError'],
      [{ ...someone(), email: undefined }, 'ValidationError'],
      [{ ...someone(), name: undefined }, 'ValidationError'],
    ] as const) {
      const { status, body } = await signUp(secret, input);
      deepEqual([status, body.name], [400, name]);
    }
    const twin = someone();
    const both = await Promise.all([signUp(secret, twin), signUp(secret, twin)]);
    deepEqual(
      both.map(({ status }) => status).sort((one, other) => one - other),
      [201, 409],
    );
  });

  it('ends when the link’s creator is deleted', async () => {
    const { client, id } = await app.someone(roleIds.admin);
    const link = (await client.post(path, { name: 'Guests', expiresAt: inDays(7) })).body;
    equal(await validate(link.secret), 200);
    const events = await eventsOf(() => app.admin.delete(`/api/admin/user-admin/${id}`));
    deepEqual(
      events.map(({ type }) => type),
      ['public-signup-token-updated', 'user-deleted'],
    );
    equal((events[0]?.data as Link | undefined)?.enabled, false);
    equal(await validate(link.secret), 400);
  });

  it('is managed by administrators only, with a name, a future expiry, and at least one change', async () => {
    const { id } = await create();
    for (const body of [{ name: 'x' }, { expiresAt: inDays(1) }, { name: ' ', expiresAt: inDays(1) }, { name: 'x', expiresAt: inDays(-1) }])
      equal((await app.admin.post(path, body)).status, 400);
    equal((await app.admin.put(`${path}/${id}`, {})).status, 400);
    equal((await app.admin.put(`${path}/${id}`, { expiresAt: inDays(-1) })).status, 400);
    equal((await app.admin.get(`${path}/nothing-like-it`)).status, 404);
    equal((await app.admin.put(`${path}/nothing-like-it`, { enabled: true })).status, 404);
    const { client } = await app.someone(roleIds.editor);
    for (const [caller, status] of [
      [client, 403],
      [app.as(null), 401],
    ] as const) {
      equal((await caller.get(path)).status, status);
      equal((await caller.get(`${path}/${id}`)).status, status);
      equal((await caller.post(path, { name: 'x', expiresAt: inDays(1) })).status, status);
      equal((await caller.put(`${path}/${id}`, { enabled: false })).status, status);
    }
  });

  it('is refused with 422 while password login is disabled, and changes nothing', async () => {
    const simple = '/api/admin/auth/simple/settings';
    const { secret } = await create();
    equal((await app.admin.post(simple, { disabled: true })).status, 200);
    const { status, body } = await signUp(secret);
    const valid = await validate(secret);
    equal((await app.admin.post(simple, { disabled: false })).status, 200);
    deepEqual([status, body.name, valid], [422, 'DisabledError', 422]);
    deepEqual([await validate(secret), (await signUp(secret)).status], [200, 201]);
  });
});
