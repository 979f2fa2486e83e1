import { deepEqual, equal } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import type { DefaultStrategy } from '../../project/project/default-strategy.schema.ts';
import { ProjectEnvironment } from '../../project/project/project.ts';
import { toggles } from '../../service.ts';
import { environmentKeys, isOn, featureEnvironmentPath, postStrategies } from '../strategy/strategy.fixture.ts';
import { addProject, archive, postFeatures, emitted } from '../feature/feature.fixture.ts';

describe('switch feature', () => {
  let app: TestApp;
  let switcher: Principal;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    switcher = app.users.someone();
    await app.users.grant(switcher, await app.users.role({ permission: 'UPDATE_FEATURE_ENVIRONMENT' }), 'default');
  });
  after(() => app.close());

  async function arrange(...strategies: readonly object[]) {
    const name = `feature-${(count += 1)}`;
    await postFeatures(app, [name]);
    const environmentPath = featureEnvironmentPath(name);
    return { name, environmentPath, strategies: await postStrategies(app, environmentPath, ...strategies) };
  }
  const post = (path: string, as = app.users.editor) => app.as(as).post(path);
  const strategiesIn = async (environmentPath: string) => (await app.as(app.users.viewer).get(`${environmentPath}/strategies`)).body;

  it('adds a strategy for everyone to a feature without any, then emits the switch, and nothing the second time', async () => {
    const { name, environmentPath } = await arrange();
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${environmentPath}/on`);
      deepEqual([status, body], [200, '']);
    });
    const [added] = await strategiesIn(environmentPath);
    deepEqual(added, {
      id: added.id,
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      constraints: [],
      parameters: { rollout: '100', stickiness: 'default', groupId: name },
      variants: [],
      sortOrder: 0,
      segments: [],
    });
    deepEqual(emitted(events), [
      { type: 'feature-strategy-add', ...environmentKeys(name), data: added, preData: null },
      { type: 'feature-environment-enabled', ...environmentKeys(name), data: null, preData: null },
    ]);
    equal(await isOn(app, environmentPath), true);
    equal(await isOn(app, featureEnvironmentPath(name, 'production')), false);
    deepEqual(await app.eventsOf('toggles', () => post(`${environmentPath}/on`)), []);
  });

  it('does not change a feature that has an enabled strategy', async () => {
    const { name, environmentPath, strategies } = await arrange({}, { disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${environmentPath}/on`));
    deepEqual(emitted(events), [{ type: 'feature-environment-enabled', ...environmentKeys(name), data: null, preData: null }]);
    deepEqual(await strategiesIn(environmentPath), strategies);
  });

  it('adds a strategy after the others if all are disabled', async () => {
    const { environmentPath, strategies } = await arrange({ disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${environmentPath}/on`));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-strategy-add', 'feature-environment-enabled'],
    );
    const [first, second, ...rest] = await strategiesIn(environmentPath);
    deepEqual([first, second.sortOrder, rest], [strategies[0], 1, []]);
  });

  it('enables disabled strategies without other changes if requested', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const { name, environmentPath, strategies } = await arrange({ disabled: true, constraints }, {}, { disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${environmentPath}/on?shouldActivateDisabledStrategies=true`));
    const enabled = strategies.map((strategy) => ({ ...strategy, disabled: false }));
    deepEqual(emitted(events), [
      { type: 'feature-strategy-update', ...environmentKeys(name), data: enabled[0], preData: strategies[0] },
      { type: 'feature-strategy-update', ...environmentKeys(name), data: enabled[2], preData: strategies[2] },
      { type: 'feature-environment-enabled', ...environmentKeys(name), data: null, preData: null },
    ]);
    deepEqual(await strategiesIn(environmentPath), enabled);
  });

  it('adds a strategy if there is none to enable', async () => {
    const { environmentPath } = await arrange();
    await post(`${environmentPath}/on?shouldActivateDisabledStrategies=true`);
    equal((await strategiesIn(environmentPath)).length, 1);
  });

  it('adds the default strategy of the project, in the group of the feature', async () => {
    const { name } = await arrange();
    const chosen: DefaultStrategy = {
      name: 'flexibleRollout',
      title: 'ours',
      parameters: { rollout: '20', stickiness: 'userId', groupId: '' },
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['web'] }],
    };
    const link = { project: 'default', environment: 'production' };
    const choose = (defaultStrategy: DefaultStrategy | null) =>
      app.store('toggles').transaction((em) => em.nativeUpdate(ProjectEnvironment, link, { defaultStrategy }));
    await choose(chosen);
    await post(`${featureEnvironmentPath(name, 'production')}/on`);
    await choose(null);
    const [added] = await strategiesIn(featureEnvironmentPath(name, 'production'));
    const { title, parameters, constraints, disabled } = added;
    deepEqual(
      { title, parameters, constraints, disabled },
      {
        title: 'ours',
        parameters: { rollout: '20', stickiness: 'userId', groupId: name },
        constraints: chosen.constraints,
        disabled: false,
      },
    );
  });

  it('switches off once, keeps the strategies and emits one event', async () => {
    const { name, environmentPath, strategies } = await arrange({});
    await post(`${environmentPath}/on`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${environmentPath}/off`);
      deepEqual([status, body], [200, '']);
      equal((await post(`${environmentPath}/off`)).status, 200);
    });
    deepEqual(emitted(events), [{ type: 'feature-environment-disabled', ...environmentKeys(name), data: null, preData: null }]);
    equal(await isOn(app, environmentPath), false);
    deepEqual(await strategiesIn(environmentPath), strategies);
  });

  it('requires permission to add strategies if one would be added, and changes nothing without it', async () => {
    const { environmentPath } = await arrange();
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${environmentPath}/on`, switcher);
      deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['CREATE_FEATURE_STRATEGY']]);
    });
    deepEqual(events, []);
    const other = await arrange({});
    equal((await post(`${other.environmentPath}/on`, switcher)).status, 200);
    equal((await post(`${other.environmentPath}/off`, switcher)).status, 200);
  });

  it('refuses unknown features, environments and archived features with 404', async () => {
    const { name } = await arrange();
    await postFeatures(app, ['old']);
    await archive(app, 'old');
    await addProject(app, 'other');
    for (const at of [
      featureEnvironmentPath('nowhere'),
      featureEnvironmentPath('old'),
      featureEnvironmentPath(name, 'nope'),
      featureEnvironmentPath(name, 'default'),
      featureEnvironmentPath(name, 'development', 'other'),
    ]) {
      for (const to of ['on', 'off']) {
        const { status, body } = await post(`${at}/${to}`, app.users.admin);
        deepEqual([status, body.name], [404, 'NotFoundError']);
      }
    }
  });

  it('refuses a viewer with 403, an anonymous caller with 401 and an invalid flag with 400', async () => {
    const { environmentPath } = await arrange();
    for (const to of ['on', 'off']) {
      const { status, body } = await post(`${environmentPath}/${to}`, app.users.viewer);
      deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_ENVIRONMENT']]);
      equal((await app.as(null).post(`${environmentPath}/${to}`)).status, 401);
    }
    equal((await post(`${environmentPath}/on?shouldActivateDisabledStrategies=perhaps`)).status, 400);
  });

  describe('of several features', () => {
    const bulk = (to: string, features: unknown, as = app.users.editor, environment = 'development') =>
      app.as(as).post(`/api/admin/projects/default/bulk_features/environments/${environment}/${to}`, { features });

    it('switches all on and off together, each name once', async () => {
      const [one, two] = [await arrange({}), await arrange({ disabled: true })];
      const on = await app.eventsOf('toggles', async () => {
        const { status, body } = await bulk('on?shouldActivateDisabledStrategies=true', [two.name, one.name, two.name]);
        deepEqual([status, body], [200, '']);
      });
      deepEqual(
        on.map(({ type, featureName }) => [type, featureName]),
        [['feature-strategy-update', two.name], ...[one.name, two.name].sort().map((name) => ['feature-environment-enabled', name])],
      );
      const off = await app.eventsOf('toggles', () => bulk('off', [one.name, two.name]));
      deepEqual(
        off.map(({ type }) => type),
        ['feature-environment-disabled', 'feature-environment-disabled'],
      );
    });

    it('switches none if one is unknown', async () => {
      const { name, environmentPath } = await arrange({});
      const events = await app.eventsOf('toggles', async () => {
        equal((await bulk('on', [name, 'unknown'])).status, 404);
        equal((await bulk('off', [name, 'unknown'])).status, 404);
        equal((await bulk('on', [name], app.users.editor, 'nope')).status, 404);
      });
      deepEqual(events, []);
      equal(await isOn(app, environmentPath), false);
    });

    it('refuses an invalid body with 400 and a viewer with 403', async () => {
      for (const to of ['on', 'off']) {
        equal((await bulk(to, { name: 'a' })).status, 400);
        equal((await bulk(to, [], app.users.viewer)).status, 403);
      }
    });
  });
});
