import { deepEqual, equal, match } from 'node:assert/strict';
import type { Answer, Client } from '@signalbox/testing';
import { type IdentityApp, startIdentity } from '../identity-app.fixture.ts';

const users = '/scim/Users';
const groups = '/scim/Groups';
const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const values = (members: readonly { value: string }[]) => members.map(({ value }) => value);

describe('provisioning (SCIM) by the published steps of providers', () => {
  let app: IdentityApp;
  let scim: Client;
  before(async () => {
    app = await startIdentity();
    const { body } = await app.admin.post('/api/admin/scim-settings', { enabled: true });
    const client = app.with({ authorization: `Bearer ${body.token}` });
    const typed = { headers: { 'content-type': 'application/scim+json' } };
    const raw = (body: unknown) => ({ ...typed, raw: JSON.stringify(body) });
    scim = {
      ...client,
      post: (path: string, body: unknown) => client.post(path, undefined, raw(body)),
      put: (path: string, body: unknown) => client.put(path, undefined, raw(body)),
      patch: (path: string, body: unknown) => client.patch(path, undefined, raw(body)),
      get: (path: string) => client.get(path),
      delete: (path: string) => client.delete(path),
    };
  });
  after(() => app.close());

  const find = (path: string, filter: string) => scim.get(`${path}?filter=${encodeURIComponent(filter)}`);
  const found = async (path: string, filter: string): Promise<string[]> => {
    const { status, body } = await find(path, filter);
    equal(status, 200, `${filter}: ${JSON.stringify(body)}`);
    equal(body.totalResults, body.Resources.length);
    return body.Resources.map(({ id }: { id: string }) => id);
  };
  const isScim = ({ headers }: Answer) => match(String(headers['content-type']), /^application\/scim\+json/);

  it('provisions a user as Microsoft Entra documents it', async () => {
    deepEqual(await found(users, 'userName eq "non-existent user"'), []);
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@contoso.example',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@contoso.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    };
    const created = await scim.post(users, sent);
    equal(created.status, 201);
    isScim(created);
    const { userName, externalId, emails, name, active, id } = created.body;
    deepEqual([userName, externalId, emails, name, active], [sent.userName, sent.externalId, sent.emails, sent.name, true]);
    const path = `${users}/${id}`;
    deepEqual((await scim.get(path)).body, created.body);
    for (const filter of [
      `userName eq "${sent.userName.toUpperCase()}"`,
      `externalId eq "${sent.externalId}"`,
      `emails[type eq "work"].value eq "${sent.emails[0]?.value}"`,
      `emails[type eq "work" and value eq "${sent.emails[0]?.value}"]`,
    ])
      deepEqual(await found(users, filter), [id]);

    const several = await scim.patch(path, {
      schemas,
      Operations: [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@contoso.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
      ],
    });
    equal(several.status, 200);
    deepEqual(several.body.emails, [{ primary: true, type: 'work', value: 'updatedEmail@contoso.example' }]);
    equal(several.body.name.familyName, 'updatedFamilyName');
    const renamed = await scim.patch(path, { schemas, Operations: [{ op: 'Replace', path: 'userName', value: 'Five@contoso.example' }] });
    equal(renamed.body.userName, 'Five@contoso.example');
    const disabled = await scim.patch(path, { schemas, Operations: [{ op: 'Replace', path: 'active', value: 'False' }] });
    deepEqual([disabled.status, disabled.body.active, disabled.body.name.givenName], [200, false, 'givenName']);
    equal((await scim.delete(path)).status, 204);
    const gone = await scim.get(path);
    equal(gone.status, 404);
    isScim(gone);
  });

  it('provisions a group as Microsoft Entra documents it', async () => {
    const ids: string[] = [];
    for (const userName of ['g1@contoso.example', 'g2@contoso.example', 'g3@contoso.example'])
      ids.push((await scim.post(users, { userName })).body.id);
    const [one = '', two = '', three = ''] = ids;
    const sent = {
      displayName: 'displayName',
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      members: [],
      meta: { resourceType: 'Group' },
    };
    const created = await scim.post(groups, { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], ...sent });
    equal(created.status, 201);
    const { id } = created.body;
    const path = `${groups}/${id}`;
    equal((await scim.get(`${path}?excludedAttributes=members`)).status, 200);
    deepEqual(
      (await scim.get(`${groups}?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "displayName"')}`)).body
        .Resources[0].id,
      id,
    );
    const patch = async (...Operations: object[]) => (await scim.patch(path, { schemas, Operations })).body;
    equal(
      (await patch({ op: 'Replace', path: 'displayName', value: '1879db59-3bdf-4490-ad68-ab880a269474updated' })).externalId,
      sent.externalId,
    );
    const added = await patch({ op: 'Add', path: 'members', value: ids.map((value) => ({ $ref: null, value })) });
    deepEqual(values(added.members), ids);
    deepEqual(values((await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: one }] })).members), [two, three]);
    deepEqual(await found(groups, `members.value eq "${three}"`), [id]);
    deepEqual(values((await patch({ op: 'Remove', path: `members[value eq "${two}"]` })).members), [three]);
    equal((await scim.delete(path)).status, 204);
  });

  it('passes Okta’s SPEC test', async () => {
    equal((await scim.get(`${users}?count=1&startIndex=1`)).status, 200);
    const random = 'RunscopeXq7@Example.com';
    deepEqual(await found(users, `userName eq "${random}"`), []);
    const missing = await scim.get(`${users}/010101001010101011001010101011`);
    equal(missing.status, 404);
    isScim(missing);
    deepEqual([missing.body.schemas, missing.body.status], [['urn:ietf:params:scim:api:messages:2.0:Error'], '404']);
    const name = { givenName: 'RunscopeGiven', familyName: 'RunscopeFamily' };
    const sent = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: random,
      name,
      emails: [{ primary: true, value: random, type: 'work' }],
      displayName: 'RunscopeGiven RunscopeFamily',
      active: true,
    };
    const { status, body } = await scim.post(users, sent);
    equal(status, 201);
    deepEqual([body.userName, body.name.givenName, body.name.familyName, body.active], [random, name.givenName, name.familyName, true]);
    const again = (await scim.get(`${users}/${body.id}`)).body;
    deepEqual([again.userName, again.name.familyName, again.emails], [random, name.familyName, sent.emails]);
    const taken = await scim.post(users, { ...sent, userName: random.toLowerCase() });
    deepEqual([taken.status, taken.body.scimType], [409, 'uniqueness']);
    isScim(taken);
    deepEqual(await found(users, `userName eq "${random.toUpperCase()}"`), [body.id]);
  });

  it('answers 404 for ids that no resource can have', async () => {
    for (const id of ['x', '1e3', '01', '1.0', '-1', '99999999999', 'a%20b'])
      for (const path of [`${users}/${id}`, `${groups}/${id}`]) {
        equal((await scim.get(path)).status, 404, path);
        equal((await scim.delete(path)).status, 404, path);
        equal((await scim.patch(path, { Operations: [{ op: 'remove', path: 'externalId' }] })).status, 404, path);
      }
  });

  it('filters by all operators, names and combinations of RFC 7644', async () => {
    const create = async (userName: string, more: object) => (await scim.post(users, { userName, ...more })).body.id as string;
    const emails = [
      { value: 'Filter.One@example.com', type: 'work', primary: true },
      { value: 'second@home.example', type: 'home' },
    ];
    const one = await create('filter-one', { externalId: 'F-1', displayName: 'Filter One', emails });
    const two = await create('filter-two', { displayName: 'Filter Two', active: false });
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User';
    for (const [filter, ids] of [
      ['userName sw "FILTER-"', [one, two]],
      ['userName co "ter-o" or userName ew "ter-two"', [one, two]],
      ['userName sw "filter-" and active eq true', [one]],
      ['userName sw "filter-" and active eq "False"', [two]],
      ['userName sw "filter-" and not (externalId pr)', [two]],
      ['UserName sw "filter-" and externalId pr', [one]],
      ['externalId eq "f-1"', []],
      ['userName sw "filter-" and displayName ne "filter one"', [two]],
      [`${urn}:userName eq "Filter-One"`, [one]],
      [`${urn}:emails.value eq "filter.one@EXAMPLE.com"`, [one]],
      ['emails.value eq "second@home.example"', [one]],
      ['emails eq "second@home.example"', [one]],
      ['emails[type eq "HOME" and value ew "home.example"]', [one]],
      [`id eq "${one}"`, [one]],
      [`id eq "${one}" or id eq "${two}"`, [one, two]],
      ['id eq "x"', []],
      ['name.formatted eq "Filter One"', [one]],
      ['meta.resourceType eq "User" and userName sw "filter-o"', [one]],
    ] as const)
      deepEqual(await found(users, filter), ids, filter);
    const page = await scim.get(`${users}?count=1&startIndex=2&filter=${encodeURIComponent('userName sw "filter-"')}`);
    deepEqual([page.body.totalResults, page.body.Resources[0].id], [2, two]);
    for (const filter of [
      'nickname eq "x"',
      'userName',
      'userName eq',
      'userName eq "x" and',
      'userName is "x"',
      'emails[kind eq "x"]',
      '(',
      'a constructor b',
    ]) {
      const { status, body } = await find(users, filter);
      deepEqual([status, body.scimType], [400, 'invalidFilter'], filter);
    }
  });

  it('finds a user that an administrator created in any case, and refuses a second one', async () => {
    const { id } = (await app.admin.post('/api/admin/user-admin', { username: 'JohnDoe', rootRole: 3, sendEmail: false })).body;
    const other = (await app.admin.post('/api/admin/user-admin', { username: 'JÖRG', rootRole: 3, sendEmail: false })).body;
    deepEqual(await found(users, 'userName eq "johndoe"'), [String(id)]);
    deepEqual(await found(users, 'userName eq "jörg"'), [String(other.id)]);
    for (const userName of ['johndoe', 'JohnDoe', 'jörg']) {
      const { status, body } = await scim.post(users, { userName });
      deepEqual([status, body.scimType], [409, 'uniqueness'], userName);
    }
    equal((await scim.patch(`${users}/${id}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status, 200);
    deepEqual(await found(users, 'userName eq "JOHNDOE" and active eq false'), [String(id)]);
  });

  it('treats names of groups that differ in case as the same, and accepts long ones', async () => {
    const { id } = (await scim.post(groups, { displayName: 'Devs' })).body;
    for (const displayName of ['devs', 'DEVS', 'Devs']) {
      const { status, body } = await scim.post(groups, { displayName });
      deepEqual([status, body.scimType], [409, 'uniqueness']);
    }
    deepEqual(await found(groups, 'displayName eq "dEVS"'), [id]);
    const other = (await scim.post(groups, { displayName: 'Ops' })).body.id;
    equal((await scim.patch(`${groups}/${other}`, { Operations: [{ op: 'replace', path: 'displayName', value: 'devs' }] })).status, 409);
    equal((await scim.put(`${groups}/${id}`, { displayName: 'DEVS' })).body.displayName, 'DEVS');
    const long = 'x'.repeat(256);
    equal((await scim.post(groups, { displayName: long })).body.displayName, long);
    equal((await scim.post(groups, { displayName: `${long}y` })).status, 400);
  });

  it('keeps inactive users as members without access, and lets them join once they are active', async () => {
    const idle = (await scim.post(users, { userName: 'idle@example.com', active: false })).body.id;
    const busy = (await scim.post(users, { userName: 'busy@example.com' })).body.id;
    const created = await scim.post(groups, { displayName: 'Mixed', members: [idle, busy].map((value) => ({ value })) });
    equal(created.status, 201, JSON.stringify(created.body));
    const path = `${groups}/${created.body.id}`;
    deepEqual(new Set(values(created.body.members)), new Set([idle, busy]));
    deepEqual((await scim.get(path)).body.members, created.body.members);
    const own = async () =>
      (await app.admin.get(`/api/admin/groups/${created.body.id}`)).body.users.map((each: { user: { id: number } }) => each.user.id);
    deepEqual(await own(), [Number(busy)]);
    equal((await scim.patch(path, { Operations: [{ op: 'add', path: 'externalId', value: 'm' }] })).body.members.length, 2);
    equal((await scim.patch(`${users}/${idle}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })).status, 200);
    deepEqual(new Set(await own()), new Set([idle, busy].map(Number)));
    equal((await scim.get(path)).body.members.length, 2);
    equal((await scim.patch(`${users}/${idle}`, { Operations: [{ op: 'replace', path: 'active', value: false }] })).status, 200);
    await scim.patch(path, { Operations: [{ op: 'add', path: 'members', value: [{ value: idle }] }] });
    deepEqual(
      values((await scim.patch(path, { Operations: [{ op: 'remove', path: 'members', value: [{ value: idle }] }] })).body.members),
      [busy],
    );
    equal((await scim.patch(`${users}/${idle}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })).status, 200);
    deepEqual(await own(), [Number(busy)]);
  });

  it('keeps an inactive user inactive when a replacement omits active', async () => {
    const { id } = (await scim.post(users, { userName: 'left@example.com', active: false })).body;
    equal((await scim.put(`${users}/${id}`, { userName: 'left@example.com', displayName: 'Left' })).body.active, false);
  });

  it('shows names and addresses that an administrator changed', async () => {
    const { id } = (
      await scim.post(users, { userName: 'Eve', name: { givenName: 'Eve' }, emails: [{ value: 'Eve@example.com', type: 'home' }] })
    ).body;
    await app.admin.put(`/api/admin/user-admin/${id}`, { name: 'Eva', email: 'eva@example.com' });
    const { userName, displayName, emails } = (await scim.get(`${users}/${id}`)).body;
    deepEqual([userName, displayName, emails], ['Eve', 'Eva', [{ value: 'eva@example.com', type: 'work', primary: true }]]);
    const patched = (await scim.patch(`${users}/${id}`, { Operations: [{ op: 'replace', path: 'active', value: true }] })).body;
    deepEqual([patched.displayName, patched.emails[0].value], ['Eva', 'eva@example.com']);
  });
});
