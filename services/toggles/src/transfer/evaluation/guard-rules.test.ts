import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, roleIds, type Rules, userCreated } from '@signalbox/contracts';
import { eventually, start, statementsOf, type TestApp } from '@signalbox/testing';
import { addProject, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { publishFromIdentity } from '../../publish-from-identity.fixture.ts';
import { toggles } from '../../service.ts';
import { envelope, importPath } from '../features/transfer.fixture.ts';

const path = '/api/admin/projects/default/rules';
const flexible = (rollout: string) => ({ name: 'flexibleRollout', parameters: { rollout, stickiness: 'default', groupId: 'g' } });

describe('the rules of a project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());
  beforeEach(() => set({}));

  const admin = () => app.as(app.users.admin);
  const set = async (rules: Rules) => {
    const { status, body } = await admin().put(path, rules);
    equal(status, 200, JSON.stringify(body));
  };
  let made = 0;
  const make = async (more: object = {}) => {
    const name = `ruled-${++made}`;
    const { status, body } = await admin().post(features, { name, ...more });
    return { name, status, body, on: (environment: string) => `${featureEnvironmentPath(name, environment)}/on` };
  };
  const refused = ({ status, body }: { status: number; body: { name?: string; rule?: string; permissions?: unknown } }, rule: string) =>
    deepEqual([status, body.name, body.rule, body.permissions], [403, 'NoAccessError', rule, []]);

  it('are none by default, and the owner of the project sets and reads them', async () => {
    const naming = { pattern: null, example: null, description: null };
    deepEqual((await app.as(app.users.viewer).get(path)).body, { rules: {}, naming });
    const rules = { description: {}, stagedFirst: { environment: 'production', after: 'development' } };
    const events = await app.eventsOf('toggles', () => set(rules));
    deepEqual(
      events.map(({ type, project, data, preData }) => ({ type, project, data, preData })),
      [{ type: 'project-rules-updated', project: 'default', data: { rules }, preData: { rules: {} } }],
    );
    deepEqual((await app.as(app.users.viewer).get(path)).body.rules, rules);
    deepEqual(await app.eventsOf('toggles', () => set(rules)), []);
    equal((await app.as(app.users.viewer).put(path, {})).status, 403);
  });

  it('are refused if they could never hold', async () => {
    const never = { name: 'never', start: '2026-06-02T22:00', end: '2026-06-01T06:00', timeZone: 'UTC', repeats: 'never' };
    for (const [rules, problem] of [
      [{ ownerRequired: { environments: ['production', 'nowhere'] } }, 'ownerRequired/environments/1'],
      [{ maxStep: { environment: 'nowhere', percentage: 5 } }, 'maxStep/environment'],
      [{ stagedFirst: { environment: 'production', after: 'nowhere' } }, 'stagedFirst/after'],
      [{ stagedFirst: { environment: 'production', after: 'production' } }, 'stagedFirst/after'],
      [{ quietHours: { environments: ['production'], freezes: [never] } }, 'quietHours/freezes/0/end'],
    ] as const) {
      const { status, body } = await admin().put(path, rules);
      deepEqual([status, body.details[0].path], [400, problem]);
    }
    equal((await admin().put(path, { requiredTag: { type: 'unknown', environments: ['production'] } })).status, 404);
    equal((await admin().put(path, { naming: {} })).status, 400);
  });

  it('refuse to enable a feature that is not enabled in the earlier environment', async () => {
    await set({ stagedFirst: { environment: 'production', after: 'development' } });
    const { name, on } = await make();
    const events = await app.eventsOf('toggles', async () => refused(await admin().post(on('production')), 'stagedFirst'));
    deepEqual(events, []);
    refused(
      await admin().post('/api/admin/projects/default/bulk_features/environments/production/on', { features: [name] }),
      'stagedFirst',
    );
    equal((await admin().post(on('development'))).status, 200);
    equal((await admin().post(on('production'))).status, 200);
  });

  it('refuse a large step of a rollout', async () => {
    await set({ maxStep: { environment: 'production', percentage: 25 } });
    const { name, on } = await make();
    const strategies = `${featureEnvironmentPath(name, 'production')}/strategies`;
    refused(await admin().post(on('production')), 'maxStep');
    const { body: first } = await admin().post(strategies, flexible('20'));
    refused(await admin().put(`${strategies}/${first.id}`, flexible('60')), 'maxStep');
    equal((await admin().put(`${strategies}/${first.id}`, flexible('45'))).status, 200);
    equal((await admin().post(on('production'))).status, 200);
    equal((await admin().post(on('development'))).status, 200);
  });

  it('refuse to enable a feature without an owner', async () => {
    await set({ ownerRequired: { environments: ['production'] } });
    const { name, on } = await make();
    refused(await admin().post(on('production')), 'ownerRequired');
    equal((await admin().post(on('development'))).status, 200);
    const { id, name: username, rootRole } = app.users.someone(roleIds.editor);
    await publishFromIdentity(app, userCreated, { data: { id, name: null, username, email: null, rootRole } });
    await eventually(async () => equal((await admin().put(`${features}/${name}/owner`, { userId: id })).status, 204));
    equal((await admin().post(on('production'))).status, 200);
  });

  it('refuse a feature whose type has no lifetime', async () => {
    await set({ expiryRequired: {} });
    refused(await make({ type: 'permission' }), 'expiryRequired');
    const { name, status } = await make({ type: 'release' });
    equal(status, 201);
    refused(await admin().put(`${features}/${name}`, { name, type: 'permission' }), 'expiryRequired');
    equal((await admin().put(`${features}/${name}`, { name, type: 'experiment' })).status, 200);
  });

  it('refuse to enable a feature without a tag of the type', async () => {
    await set({ requiredTag: { type: 'simple', environments: ['production'] } });
    const { name, on } = await make();
    refused(await admin().post(on('production')), 'requiredTag');
    await admin().post(`/api/admin/features/${name}/tags`, { type: 'simple', value: 'checkout' });
    equal((await admin().post(on('production'))).status, 200);
  });

  it('refuse a feature without a description', async () => {
    const { name, on } = await make();
    await set({ description: {} });
    refused(await make(), 'description');
    refused(await make({ description: ' ' }), 'description');
    equal((await make({ description: 'Shortens the way' })).status, 201);
    refused(await admin().post(on('production')), 'description');
    await admin().put(`${features}/${name}`, { name, description: 'Shortens the way' });
    equal((await admin().post(on('production'))).status, 200);
  });

  it('refuse everything but disabling in quiet hours', async () => {
    const { name, on } = await make();
    equal((await admin().post(on('production'))).status, 200);
    const always = { name: 'always', start: '2000-01-01T00:00', end: '2999-01-01T00:00', timeZone: 'UTC', repeats: 'never' as const };
    await set({ quietHours: { environments: ['production'], freezes: [always] } });
    refused(await admin().post(`${featureEnvironmentPath(name, 'production')}/strategies`, flexible('5')), 'quietHours');
    refused(await admin().delete(`${features}/${name}`), 'quietHours');
    equal((await admin().post(`${featureEnvironmentPath(name, 'development')}/strategies`, flexible('5'))).status, 200);
    equal((await admin().post(`${featureEnvironmentPath(name, 'production')}/off`)).status, 200);
  });

  it('judge the features of an import', async () => {
    await set({ description: {} });
    refused(await admin().post(importPath, envelope({ features: [{ name: 'imported', type: 'release' }] })), 'description');
    const described = { name: 'imported', type: 'release', description: 'Shortens the way' };
    equal((await admin().post(importPath, envelope({ features: [described] }))).status, 200);
  });

  it('hold only in their project', async () => {
    await addProject(app, 'ruled');
    await postFeatures(app, ['elsewhere'], 'ruled');
    const rules = { ownerRequired: { environments: ['production'] } };
    equal((await admin().put('/api/admin/projects/ruled/rules', rules)).status, 200);
    refused(await admin().post(`${featureEnvironmentPath('elsewhere', 'production', 'ruled')}/on`), 'ownerRequired');
    const { on } = await make();
    equal((await admin().post(on('production'))).status, 200);
  });

  it('yield to a reason of a user who may skip change requests, and that is recorded', async () => {
    await set({ ownerRequired: { environments: ['production'] } });
    const { name, on } = await make();
    const headers = { 'x-change-reason': 'it burns' };
    const editor: Principal = app.users.someone(roleIds.editor);
    refused(await app.as(editor).post(on('production'), undefined, { headers }), 'ownerRequired');
    const [bypass, ...rest] = await app.eventsOf('toggles', async () => {
      equal((await admin().post(on('production'), undefined, { headers })).status, 200);
    });
    const { type, project, environment, data } = bypass ?? {};
    deepEqual(
      [type, project, environment, (data as { reason?: string }).reason],
      ['protection-bypassed', 'default', 'production', 'it burns'],
    );
    equal(rest.at(-1)?.featureName, name);
    await set({ description: {} });
    refused(await admin().post(features, { name: 'undescribed' }, { headers }), 'description');
  });

  it('cost no statement unless they need a fact that is not served', async () => {
    const count = async () => {
      const { on } = await make({ description: 'Shortens the way' });
      return (await statementsOf(app.store('toggles'), () => admin().post(on('production')))).length;
    };
    const without = await count();
    await set({ description: {} });
    equal(await count(), without);
    await set({ expiryRequired: {} });
    equal(await count(), without + 1);
  });
});
