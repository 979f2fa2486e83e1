import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AccessState, fetchAccess, fetchTokens, projectDeleted, roleIds, type TokenState } from '@signalbox/contracts';
import { eventually, statementsOf } from '@signalbox/testing';
import { type IdentityApp, password, projectFact, randomHex, startIdentity } from '../../identity-app.fixture.ts';

const tokensPath = '/api/admin/api-tokens';
const usersPath = '/api/admin/user-admin';

/**
 * A replica of tokens and access state, fetched once and then updated from identity's messages alone. The state is null when a message
 * requires a new fetch.
 */
interface Copy {
  version: number;
  readonly tokens: Map<string, TokenState>;
  state: AccessState | null;
}

describe('identity’s messages about changes', () => {
  let app: IdentityApp;
  let copy: Copy;
  let read: number;
  before(async () => {
    app = await startIdentity({ settings: { USER_CREATIONS_PER_MINUTE: '1000' } });
  });
  after(() => app.close());
  beforeEach(async () => {
    const { version, tokens } = await app.host.ask(fetchTokens, {});
    copy = { version, tokens: new Map(tokens.map((token) => [token.hash, token])), state: await app.host.ask(fetchAccess, {}) };
    read = app.published.length;
  });

  const byHash = (tokens: Iterable<TokenState>) => [...tokens].sort((one, other) => one.hash.localeCompare(other.hash));

  /** Applies the messages since the last call to the copy, compares it with the current data, and returns it. */
  async function follow(): Promise<Copy> {
    const { version, tokens } = await app.host.ask(fetchTokens, {});
    await eventually(() => ok((app.published.at(-1)?.version ?? 0) >= version));
    for (const change of app.published.slice(read)) {
      if (change.version <= copy.version) continue; // Messages may arrive twice.
      equal(change.previous, copy.version);
      copy.version = change.version;
      for (const token of change.tokens?.changed ?? []) copy.tokens.set(token.hash, token);
      for (const hash of change.tokens?.removed ?? []) copy.tokens.delete(hash);
      copy.state = copy.state && change.changesState === false ? { ...copy.state, version: change.version } : null;
    }
    read = app.published.length;
    equal(copy.version, version);
    deepEqual(byHash(copy.tokens.values()), byHash(tokens));
    if (copy.state) deepEqual(copy.state, await app.host.ask(fetchAccess, {}));
    return copy;
  }

  async function succeeds(answer: Promise<{ status: number; body: unknown }>) {
    const { status, body } = await answer;
    ok(status < 300, JSON.stringify(body));
    return body as { id: number };
  }
  const createToken = (more: object = {}) =>
    succeeds(app.admin.post(tokensPath, { tokenName: 'shop', type: 'client', environment: 'development', projects: ['default'], ...more }));
  const createUser = () => succeeds(app.admin.post(usersPath, { username: `u-${randomHex()}`, password, rootRole: roleIds.viewer }));

  it('lead to the existing tokens, one message per change, without touching the access state', async () => {
    const { id } = await createToken();
    await succeeds(app.admin.put(`${tokensPath}/${id}`, { expiresAt: new Date(Date.now() + 60_000).toISOString() }));
    const other = await createToken();
    await succeeds(app.admin.post(`${tokensPath}/${other.id}/rotate`, {}));
    await succeeds(app.admin.delete(`${tokensPath}/${id}`));
    const before = copy.version;
    ok((await follow()).state);
    equal(copy.version, before + 5);
  });

  it('follow when a deleted project narrows and revokes tokens', async () => {
    await app.publishProject('gone');
    for (const projects of [['gone'], ['gone', 'default']]) await createToken({ projects });
    const count = (await follow()).tokens.size;
    await app.publishFromToggles(projectDeleted, { project: 'gone', preData: projectFact('gone') });
    await eventually(async () => equal((await app.host.ask(fetchTokens, {})).tokens.length, count - 1));
    equal((await follow()).state, null);
  });

  it('leave the access state for users without project roles, passwords, sessions and personal tokens', async () => {
    const { id } = await createUser();
    await succeeds(app.admin.put(`${usersPath}/${id}`, { rootRole: roleIds.editor, name: 'Ada' }));
    await succeeds(app.admin.post(`${usersPath}/${id}/change-password`, { password: `${password}, a track` }));
    const { client } = await app.someone(roleIds.viewer);
    await succeeds(client.post('/api/admin/user/tokens', { description: 'ci', expiresAt: new Date(Date.now() + 60_000).toISOString() }));
    await client.get('/logout');
    await succeeds(app.admin.post('/api/admin/service-account', { name: 'ci', rootRole: roleIds.viewer }));
    ok((await follow()).state);
  });

  it('report a changed access state for roles, grants, groups and deleted users', async () => {
    const { id } = await createUser();
    ok((await follow()).state);
    const users = [{ user: { id } }];
    const changes = [
      () => app.admin.post('/api/admin/roles', { name: `r ${id}`, permissions: [{ name: 'CREATE_FEATURE' }] }),
      () => app.admin.put(`/api/admin/projects/default/users/${id}/roles`, { roles: [roleIds.member] }),
      () => app.admin.post('/api/admin/groups', { name: `g ${id}`, users }),
      () => app.admin.delete(`${usersPath}/${id}`),
    ];
    for (const change of changes) {
      copy.state = await app.host.ask(fetchAccess, {});
      await succeeds(change());
      equal((await follow()).state, null);
    }
  });

  it('contain the users of groups with a role in the instance or in a project, and of no others', async () => {
    const { id } = await createUser();
    const group = (name: string, more = {}) =>
      succeeds(app.admin.post('/api/admin/groups', { name: `${name} ${id}`, users: [{ user: { id } }], ...more }));
    const [root, member] = [await group('root', { rootRole: roleIds.editor }), await group('member'), await group('none')];
    await succeeds(app.admin.put(`/api/admin/projects/default/groups/${member.id}/roles`, { roles: [roleIds.member] }));
    const { groups = [] } = await app.host.ask(fetchAccess, {});
    deepEqual(
      groups.filter(({ users }) => users.includes(id)).map((one) => [one.id, one.name]),
      [
        [root.id, `root ${id}`],
        [member.id, `member ${id}`],
      ],
    );
  });

  it('report a changed access state when an owner of a project gets another name', async () => {
    const { id } = await createUser();
    const rename = async () => {
      const email = `${randomHex()}@example.com`;
      await succeeds(app.admin.put(`${usersPath}/${id}`, { email }));
      return email;
    };
    await rename();
    ok((await follow()).state);
    await succeeds(app.admin.put(`/api/admin/projects/default/users/${id}/roles`, { roles: [roleIds.owner] }));
    const email = await rename();
    equal((await follow()).state, null);
    const ownerNames = async () => {
      const { grants } = await app.host.ask(fetchAccess, {});
      return grants.flatMap(({ user, userName }) => (user === id ? [userName] : []));
    };
    deepEqual(await ownerNames(), [email]);
    await succeeds(app.admin.put(`${usersPath}/${id}`, { name: 'Ingrid Berg' }));
    equal((await follow()).state, null);
    deepEqual(await ownerNames(), ['Ingrid Berg']);
  });
});

