import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { roleIds } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { FeatureEnvironment } from '../feature/feature/feature-environment.ts';
import { Feature } from '../feature/feature/feature.ts';
import { toggles } from '../service.ts';
import { countStrategies } from '../feature/strategy/count-strategies.ts';
import { Strategy, StrategySegment } from '../feature/strategy/strategy.ts';
import { Segment } from '../feature/segment/segment.ts';

describe('environments of a project', () => {
  let app: TestApp;
  let id: string;
  let project: string;
  let environments: string;
  let live: string;
  let old: string;
  let number = 0;
  before(async () => {
    app = await start([toggles]);
    await app.as(app.users.admin).post('/api/admin/environments', { name: 'staging', type: 'test', enabled: false });
  });
  beforeEach(async () => {
    id = `shop-${++number}`;
    project = `/api/admin/projects/${id}`;
    environments = `${project}/environments`;
    [live, old] = [`${id}.live`, `${id}.old`];
    const admin = app.as(app.users.admin);
    await admin.post('/api/admin/projects', { id, name: 'Shop' });
    for (const name of [old, live]) await admin.post(`${project}/features`, { name });
    await app.store('toggles').transaction(async (em) => (await em.findOneOrFail(Feature, { name: old })).archive(new Date()));
  });
  after(() => app.close());

  const reader = () => app.store('toggles').reader();
  const linked = async () => {
    const { body } = await app.as(app.users.admin).get(project);
    return body.environments.map(({ environment }: { environment: string }) => environment);
  };
  const settingsIn = (environment: string) =>
    reader().find(FeatureEnvironment, { environment, featureName: { $like: `${id}.%` } }, { orderBy: { featureName: 'asc' } });
  const versions = async () => (await reader().find(Feature, { project: id }, { orderBy: { name: 'asc' } })).map(({ version }) => version);
  const strategiesOf = (ofProject: string) => reader().find(Strategy, { featureName: { $like: `${ofProject}.%` } });

  describe('when added', () => {
    it('give every feature the environment, switched off, including archived ones', async () => {
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await app.as(app.users.admin).post(environments, { environment: 'staging' });
        equal(status, 200);
        equal(body, '');
      });
      deepEqual(
        events.map(({ type, project, environment, featureName, data, preData }) => [
          type,
          project,
          environment,
          featureName,
          data,
          preData,
        ]),
        [['project-environment-added', id, 'staging', null, null, null]],
      );
      deepEqual(await linked(), ['development', 'production', 'staging']);
      const settings = await settingsIn('staging');
      deepEqual(
        settings.map(({ featureName, enabled, variants }) => ({ featureName, enabled, variants })),
        [
          { featureName: live, enabled: false, variants: [] },
          { featureName: old, enabled: false, variants: [] },
        ],
      );
    });

    it('store the default strategy of the request', async () => {
      const defaultStrategy = { name: 'flexibleRollout', parameters: { rollout: '20', stickiness: 'default', groupId: 'x' } };
      const stored = { ...defaultStrategy, title: null, disabled: false, constraints: [], variants: [], segments: [] };
      const events = await app.eventsOf('toggles', () =>
        app.as(app.users.admin).post(environments, { environment: 'staging', defaultStrategy }),
      );
      deepEqual(
        events.map(({ type, data, preData }) => ({ type, data, preData })),
        [
          { type: 'project-environment-added', data: null, preData: null },
          { type: 'default-strategy-updated', data: stored, preData: null },
        ],
      );
      const { body } = await app.as(app.users.admin).get(project);
      deepEqual(body.environments.at(-1), { environment: 'staging', changeRequestsEnabled: false, defaultStrategy: stored });
    });

    it('are refused with another default strategy than flexibleRollout', async () => {
      const { status, body } = await app
        .as(app.users.admin)
        .post(environments, { environment: 'staging', defaultStrategy: { name: 'default' } });
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'defaultStrategy/name']);
      const constraints = [{ contextName: 'userId', operator: 'IN', values: [] }];
      const bad = await app
        .as(app.users.admin)
        .post(environments, { environment: 'staging', defaultStrategy: { name: 'flexibleRollout', constraints } });
      deepEqual([bad.status, bad.body.details[0].path], [400, 'defaultStrategy/constraints/0/values']);
      deepEqual(await linked(), ['development', 'production']);
    });

    it('require change requests from the start if requested', async () => {
      const events = await app.eventsOf('toggles', async () => {
        const { status } = await app.as(app.users.admin).post(environments, { environment: 'staging', changeRequestsEnabled: true });
        equal(status, 200);
      });
      deepEqual(
        events.map(({ type, environment }) => [type, environment]),
        [
          ['project-environment-added', 'staging'],
          ['change-request-configuration-updated', 'staging'],
        ],
      );
      const { body } = await app.as(app.users.admin).get(project);
      deepEqual(body.environments.at(-1), { environment: 'staging', changeRequestsEnabled: true });
    });

    it('increment the versions of the features', async () => {
      const before = await versions();
      equal((await app.as(app.users.admin).post(environments, { environment: 'staging' })).status, 200);
      deepEqual(
        await versions(),
        before.map((version) => version + 1),
      );
    });

    it('are refused with 409 if already linked', async () => {
      const { status, body } = await app.as(app.users.admin).post(environments, { environment: 'production' });
      equal(status, 409);
      equal(body.name, 'NameExistsError');
    });

    it('are added by one of two racing requests', async () => {
      const admin = app.as(app.users.admin);
      const answers = await Promise.all([1, 2].map(() => admin.post(environments, { environment: 'staging' })));
      deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      );
    });

    it('reach features that are created simultaneously', async () => {
      const admin = app.as(app.users.admin);
      const names = Array.from({ length: 8 }, (_, n) => `${id}.racer-${n}`);
      const creations = names.map((name) => admin.post(`${project}/features`, { name }));
      const answers = await Promise.all([
        ...creations.slice(0, 4),
        admin.post(environments, { environment: 'staging' }),
        ...creations.slice(4),
      ]);
      deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 201]));
      deepEqual((await settingsIn('staging')).map(({ featureName }) => featureName).toSorted(), [live, old, ...names].toSorted());
    });

    it('are refused with 404 for an unknown project or environment, and with 400 for unknown properties', async () => {
      const admin = app.as(app.users.admin);
      equal((await admin.post('/api/admin/projects/nowhere/environments', { environment: 'staging' })).status, 404);
      equal((await admin.post(environments, { environment: 'nowhere' })).status, 404);
      equal((await admin.post(environments, {})).status, 400);
      equal((await admin.post(environments, { environment: 'staging', odd: 1 })).status, 400);
    });

    it('are refused to a viewer with 403 and accepted from an owner', async () => {
      const { status, body } = await app.as(app.users.viewer).post(environments, { environment: 'staging' });
      equal(status, 403);
      deepEqual(body.permissions, ['UPDATE_PROJECT']);
      const owner = app.users.someone();
      await app.users.grant(owner, roleIds.owner, id);
      equal((await app.as(owner).post(environments, { environment: 'staging' })).status, 200);
    });
  });

  describe('when removed', () => {
    it('lose the settings of features of this project, and nothing else', async () => {
      const admin = app.as(app.users.admin);
      const neighbour = `${id}-next`;
      await admin.post('/api/admin/projects', { id: neighbour, name: 'Next door' });
      await admin.post(`/api/admin/projects/${neighbour}/features`, { name: `${neighbour}.live` });
      await addStrategies(app, [live, `${neighbour}.live`], 'production');
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await admin.delete(`${environments}/production`);
        equal(status, 200);
        equal(body, '');
      });
      deepEqual(
        events.map((event) => [event.type, event.project, event.environment, event.data, event.preData]),
        [['project-environment-removed', id, 'production', null, null]],
      );
      deepEqual(await linked(), ['development']);
      deepEqual(await settingsIn('production'), []);
      deepEqual(await strategiesOf(id), []);
      equal((await settingsIn('development')).length, 2);
      equal((await strategiesOf(neighbour)).length, 1);
      equal(await reader().count(StrategySegment), 1);
    });

    it('lose their protection, with an event before the removal', async () => {
      const admin = app.as(app.users.admin);
      equal((await admin.put(`${environments}/production/change-requests/config`, { changeRequestsEnabled: true })).status, 200);
      const events = await app.eventsOf('toggles', async () => equal((await admin.delete(`${environments}/production`)).status, 200));
      deepEqual(
        events.map(({ type, environment, data }) => [
          type,
          environment,
          (data as { changeRequestsEnabled?: boolean })?.changeRequestsEnabled,
        ]),
        [
          ['protection-bypassed', 'production', undefined],
          ['change-request-configuration-updated', 'production', false],
          ['project-environment-removed', 'production', undefined],
        ],
      );
    });

    it('are guarded as a direct write if they require change requests', async () => {
      const owner = app.users.someone();
      await app.users.grant(owner, roleIds.owner, id);
      await app.as(app.users.admin).put(`${environments}/production/change-requests/config`, { changeRequestsEnabled: true });
      const remove = () => app.as(owner).delete(`${environments}/production`);
      const events = await app.eventsOf('toggles', async () => {
        const { status, body } = await remove();
        deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['SKIP_CHANGE_REQUEST']]);
      });
      deepEqual([events, await linked()], [[], ['development', 'production']]);
      await app.users.grant(owner, await app.users.role({ permission: 'SKIP_CHANGE_REQUEST', environment: 'production' }), id);
      equal((await remove()).status, 200);
    });

    it('are empty if they are added again', async () => {
      const admin = app.as(app.users.admin);
      await addStrategies(app, [live], 'production');
      await admin.delete(`${environments}/production`);
      equal((await admin.post(environments, { environment: 'production' })).status, 200);
      deepEqual(
        (await settingsIn('production')).map(({ enabled }) => enabled),
        [false, false],
      );
      deepEqual(await strategiesOf(id), []);
    });

    it('increment the versions of the features', async () => {
      const before = await versions();
      equal((await app.as(app.users.admin).delete(`${environments}/production`)).status, 200);
      deepEqual(
        await versions(),
        before.map((version) => version + 1),
      );
    });

    it('cannot be the last one', async () => {
      const admin = app.as(app.users.admin);
      await admin.delete(`${environments}/production`);
      const { status, body } = await admin.delete(`${environments}/development`);
      equal(status, 400);
      equal(body.name, 'MinimumOneEnvironmentError');
      deepEqual(await linked(), ['development']);
    });

    it('cannot both be removed by racing requests if none would remain', async () => {
      const admin = app.as(app.users.admin);
      const answers = await Promise.all(['production', 'development'].map((name) => admin.delete(`${environments}/${name}`)));
      deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 400],
      );
      equal((await linked()).length, 1);
    });

    it('are refused with 404 for an unknown project and an unlinked environment', async () => {
      const admin = app.as(app.users.admin);
      equal((await admin.delete('/api/admin/projects/nowhere/environments/production')).status, 404);
      equal((await admin.delete(`${environments}/staging`)).status, 404);
    });

    it('are refused to a viewer with 403', async () => {
      const { status, body } = await app.as(app.users.viewer).delete(`${environments}/production`);
      equal(status, 403);
      deepEqual(body.permissions, ['UPDATE_PROJECT']);
    });
  });
});

/** Switches features on with one strategy each, which uses a segment. */
async function addStrategies(app: TestApp, features: readonly string[], environment: string): Promise<void> {
  await app.store('toggles').transaction(async (em) => {
    const createdAt = new Date();
    const segment = em.create(Segment, {
      name: features.join(),
      description: null,
      project: null,
      constraints: [],
      createdBy: null,
      createdAt,
    });
    await em.flush();
    for (const featureName of features) {
      const rest = { title: null, disabled: false, sortOrder: 0, parameters: {}, constraints: [], variants: [], createdAt };
      const strategy = em.create(Strategy, { id: randomUUID(), featureName, environment, name: 'default', ...rest });
      await em.flush();
      em.create(StrategySegment, { strategyId: strategy.id, segmentId: segment.id, featureName });
      (await em.findOneOrFail(FeatureEnvironment, { featureName, environment })).enabled = true;
    }
    await countStrategies(em, features, [environment]);
  });
}
