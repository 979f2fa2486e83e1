import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Client } from '@signalbox/testing';
import { type IdentityApp, password, startIdentity } from '../identity-app.fixture.ts';
import { identity } from '../service.ts';

const users = '/scim/Users';
const settings = '/api/admin/scim-settings';

describe('provisioning of users (SCIM)', () => {
  let app: IdentityApp;
  let scim: Client;
  before(async () => {
    app = await startIdentity();
    const { body, headers } = await app.admin.post(settings, { enabled: true });
    equal(headers['cache-control'], 'no-store');
    scim = app.with({ authorization: `Bearer ${body.token}` });
  });
  after(() => app.close());

  const ann = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'Ann@example.com',
    externalId: 'ext-1',
    displayName: 'Ann',
  };
  const create = async (userName: string, more: object = {}) => (await scim.post(users, { userName, ...more })).body;

  it('requires a token, which is shown once and can be replaced', async () => {
    deepEqual((await app.admin.get(settings)).body, { enabled: true, hasToken: true });
    deepEqual((await app.admin.post(settings, { enabled: true })).body, { enabled: true, hasToken: true });
    const { headers, body } = await app.admin.post(`${settings}/generate-new-token`);
    equal(headers['cache-control'], 'no-store');
    const { token } = body;
    equal((await scim.get(users)).status, 401);
    scim = app.with({ authorization: `Bearer ${token}` });
    equal((await scim.get(users)).status, 200);
    await app.admin.post(settings, { enabled: false });
    equal((await scim.get(users)).status, 401);
    await app.admin.post(settings, { enabled: true });
    equal((await scim.get(users)).status, 200);
    const events = JSON.stringify(await app.events('identity'));
    ok(!events.includes(token) && events.includes('"id":"scim","hideEventDetails":true'));
  });

  it('is refused without the token, with a SCIM error', async () => {
    for (const client of [app.as(null), app.admin, app.with({ authorization: 'Bearer scim:0' })]) {
      const { status, body, headers } = await client.post(users, ann);
      deepEqual([status, body.schemas, body.status], [401, ['urn:ietf:params:scim:api:messages:2.0:Error'], '401']);
      match(String(headers['content-type']), /^application\/scim\+json/);
    }
  });

  it('creates a viewer, and finds the user by userName in any case and by externalId', async () => {
    const raw = JSON.stringify(ann);
    const { status, body, headers } = await scim.post(users, undefined, { raw, headers: { 'content-type': 'application/scim+json' } });
    equal(status, 201);
    match(String(headers['content-type']), /^application\/scim\+json/);
    const { id, meta, ...rest } = body;
    equal(headers['location'], meta.location);
    deepEqual(rest, {
      schemas: ann.schemas,
      externalId: 'ext-1',
      userName: 'Ann@example.com',
      displayName: 'Ann',
      name: { formatted: 'Ann' },
      emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
      active: true,
    });
    for (const filter of ['userName eq "ANN@example.com"', 'externalId eq "ext-1"']) {
      const found = (await scim.get(`${users}?filter=${encodeURIComponent(filter)}`)).body;
      deepEqual([found.totalResults, found.Resources[0].id], [1, id]);
    }
    deepEqual((await scim.get(`${users}/${id}`)).body, body);
    const user = (await app.admin.get(`/api/admin/user-admin/${id}`)).body;
    deepEqual([user.email, user.name, user.rootRole], ['ann@example.com', 'Ann', 3]);
  });

  it('refuses a taken name and an unknown filter', async () => {
    const { status, body } = await scim.post(users, ann);
    deepEqual([status, body.scimType], [409, 'uniqueness']);
    const { username } = await app.someone(3);
    equal((await scim.post(users, { userName: `${username}@signalbox.example` })).status, 409);
    equal((await app.admin.post('/api/admin/user-admin', { username: 'boss@corp.example', rootRole: 3, sendEmail: false })).status, 201);
    equal((await scim.post(users, { userName: 'boss@corp.example' })).status, 409);
    const filtered = await scim.get(`${users}?filter=${encodeURIComponent('userName is "a"')}`);
    deepEqual([filtered.status, filtered.body.scimType], [400, 'invalidFilter']);
    equal((await scim.get(`${users}/4711`)).status, 404);
  });

  it('refuses an address with letters that only look like another’s', async () => {
    const { id } = await create('lena@example.com');
    const kelvin = '\u212Aim@example.com';
    for (const names of [{ userName: kelvin }, { userName: 'kim', emails: [{ value: kelvin }] }]) {
      equal((await scim.post(users, names)).status, 400);
      equal((await scim.put(`${users}/${id}`, names)).status, 400);
    }
  });

  it('lists pages, including users created by administrators', async () => {
    const all = (await scim.get(users)).body;
    ok(all.Resources.some(({ userName }: { userName: string }) => userName === 'admin'));
    equal(all.totalResults, all.Resources.length);
    const page = (await scim.get(`${users}?startIndex=2&count=1`)).body;
    deepEqual([page.totalResults, page.itemsPerPage, page.Resources[0].id], [all.totalResults, 1, all.Resources[1].id]);
    equal((await scim.get(`${users}?count=0`)).body.totalResults, all.totalResults);
  });

  it('lists groups in pages', async () => {
    const groups = '/scim/Groups';
    for (const displayName of ['page 1', 'page 2', 'page 3']) equal((await scim.post(groups, { displayName })).status, 201);
    const all = (await scim.get(groups)).body;
    const page = (await scim.get(`${groups}?startIndex=2&count=1`)).body;
    deepEqual([page.totalResults, page.Resources.map(({ id }: { id: string }) => id)], [all.totalResults, [all.Resources[1].id]]);
  });

  it('checks the token before it reads the body, on all routes', async () => {
    const client = app.with({ authorization: 'Bearer wrong' });
    const routes = identity.routes.map(({ declaration }) => declaration).filter(({ path }) => path.startsWith('/scim/'));
    equal(routes.filter(({ body }) => body).length, 6);
    for (const { method, path } of routes) {
      const at = path.replace(/:\w+/, '1');
      const malformed = { raw: '{', headers: { 'content-type': 'application/scim+json' } };
      const { status } = await (method === 'get' || method === 'delete' ? client[method](at) : client[method](at, undefined, malformed));
      equal(status, 401, `${method} ${path}`);
    }
  });

  it('accepts values that only look dangerous or boolean, and refuses inherited names', async () => {
    const { body } = await scim.post(users, { userName: 'plain@signalbox.example' });
    const patch = (op: object) => scim.patch(`${users}/${body.id}`, { Operations: [op] });
    equal((await patch({ op: 'replace', path: 'userName', value: 'ann@prototype.example' })).status, 200);
    equal((await patch({ op: 'replace', value: { displayName: 'bridge constructors' } })).status, 200);
    const named = await patch({ op: 'replace', path: 'name.familyName', value: 'True' });
    deepEqual([named.status, named.body.name?.familyName ?? named.body.displayName], [200, 'True']);
    for (const op of [
      { op: 'replace', path: '__proto__.x', value: 1 },
      { op: 'add', value: { name: { constructor: 'x' } } },
    ])
      equal((await patch(op)).status, 400);
  });

  it('returns an empty page for an index beyond all users', async () => {
    const { status, body } = await scim.get(`${users}?startIndex=99999999999999999999`);
    deepEqual([status, body.Resources], [200, []]);
  });

  it('updates parts, in the notations of various clients', async () => {
    const { id } = await create('bob@example.com', { name: { givenName: 'Bob', familyName: 'B' } });
    const patch = (Operations: unknown[]) =>
      scim.patch(`${users}/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
    equal((await patch([{ op: 'Replace', path: 'displayName', value: 'Robert' }])).body.displayName, 'Robert');
    equal((await patch([{ op: 'add', path: 'externalId', value: 'ext-2' }])).body.externalId, 'ext-2');
    equal(
      (await patch([{ op: 'replace', path: 'emails[type eq "work"].value', value: 'robert@example.com' }])).body.emails[0].value,
      'robert@example.com',
    );
    const named = await patch([{ op: 'replace', value: { 'name.givenName': 'Rob', 'name.familyName': 'Bee' } }]);
    deepEqual(named.body.name, { formatted: 'Robert', givenName: 'Rob', familyName: 'Bee' });
    equal((await patch([{ op: 'remove', path: 'displayName' }])).body.displayName, 'Rob Bee');
    equal((await patch([{ op: 'replace', path: '__proto__.polluted', value: true }])).status, 400);
    equal((await patch([{ op: 'replace', path: 'userName', value: '' }])).status, 400);
    equal((await patch([{ op: 'invent', path: 'active', value: true }])).status, 400);
    equal(({} as Record<string, unknown>)['polluted'], undefined);
    equal((await app.admin.get(`/api/admin/user-admin/${id}`)).body.email, 'robert@example.com');
  });

  it('deactivates a user, which ends all sessions, and restores the same id without them', async () => {
    const someone = await app.someone(1);
    const { id, client, username } = someone;
    const path = `${users}/${id}`;
    const events = await app.eventsOf('identity', async () => {
      const { status, body } = await scim.patch(path, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
      deepEqual([status, body.active, body.userName], [200, false, `${username}@signalbox.example`]);
    });
    deepEqual(events.map(({ type, createdBy }) => [type, createdBy]).at(-1), ['user-deleted', 'scim']);
    equal((await client.get('/api/admin/user')).status, 401);
    equal((await app.admin.get(`/api/admin/user-admin/${id}`)).status, 404);
    deepEqual((await scim.get(path)).body.active, false);
    equal((await scim.post(users, { userName: `${username}@signalbox.example` })).status, 409);
    const { body } = await scim.put(path, { userName: `${username}@signalbox.example`, active: true });
    deepEqual([body.id, body.active], [String(id), true]);
    const { body: back } = await app.admin.get(`/api/admin/user-admin/${id}`);
    deepEqual([back.email, back.rootRole], [`${username}@signalbox.example`, 3], 'a viewer, regardless of the former role');
    equal((await client.get('/api/admin/user')).status, 401);
  });

  it('deletes a user, whose name becomes available', async () => {
    const { id } = await create('eve@example.com');
    equal((await scim.delete(`${users}/${id}`)).status, 204);
    equal((await scim.get(`${users}/${id}`)).status, 404);
    equal((await scim.delete(`${users}/${id}`)).status, 404);
    const again = await create('eve@example.com');
    await app.admin.delete(`/api/admin/user-admin/${again.id}`);
    equal((await scim.get(`${users}/${again.id}`)).status, 404);
    equal((await scim.post(users, { userName: 'eve@example.com' })).status, 201);
  });

  it('keeps the last administrator', async () => {
    const { Resources } = (await scim.get(`${users}?filter=${encodeURIComponent('userName eq "admin"')}`)).body;
    const { status, body } = await scim.delete(`${users}/${Resources[0].id}`);
    deepEqual([status, body.name], [403, 'InvalidOperationError']);
  });

  it('creates, finds, updates and deletes groups, and manages their members', async () => {
    const groups = '/scim/Groups';
    const [one, two] = [await app.someone(3), await app.someone(3)];
    const created = await scim.post(groups, { displayName: 'Crew', members: [{ value: String(one.id) }] });
    equal(created.status, 201, JSON.stringify(created.body));
    const { id, members } = created.body;
    deepEqual(members, [{ value: String(one.id), display: `${one.username}@signalbox.example` }]);
    const twice = await scim.post(groups, { displayName: 'Crew' });
    deepEqual([twice.status, twice.body.scimType], [409, 'uniqueness']);
    equal((await scim.get(`${groups}?filter=${encodeURIComponent('displayName eq "Crew"')}`)).body.Resources[0].id, id);
    const patch = async (Operations: unknown[]) => {
      const { body } = await scim.patch(`${groups}/${id}`, { Operations });
      return body.members.map(({ value }: { value: string }) => Number(value));
    };
    deepEqual(await patch([{ op: 'Add', path: 'members', value: [{ value: String(two.id) }] }]), [one.id, two.id]);
    deepEqual(await patch([{ op: 'remove', path: `members[value eq "${one.id}"]` }]), [two.id]);
    const events = await app.eventsOf('identity', async () => {
      const { body } = await scim.put(`${groups}/${id}`, { displayName: 'The crew', members: [] });
      deepEqual([body.displayName, body.members], ['The crew', []]);
      for (const value of ['4711', 'x', ''])
        equal((await scim.put(`${groups}/${id}`, { displayName: 'The crew', members: [{ value }] })).status, 400);
      equal((await scim.delete(`${groups}/${id}`)).status, 204);
    });
    deepEqual(
      events.map(({ type, createdBy }) => [type, createdBy]),
      [
        ['group-updated', 'scim'],
        ['group-deleted', 'scim'],
      ],
    );
    equal((await scim.get(`${groups}/${id}`)).status, 404);
    equal((await app.as(null).get(groups)).status, 401);
  });

  it('accepts attribute names in any case, and behind the URN of their schema, in all bodies', async () => {
    const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
    const created = await scim.post(users, { UserName: 'cases@example.com', [`${core}:displayName`]: 'Cases', ACTIVE: 'True' });
    deepEqual([created.status, created.body.displayName, created.body.active], [201, 'Cases', true]);
    const path = `${users}/${created.body.id}`;
    const put = await scim.put(path, { USERNAME: 'cases@example.com', Active: false });
    deepEqual([put.status, put.body.active], [200, false]);
    const patched = await scim.patch(path, { operations: [{ Op: 'Replace', Path: 'Active', Value: 'True' }] });
    deepEqual([patched.status, patched.body.active], [200, true]);
    const twice = await scim.put(path, { userName: 'cases@example.com', active: true, Active: false });
    deepEqual([twice.status, twice.body.scimType], [400, 'invalidSyntax']);
    const unknown = await scim.patch(path, { Operations: [{ op: 'replace', path: 'activ', value: false }] });
    deepEqual([unknown.status, unknown.body.scimType], [400, 'invalidPath']);
  });

  it('removes single members as Microsoft’s client does', async () => {
    const [one, two] = [await app.someone(3), await app.someone(3)];
    const members = [one, two].map(({ id }) => ({ Value: String(id) }));
    const { id } = (await scim.post('/scim/Groups', { DisplayName: 'Leavers', Members: members })).body;
    const remove = (value: object) => scim.patch(`/scim/Groups/${id}`, { Operations: [{ op: 'Remove', path: 'members', value: [value] }] });
    const { status, body } = await remove({ $ref: null, value: String(one.id) });
    deepEqual([status, body.members.map(({ value }: { value: string }) => value)], [200, [String(two.id)]]);
    deepEqual((await remove({ value: String(two.id) })).body.members, []);
  });

  it('stores the client’s id of a group, and finds the group by it', async () => {
    const groups = '/scim/Groups';
    const find = async (externalId: string) =>
      (await scim.get(`${groups}?filter=${encodeURIComponent(`externalId eq "${externalId}"`)}`)).body;
    const { id, externalId } = (await scim.post(groups, { displayName: 'Named', externalId: 'ext "1"' })).body;
    equal(externalId, 'ext "1"');
    deepEqual(
      [(await find('ext \\"1\\"')).Resources.map((group: { id: string }) => group.id), (await find('EXT')).totalResults],
      [[id], 0],
    );
    const patched = await scim.patch(`${groups}/${id}`, { Operations: [{ op: 'replace', path: 'externalId', value: 'ext-2' }] });
    deepEqual([patched.body.externalId, patched.body.displayName], ['ext-2', 'Named']);
    equal((await scim.patch(`${groups}/${id}`, { Operations: [{ op: 'add', path: 'members', value: [] }] })).body.externalId, 'ext-2');
    equal((await scim.get(`${groups}/${id}`)).body.externalId, 'ext-2');
    equal((await scim.put(`${groups}/${id}`, { displayName: 'Named' })).body.externalId, undefined);
    equal((await find('ext-2')).totalResults, 0);
    await scim.put(`${groups}/${id}`, { displayName: 'Named', externalId: 'ext-3' });
    equal((await scim.delete(`${groups}/${id}`)).status, 204);
    equal((await find('ext-3')).totalResults, 0);
  });

  it('ends the tokens of deactivated users, who cannot log in, reset the password or sign up either', async () => {
    const { id, client, username } = await app.someone(3);
    const email = `${username}@signalbox.example`;
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const { secret } = (await client.post('/api/admin/user/tokens', { description: 'scripts', expiresAt })).body;
    const link = (await app.admin.post('/api/admin/user-admin/reset-password', { id: email })).body.resetPasswordUrl;
    const invitation = (await app.admin.post('/api/admin/invite-link/tokens', { name: 'Interns', expiresAt })).body.secret;
    const token = app.holding('token', secret);
    equal((await token.get('/api/admin/user')).status, 200);
    equal((await scim.patch(`${users}/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status, 200);
    for (const each of [client, token]) equal((await each.get('/api/admin/user')).status, 401);
    for (const login of [email, username])
      equal((await app.as(null).post('/auth/simple/login', { username: login, password })).status, 401);
    const reset = { token: new URL(link).searchParams.get('token'), password: 'Correct-horse-1' };
    equal((await app.as(null).post('/auth/reset/password', reset)).status, 401);
    const signUp = { email: email.toUpperCase(), name: 'Again', password: 'Correct-horse-1' };
    const refused = await app.as(null).post(`/invite/${invitation}/signup`, signUp);
    deepEqual([refused.status, refused.body.name], [403, 'ForbiddenError']);
  });

  it('describes its features', async () => {
    equal((await scim.get('/scim/ServiceProviderConfig')).body.patch.supported, true);
    equal((await scim.get('/scim/ResourceTypes')).body.Resources[0].endpoint, '/Users');
    equal((await scim.get('/scim/Schemas')).body.Resources[0].id, 'urn:ietf:params:scim:schemas:core:2.0:User');
  });
});