describe('questions of all processes to identity', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const countOf = (pattern: RegExp, work: () => Promise<unknown>) =>
    statementsOf(app.store('identity'), work, (sql) => pattern.test(sql)).then(({ length }) => length);
  const reads = /join [`"]api_token|from [`"]known_project[`"]$/i;

  it('read the database once until the data change, and again immediately afterwards', async () => {
    const ask = () =>
      Promise.all(Array.from({ length: 16 }, () => Promise.all([app.host.ask(fetchTokens, {}), app.host.ask(fetchAccess, {})])));
    await app.admin.post(tokensPath, { tokenName: 'first', type: 'client' });
    equal(await countOf(reads, ask), 2);
    equal(await countOf(reads, ask), 0);
    await app.admin.post(tokensPath, { tokenName: 'second', type: 'client' });
    deepEqual(
      (await ask()).at(-1)?.[0].tokens.map(({ name }) => name),
      ['first', 'second'],
    );
    await app.publishProject('heard-of');
    const { projects } = await app.host.ask(fetchAccess, {});
    ok(projects.some(({ id }) => id === 'heard-of'));
  });

  it('return an empty list with its version if there are no tokens', async () => {
    const empty = await startIdentity();
    const { version, tokens } = await empty.host.ask(fetchTokens, {});
    deepEqual([version > 0, tokens], [true, []]);
    await empty.close();
  });
});
