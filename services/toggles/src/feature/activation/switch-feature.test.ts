import { deepEqual, equal } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { type DefaultStrategy, ProjectEnvironment } from '../../project/project/project.ts';
import { toggles } from '../../service.ts';
import { inPlace, isOn, placeOf, postStrategies } from '../strategy/strategy.fixture.ts';
import { addProject, archive, createFeatures, told } from '../feature/feature.fixture.ts';

describe('switch feature', () => {
  let app: TestApp;
  let switcher: Principal;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    switcher = app.users.someone();
    app.users.grant(switcher, app.users.role({ permission: 'UPDATE_FEATURE_ENVIRONMENT' }), 'default');
  });
  after(() => app.close());

  async function arrange(...strategies: readonly object[]) {
    const name = `feature-${(count += 1)}`;
    await createFeatures(app, [name]);
    const place = placeOf(name);
    return { name, place, strategies: await postStrategies(app, place, ...strategies) };
  }
  const post = (path: string, as = app.users.editor) => app.as(as).post(path);
  const strategiesIn = async (place: string) => (await app.as(app.users.viewer).get(`${place}/strategies`)).body;

  it('adds a strategy for everyone to a feature without any, then states the switch, and nothing the second time', async () => {
    const { name, place } = await arrange();
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${place}/on`);
      deepEqual([status, body], [200, '']);
    });
    const [added] = await strategiesIn(place);
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
    deepEqual(told(events), [
      { type: 'feature-strategy-add', ...inPlace(name), data: added, preData: null },
      { type: 'feature-environment-enabled', ...inPlace(name), data: null, preData: null },
    ]);
    equal(await isOn(app, place), true);
    equal(await isOn(app, placeOf(name, 'production')), false);
    deepEqual(await app.eventsOf('toggles', () => post(`${place}/on`)), []);
  });

  it('leaves a feature that has an enabled strategy as it is', async () => {
    const { name, place, strategies } = await arrange({}, { disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${place}/on`));
    deepEqual(told(events), [{ type: 'feature-environment-enabled', ...inPlace(name), data: null, preData: null }]);
    deepEqual(await strategiesIn(place), strategies);
  });

  it('adds a strategy behind those that are all disabled', async () => {
    const { place, strategies } = await arrange({ disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${place}/on`));
    deepEqual(
      events.map(({ type }) => type),
      ['feature-strategy-add', 'feature-environment-enabled'],
    );
    const [first, second, ...rest] = await strategiesIn(place);
    deepEqual([first, second.sortOrder, rest], [strategies[0], 1, []]);
  });

  it('enables disabled strategies where asked to, with all that they hold', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const { name, place, strategies } = await arrange({ disabled: true, constraints }, {}, { disabled: true });
    const events = await app.eventsOf('toggles', () => post(`${place}/on?shouldActivateDisabledStrategies=true`));
    const enabled = strategies.map((strategy) => ({ ...strategy, disabled: false }));
    deepEqual(told(events), [
      { type: 'feature-strategy-update', ...inPlace(name), data: enabled[0], preData: strategies[0] },
      { type: 'feature-strategy-update', ...inPlace(name), data: enabled[2], preData: strategies[2] },
      { type: 'feature-environment-enabled', ...inPlace(name), data: null, preData: null },
    ]);
    deepEqual(await strategiesIn(place), enabled);
  });

  it('adds a strategy where it is to enable some and there is none', async () => {
    const { place } = await arrange();
    await post(`${place}/on?shouldActivateDisabledStrategies=true`);
    equal((await strategiesIn(place)).length, 1);
  });

  it('adds the strategy that the project chose, in the group of the feature', async () => {
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
    await post(`${placeOf(name, 'production')}/on`);
    await choose(null);
    const [added] = await strategiesIn(placeOf(name, 'production'));
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

  it('switches off once, keeps the strategies and states it once', async () => {
    const { name, place, strategies } = await arrange({});
    await post(`${place}/on`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${place}/off`);
      deepEqual([status, body], [200, '']);
      equal((await post(`${place}/off`)).status, 200);
    });
    deepEqual(told(events), [{ type: 'feature-environment-disabled', ...inPlace(name), data: null, preData: null }]);
    equal(await isOn(app, place), false);
    deepEqual(await strategiesIn(place), strategies);
  });

  it('needs the permission to add strategies where one would be added, and changes nothing without it', async () => {
    const { place } = await arrange();
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await post(`${place}/on`, switcher);
      deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['CREATE_FEATURE_STRATEGY']]);
    });
    deepEqual(events, []);
    const other = await arrange({});
    equal((await post(`${other.place}/on`, switcher)).status, 200);
    equal((await post(`${other.place}/off`, switcher)).status, 200);
  });

  it('refuses unknown features, environments and archived features with 404', async () => {
    const { name } = await arrange();
    await createFeatures(app, ['old']);
    await archive(app, 'old');
    await addProject(app, 'other');
    for (const at of [
      placeOf('nowhere'),
      placeOf('old'),
      placeOf(name, 'nope'),
      placeOf(name, 'default'),
      placeOf(name, 'development', 'other'),
    ]) {
      for (const to of ['on', 'off']) {
        const { status, body } = await post(`${at}/${to}`, app.users.admin);
        deepEqual([status, body.name], [404, 'NotFoundError']);
      }
    }
  });

  it('refuses a viewer with 403, nobody with 401 and a flag that is none with 400', async () => {
    const { place } = await arrange();
    for (const to of ['on', 'off']) {
      const { status, body } = await post(`${place}/${to}`, app.users.viewer);
      deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_ENVIRONMENT']]);
      equal((await app.as(null).post(`${place}/${to}`)).status, 401);
    }
    equal((await post(`${place}/on?shouldActivateDisabledStrategies=perhaps`)).status, 400);
  });

  describe('several at once', () => {
    const bulk = (to: string, features: unknown, as = app.users.editor, environment = 'development') =>
      app.as(as).post(`/api/admin/projects/default/bulk_features/environments/${environment}/${to}`, { features });

    it('switches all on and off in one go, each name once', async () => {
      const [one, two] = [await arrange({}), await arrange({ disabled: true })];
      const on = await app.eventsOf('toggles', async () => {
        const { status, body } = await bulk('on?shouldActivateDisabledStrategies=true', [two.name, one.name, two.name]);
        deepEqual([status, body], [200, '']);
      });
      deepEqual(
        on.map(({ type, featureName }) => [type, featureName]),
        [
          ['feature-environment-enabled', one.name],
          ['feature-strategy-update', two.name],
          ['feature-environment-enabled', two.name],
        ].toSorted((left, right) => String(left[1]).localeCompare(String(right[1]))),
      );
      const off = await app.eventsOf('toggles', () => bulk('off', [one.name, two.name]));
      deepEqual(
        off.map(({ type }) => type),
        ['feature-environment-disabled', 'feature-environment-disabled'],
      );
    });

    it('switches none when one is unknown', async () => {
      const { name, place } = await arrange({});
      const events = await app.eventsOf('toggles', async () => {
        equal((await bulk('on', [name, 'unknown'])).status, 404);
        equal((await bulk('off', [name, 'unknown'])).status, 404);
        equal((await bulk('on', [name], app.users.editor, 'nope')).status, 404);
      });
      deepEqual(events, []);
      equal(await isOn(app, place), false);
    });

    it('refuses a bad body with 400 and a viewer with 403', async () => {
      for (const to of ['on', 'off']) {
        equal((await bulk(to, { name: 'a' })).status, 400);
        equal((await bulk(to, [], app.users.viewer)).status, 403);
      }
    });
  });
});
