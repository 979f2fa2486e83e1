import { deepEqual, equal } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { type IdentityApp, startIdentity } from '../../identity-app.fixture.ts';

const path = '/api/admin/user/roles';

describe('listing own roles', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
    await app.publishProject('shop');
  });
  after(() => app.close());

  it('returns the root roles, or the roles in a project, including those from groups', async () => {
    const { client, id } = await app.someone(roleIds.viewer);
    const idsIn = async (query = '') => {
      const { status, body } = await client.get(path + query);
      deepEqual([status, body.version], [200, 1]);
      return body.roles.map((role: { id: number }) => role.id);
    };
    deepEqual([await idsIn(), await idsIn('?projectId=shop')], [[roleIds.viewer], []]);
    const give = (to: string, role: number) => app.admin.post(`/api/admin/projects/shop/${to}/roles/${role}`);
    equal((await give(`users/${id}`, roleIds.member)).status, 200);
    const crew = { name: 'crew', rootRole: roleIds.editor, users: [{ user: { id } }] };
    const { body: group } = await app.admin.post('/api/admin/groups', crew);
    equal((await give(`groups/${group.id}`, roleIds.owner)).status, 200);
    deepEqual((await idsIn()).sort(), [roleIds.editor, roleIds.viewer]);
    deepEqual((await idsIn('?projectId=shop')).sort(), [roleIds.owner, roleIds.member]);
    for (const project of ['default', 'nowhere', '']) deepEqual(await idsIn(`?projectId=${project}`), []);
    const [role] = (await client.get(path)).body.roles;
    deepEqual(Object.keys(role).sort(), ['description', 'id', 'name', 'type']);
  });

  it('refuses an anonymous caller with 401 and an API token with 403', async () => {
    equal((await app.as(null).get(path)).status, 401);
    const { body } = await app.admin.post('/api/admin/api-tokens', { tokenName: 'x', type: 'admin' });
    equal((await app.holding('token', body.secret).get(path)).status, 403);
  });
});
