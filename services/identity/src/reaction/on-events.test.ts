import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  environmentCreated,
  environmentDeleted,
  environmentImport,
  fetchAccess,
  fetchTokens,
  projectCreated,
  projectDeleted,
  projectImport,
  projectUpdated,
  roleIds,
  settingCreated,
  settingUpdated,
} from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type IdentityApp, projectFact, startIdentity } from '../identity-app.fixture.ts';
import { User } from '../user/user.ts';

const tokensPath = '/api/admin/api-tokens';

describe('the projection of toggles', () => {
  let app: IdentityApp;
  before(async () => {
    app = await startIdentity();
  });
  after(() => app.close());

  const access = () => app.host.ask(fetchAccess, {});
  const grantsIn = async (project: string) => (await access()).grants.filter((grant) => grant.project === project);
  const withoutTime = (grants: Awaited<ReturnType<typeof grantsIn>>) => grants.map(({ since: _since, ...grant }) => grant);
  const modeOf = async (project: string) => (await access()).projects.find(({ id }) => id === project)?.mode;

  it('has the default data of toggles from the start', async () => {
    const { projects, grants, maintenance, version } = await access();
    deepEqual(projects, [{ id: 'default', mode: 'open' }]);
    deepEqual(grants, []);
    equal(maintenance, false);
    ok(version >= 1);
  });

  it('makes the creator of a project its owner, effective for the next request', async () => {
    const { id, client } = await app.someone(roleIds.viewer);
    const { version } = await access();
    await app.publishFromToggles(projectCreated, { project: 'mine', data: projectFact('mine'), createdByUserId: id });
    const { email: userName } = await app.store('identity').reader().findOneOrFail(User, { id });
    await eventually(async () =>
      deepEqual(withoutTime(await grantsIn('mine')), [{ user: id, group: null, role: roleIds.owner, project: 'mine', userName }]),
    );
    equal(await modeOf('mine'), 'open');
    const after = (await access()).version;
    ok(after > version);
    const user = await app.store('identity').reader().findOneOrFail(User, { id });
    ok(user.accessVersion > version && user.accessVersion <= after);
    const { body } = await client.get('/api/admin/user');
    ok(body.permissions.some((right: object) => JSON.stringify(right) === '{"permission":"UPDATE_PROJECT","project":"mine"}'));
    await eventually(() => app.published.some(({ users }) => users.includes(id)));
  });

  it('gives a project created by a token no owner', async () => {
    await app.publishProject('orphan');
    deepEqual(await grantsIn('orphan'), []);
  });

  it('follows the mode of a project', async () => {
    await app.publishProject('shy');
    await app.publishFromToggles(projectUpdated, {
      project: 'shy',
      data: { ...projectFact('shy'), mode: 'private' },
      preData: projectFact('shy'),
    });
    await eventually(async () => equal(await modeOf('shy'), 'private'));
  });

  it('removes a deleted project with its grants, and narrows or revokes its tokens', async () => {
    const { id, client } = await app.someone(roleIds.viewer);
    await app.publishFromToggles(projectCreated, { project: 'gone', data: projectFact('gone'), createdByUserId: id });
    await eventually(async () => equal((await grantsIn('gone')).length, 1));
    const token = (projects: string[]) => app.admin.post(tokensPath, { tokenName: projects.join('+'), type: 'client', projects });
    const [own, shared] = [(await token(['gone'])).body, (await token(['gone', 'default'])).body];
    const events = await app.eventsOf('identity', async () => {
      await app.publishFromToggles(projectDeleted, { project: 'gone', preData: projectFact('gone') });
      await eventually(async () => equal(await modeOf('gone'), undefined));
    });
    deepEqual(await grantsIn('gone'), []);
    const left = (await app.admin.get(tokensPath)).body.tokens as { id: number; projects: string[] }[];
    equal(
      left.some((known) => known.id === own.id),
      false,
    );
    deepEqual(left.find((known) => known.id === shared.id)?.projects, ['default']);
    deepEqual(events.map(({ type, createdBy }) => `${type} by ${createdBy}`).sort(), [
      'api-token-deleted by signalbox',
      'api-token-updated by signalbox',
      'resource-purged by signalbox',
    ]);
    deepEqual((await client.get('/api/admin/user')).body.permissions, []);
  });

  it('reports that a deleted project is purged, but keeps a private one private', async () => {
    const hidden = { ...projectFact('hidden'), mode: 'private' as const };
    await app.publishFromToggles(projectCreated, { project: 'hidden', data: hidden });
    await app.publishProject('seen');
    const events = await app.eventsOf('identity', async () => {
      await app.publishFromToggles(projectDeleted, { project: 'hidden', preData: hidden });
      await app.publishFromToggles(projectDeleted, { project: 'seen', preData: projectFact('seen') });
      await eventually(async () => equal(await modeOf('seen'), undefined));
    });
    equal(await modeOf('hidden'), 'private');
    deepEqual(
      events.map(({ type, data }) => ({ type, data })),
      [{ type: 'resource-purged', data: { kind: 'project', id: 'seen' } }],
    );
    const { status } = await app.admin.post(tokensPath, { tokenName: 'ghost', type: 'client', projects: ['hidden'] });
    equal(status, 400);
  });

  it('includes projects and environments of a state import, with their existing grants', async () => {
    const { id } = await app.someone(roleIds.viewer);
    await app.publishFromToggles(projectCreated, { project: 'restored', data: projectFact('restored'), createdByUserId: id });
    await app.publishFromToggles(projectImport, { data: { id: 'restored', name: 'Restored', mode: 'private' } });
    await app.publishFromToggles(environmentImport, { data: { name: 'imported', type: 'test' } });
    await eventually(async () => equal(await modeOf('restored'), 'private'));
    equal((await grantsIn('restored')).length, 1);
    await eventually(async () => {
      const { status } = await app.admin.post(tokensPath, { tokenName: 'imported', type: 'client', environment: 'imported' });
      equal(status, 201);
    });
  });

  it('includes new environments, and revokes the tokens of deleted ones', async () => {
    const data = { name: 'staging', type: 'test', enabled: true, protected: false, sortOrder: 9 };
    const issue = () => app.admin.post(tokensPath, { tokenName: 'stage', type: 'client', environment: 'staging' });
    equal((await issue()).status, 400);
    await app.publishFromToggles(environmentCreated, { environment: 'staging', data });
    await eventually(async () => equal((await issue()).status, 201));
    await app.publishFromToggles(environmentDeleted, { environment: 'staging', preData: data });
    await eventually(async () => {
      const { tokens } = await app.host.ask(fetchTokens, {});
      equal(
        tokens.some(({ environment }) => environment === 'staging'),
        false,
      );
    });
    equal((await issue()).status, 400);
  });

  it('follows maintenance, and ignores other settings', async () => {
    const id = 'maintenance.mode';
    const maintenance = async () => (await access()).maintenance;
    await app.publishFromToggles(settingCreated, { data: { id: 'something.else', enabled: true } });
    await app.publishFromToggles(settingCreated, { data: { id, enabled: true } });
    await eventually(async () => equal(await maintenance(), true));
    await eventually(async () => equal((await app.admin.post(tokensPath, { tokenName: 'late', type: 'admin' })).status, 503));
    await app.publishFromToggles(settingUpdated, { data: { id, enabled: false }, preData: { enabled: true } });
    await eventually(async () => equal(await maintenance(), false));
    await app.publishFromToggles(settingUpdated, { data: { id, enabled: true }, preData: { enabled: false } });
    await eventually(async () => equal(await maintenance(), true));
    await app.publishFromToggles(settingUpdated, { data: { id, enabled: false }, preData: { enabled: true } });
    await eventually(async () => equal(await maintenance(), false));
  });

  it('follows the origins of pages', async () => {
    const id = 'frontend.origins';
    const origins = async () => (await access()).frontendOrigins;
    equal(await origins(), undefined);
    const [first, second] = ['https://a.example', 'https://b.example'] as const;
    await app.publishFromToggles(settingCreated, { data: { id, frontendApiOrigins: [first, second] } });
    await eventually(async () => deepEqual(await origins(), [first, second]));
    await app.publishFromToggles(settingUpdated, {
      data: { id, frontendApiOrigins: [second] },
      preData: { frontendApiOrigins: [first, second] },
    });
    await eventually(async () => deepEqual(await origins(), [second]));
    await app.publishFromToggles(settingUpdated, { data: { id, frontendApiOrigins: [] }, preData: { frontendApiOrigins: [second] } });
    await eventually(async () => deepEqual(await origins(), ['*']));
  });

  it('reports maintenance if the process’s settings require it, and refuses changes', async () => {
    const forced = await startIdentity({ settings: { MAINTENANCE_MODE: 'true' } });
    equal((await forced.host.ask(fetchAccess, {})).maintenance, true);
    const { status, body } = await forced.admin.post(tokensPath, { tokenName: 'late', type: 'admin' });
    deepEqual([status, body.name], [503, 'MaintenanceModeError']);
    equal((await forced.admin.get(tokensPath)).status, 200);
    await forced.close();
  });
});
