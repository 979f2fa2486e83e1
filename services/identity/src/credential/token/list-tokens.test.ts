import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { fetchAccess, projectUpdated, roleIds } from '@signalbox/contracts';
import { type Client, eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/api-tokens';
type Listed = { id: number; secret: string; tokenName: string; type: string };

describe('listing tokens', () => {
  let app: IdentityApp;
  const secrets: string[] = [];
  before(async () => {
    app = await startIdentity();
    for (const type of ['admin', 'client', 'frontend']) {
      const { body } = await app.admin.post(path, { tokenName: `the ${type}`, type });
      secrets.push(body.secret);
    }
  });
  after(() => app.close());

  const list = async (caller: Client, from = path) => (await caller.get(from)).body.tokens as Listed[];

  it('shows an administrator all types, oldest first, with masked secrets', async () => {
    const tokens = await list(app.admin);
    deepEqual(
      tokens.map(({ type }) => type),
      ['admin', 'client', 'frontend'],
    );
    for (const [index, { secret, id }] of tokens.entries()) {
      const complete = secrets[index] ?? '';
      equal(secret, `${complete.slice(0, complete.lastIndexOf('.') + 1)}…${complete.slice(-4)}`);
      ok(Number.isInteger(id));
      equal((await app.holding('token', secret).get(path)).status, 401);
    }
  });

  it('shows an editor only client and frontend tokens', async () => {
    const { client } = await app.someone(2);
    deepEqual(
      (await list(client)).map(({ type }) => type),
      ['client', 'frontend'],
    );
  });

  it('shows readers the tokens of visible projects, without the names of hidden ones', async () => {
    for (const project of ['ours', 'theirs', 'vault']) await app.publishProject(project);
    const vault = projectFact('vault');
    await app.publishFromToggles(projectUpdated, { project: 'vault', data: { ...vault, mode: 'private' }, preData: vault });
    await eventually(async () => equal((await app.host.ask(fetchAccess, {})).projects.find(({ id }) => id === 'vault')?.mode, 'private'));
    for (const projects of [['ours'], ['theirs'], ['vault'], ['ours', 'vault']])
      equal((await app.admin.post(path, { tokenName: projects.join('+'), type: 'client', projects })).status, 201);
    const own = (role: { type: string; permissions: object[] }) => app.admin.post('/api/admin/roles', { name: role.type, ...role });
    const { body } = await own({ type: 'root-custom', permissions: [{ name: 'READ_CLIENT_API_TOKEN' }] });
    const [reader, owner, neighbor] = [
      await app.someone(body.roles.id),
      await app.someone(roleIds.viewer),
      await app.someone(roleIds.viewer),
    ];
    const giveOwner = (project: string, user: number) =>
      app.admin.post(`/api/admin/projects/${project}/users/${user}/roles/${roleIds.owner}`);
    for (const [project, user] of [
      ['vault', owner.id],
      ['theirs', neighbor.id],
    ] as const)
      equal((await giveOwner(project, user)).status, 200);
    const named = async (caller: Client, from = path) =>
      (await list(caller, from)).map(({ tokenName, secret }) => [tokenName, secret.split(':')[0]]);
    const everywhere = [
      ['the client', '*'],
      ['ours', 'ours'],
      ['theirs', 'theirs'],
    ];
    deepEqual(await named(reader.client), [...everywhere, ['ours+vault', '[]']]);
    const [shared] = (await list(reader.client, `${path}/ours+vault`)) as (Listed & { projects: string[] })[];
    deepEqual(shared?.projects, ['ours']);
    deepEqual(await named(reader.client, `${path}/vault`), []);
    const inProject = (project: string) => `/api/admin/projects/${project}/api-tokens`;
    deepEqual(await named(owner.client, inProject('vault')), [
      ['vault', 'vault'],
      ['ours+vault', '[]'],
    ]);
    equal((await owner.client.get(path)).status, 403);
    for (const project of ['ours', 'vault', 'nowhere']) equal((await neighbor.client.get(inProject(project))).status, 403);
    deepEqual(await named(neighbor.client, inProject('theirs')), [['theirs', 'theirs']]);
    const { client: editor } = await app.someone(roleIds.editor);
    ok((await named(editor)).some(([name]) => name === 'vault'));
  });

  it('refuses to create, change or rotate tokens of hidden projects, or of all projects for callers who do not see all', async () => {
    const permissions = ['CREATE', 'UPDATE', 'READ'].map((verb) => ({ name: `${verb}_CLIENT_API_TOKEN` }));
    const role = { name: 'token keeper', type: 'root-custom', permissions };
    const { client: keeper } = await app.someone((await app.admin.post('/api/admin/roles', role)).body.roles.id);
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const issue = (caller: Client, body: object) => caller.post(path, { tokenName: 'wide', type: 'client', ...body });
    const [all, mixed, own] = await Promise.all(
      [['*'], ['ours', 'vault'], ['ours']].map(async (projects) => (await issue(app.admin, { projects })).body.id),
    );
    const refusals = [
      await issue(keeper, { projects: ['*'] }),
      await issue(keeper, { projects: ['ours', '*'] }),
      await issue(keeper, {}),
      ...(await Promise.all([all, mixed].map((id) => keeper.put(`${path}/${id}`, { expiresAt })))),
      ...(await Promise.all([all, mixed].map((id) => keeper.post(`${path}/${id}/rotate`, {})))),
    ];
    for (const { status, body } of refusals)
      deepEqual([status, body.name, body.permissions, body.details[0].path], [403, 'NoAccessError', ['ADMIN'], 'projects']);
    equal((await issue(keeper, { projects: ['ours', 'vault'] })).status, 400, 'a hidden project does not exist for them');
    const { client: editor } = await app.someone(roleIds.editor);
    equal((await keeper.put(`${path}/${own}`, { expiresAt })).status, 200);
    equal((await keeper.post(`${path}/${own}/rotate`, {})).status, 201);
    equal((await issue(keeper, { projects: ['ours'] })).status, 201);
    equal((await editor.put(`${path}/${all}`, { expiresAt })).status, 403, 'editors see everything, but do not change tokens');
    equal((await app.admin.post(`${path}/${all}/rotate`, {})).status, 201);
  });

  it('finds tokens by name, and returns an empty list for an unknown name', async () => {
    const found = await list(app.admin, `${path}/${encodeURIComponent('the client')}`);
    deepEqual(
      found.map(({ tokenName }) => tokenName),
      ['the client'],
    );
    deepEqual(await list(app.admin, `${path}/nothing`), []);
    const { client } = await app.someone(2);
    deepEqual(await list(client, `${path}/${encodeURIComponent('the admin')}`), []);
  });

  it('refuses an anonymous caller with 401 and a viewer with 403', async () => {
    equal((await app.as(null).get(path)).status, 401);
    const { client } = await app.someone(3);
    for (const from of [path, `${path}/name`]) {
      const { status, body } = await client.get(from);
      equal(status, 403);
      match(body.message, /READ_CLIENT_API_TOKEN/);
    }
  });
});
