import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { postFeatures, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments, environmentKeys, isOn, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';
import type { SerializedStrategy } from './strategy.ts';

const constraint = { contextName: 'userId', operator: 'IN', values: ['1'] };
const variant = (name: string) => ({ name, weight: 0, weightType: 'variable', stickiness: 'default' });

describe('update strategy', () => {
  let app: TestApp;
  let segments: number[];
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    segments = await addSegments(app, ['one', 'two', 'three']);
    await postFeatures(app, ['elsewhere']);
  });
  after(() => app.close());

  /** Creates a feature with the given strategies in development. */
  async function arrange(...inputs: readonly object[]) {
    const name = `feature-${(count += 1)}`;
    await postFeatures(app, [name]);
    const environmentPath = featureEnvironmentPath(name);
    const strategies = await postStrategies(app, environmentPath, ...inputs);
    return {
      name,
      environmentPath,
      strategies,
      path: `${environmentPath}/strategies/${strategies[0]?.id}`,
      before: strategies[0] as SerializedStrategy,
    };
  }
  const stored = async (path: string) => (await app.as(app.users.viewer).get(path)).body as SerializedStrategy;

  it('replaces the given properties, keeps the sort order and emits feature-strategy-update', async () => {
    const { name, path, before: preData } = await arrange({ title: 'old', segments: segments.slice(0, 2) });
    const change = {
      name: 'flexibleRollout',
      title: 'new',
      disabled: false,
      sortOrder: 99,
      parameters: { rollout: '70', stickiness: '' },
      constraints: [constraint],
      variants: [variant('b'), variant('a')],
      segments: segments.slice(1),
    };
    let data: SerializedStrategy | undefined;
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).put(path, change);
      equal(status, 200);
      data = body;
    });
    deepEqual(data, {
      ...change,
      id: preData.id,
      sortOrder: 0,
      parameters: { rollout: '70', stickiness: 'default', groupId: name },
      variants: [
        { ...variant('a'), weight: 500 },
        { ...variant('b'), weight: 500 },
      ],
    });
    deepEqual(emitted(events), [{ type: 'feature-strategy-update', ...environmentKeys(name), data, preData }]);
    deepEqual(await stored(path), data);
  });

  it('keeps missing properties, except constraints and variants', async () => {
    const { path, before: old } = await arrange({
      name: 'flexibleRollout',
      title: 'kept',
      parameters: { rollout: '5' },
      segments,
      constraints: [constraint],
      variants: [variant('a')],
    });
    const { body } = await app.as(app.users.editor).put(path, {});
    deepEqual(body, { ...old, constraints: [], variants: [] });
  });

  it('completes the parameters of a gradual rollout that an update or a patch leaves out', async () => {
    const { name, path } = await arrange({ name: 'flexibleRollout', parameters: { rollout: '5', stickiness: 'userId', groupId: 'g' } });
    const put = await app.as(app.users.editor).put(path, { parameters: { rollout: '6' } });
    deepEqual(put.body.parameters, { rollout: '6', stickiness: 'default', groupId: name });
    const patched = await app.as(app.users.editor).patch(path, [{ op: 'remove', path: '/parameters' }]);
    deepEqual(patched.body.parameters, { rollout: '100', stickiness: 'default', groupId: name });
    deepEqual(await stored(path), patched.body);
  });

  it('emits nothing if nothing changes, and keeps the weights of unchanged variants', async () => {
    const { path, before: old } = await arrange({ variants: [variant('c'), variant('a'), variant('b')] });
    deepEqual(
      old.variants.map(({ name, weight }) => `${name} ${weight}`),
      ['a 333', 'b 333', 'c 334'],
    );
    const events = await app.eventsOf('toggles', async () => {
      const { body } = await app.as(app.users.editor).put(path, old);
      deepEqual(body, old);
    });
    deepEqual(events, []);
  });

  it('switches the feature off after its last enabled strategy is disabled', async () => {
    const { name, environmentPath, strategies } = await arrange({}, {});
    await app.as(app.users.editor).post(`${environmentPath}/on`);
    const disable = (index: number) =>
      app.as(app.users.editor).put(`${environmentPath}/strategies/${strategies[index]?.id}`, { disabled: true });
    const first = await app.eventsOf('toggles', () => disable(0));
    deepEqual(
      first.map(({ type }) => type),
      ['feature-strategy-update'],
    );
    equal(await isOn(app, environmentPath), true);
    const second = await app.eventsOf('toggles', () => disable(1));
    deepEqual(emitted(second), [
      {
        type: 'feature-strategy-update',
        ...environmentKeys(name),
        data: { ...strategies[1], disabled: true },
        preData: strategies[1],
      },
      { type: 'feature-environment-disabled', ...environmentKeys(name), data: null, preData: null },
    ]);
    equal(await isOn(app, environmentPath), false);
  });

  it('applies a patch to the stored strategy', async () => {
    const { name, path, before: preData } = await arrange({ title: 'old', constraints: [constraint], parameters: { rollout: '1' } });
    const patch = [
      { op: 'replace', path: '/parameters/rollout', value: '2' },
      { op: 'add', path: '/constraints/-', value: { contextName: 'appName', operator: 'IN', values: ['web'] } },
      { op: 'remove', path: '/title' },
      { op: 'replace', path: '/id', value: 'another' },
    ];
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(app.users.editor).patch(path, patch);
      equal(status, 200);
      deepEqual(body, {
        ...preData,
        parameters: { rollout: '2' },
        constraints: [constraint, { contextName: 'appName', operator: 'IN', values: ['web'] }],
        title: null,
      });
    });
    deepEqual(emitted(events), [{ type: 'feature-strategy-update', ...environmentKeys(name), data: await stored(path), preData }]);
  });

  it('converts a number that a patch writes into a parameter to a string', async () => {
    const { path } = await arrange({
      name: 'flexibleRollout',
      parameters: { rollout: '1', stickiness: 'default', groupId: 'g' },
    });
    const patch = [
      { op: 'replace', path: '/parameters/rollout', value: 42 },
      { op: 'add', path: '/parameters/strict', value: true },
    ];
    const { status, body } = await app.as(app.users.editor).patch(path, patch);
    deepEqual([status, body.parameters], [200, { rollout: '42', stickiness: 'default', groupId: 'g', strict: 'true' }]);
    const list = await app.as(app.users.editor).patch(path, [{ op: 'add', path: '/parameters/rollout', value: [1] }]);
    deepEqual([list.status, list.body.details[0].path], [400, 'parameters/rollout']);
  });

  it('refuses a patch that does not fit or has an invalid result, and changes nothing', async () => {
    const { path, before: old } = await arrange({});
    const events = await app.eventsOf('toggles', async () => {
      for (const [operation, failure, at] of [
        [{ op: 'remove', path: '/nothing' }, 'BadDataError', '0'],
        [{ op: 'remove', path: '/name' }, 'ValidationError', 'name'],
        [{ op: 'replace', path: '/disabled', value: 'perhaps' }, 'ValidationError', 'disabled'],
        [{ op: 'add', path: '/constraints/-', value: { ...constraint, operator: 'NUM_EQ' } }, 'BadDataError', 'constraints/0/value'],
        [{ op: 'test', path: '/name', value: 'default' }, 'ValidationError', '0/op'],
      ] as const) {
        const { status, body } = await app.as(app.users.editor).patch(path, [operation]);
        deepEqual([status, body.name, body.details[0].path], [400, failure, at]);
      }
      equal((await app.as(app.users.editor).patch(path, { op: 'remove' })).status, 400);
    });
    deepEqual(events, []);
    deepEqual(await stored(path), old);
  });

  it('refuses input that a new strategy could not have', async () => {
    const { path } = await arrange({});
    for (const [change, status] of [
      [{ name: 'nope' }, 400],
      [{ segments: [4711] }, 404],
      [{ variants: [variant('a'), variant('a')] }, 400],
    ] as const) {
      equal((await app.as(app.users.editor).put(path, change)).status, status);
    }
  });

  it('refuses an unknown strategy with 404, and one of another feature or environment with 403', async () => {
    const { name, environmentPath, before: own } = await arrange({});
    const editor = app.as(app.users.editor);
    for (const call of [
      (path: string) => editor.put(path, {}),
      (path: string) => editor.patch(path, []),
      (path: string) => editor.delete(path),
      (path: string) => editor.get(path),
    ]) {
      const unknown = await call(`${environmentPath}/strategies/${crypto.randomUUID()}`);
      deepEqual([unknown.status, unknown.body.name], [404, 'NotFoundError']);
      for (const elsewhere of [featureEnvironmentPath('elsewhere'), featureEnvironmentPath(name, 'production')]) {
        const foreign = await call(`${elsewhere}/strategies/${own.id}`);
        deepEqual([foreign.status, foreign.body.name], [403, 'InvalidOperationError']);
      }
      equal((await call(`${featureEnvironmentPath('nowhere')}/strategies/${own.id}`)).status, 404);
      equal((await call(`${featureEnvironmentPath(name, 'nope')}/strategies/${own.id}`)).status, 404);
    }
  });

  it('refuses a viewer with 403', async () => {
    const { path } = await arrange({});
    const viewer = app.as(app.users.viewer);
    for (const { status, body } of [await viewer.put(path, {}), await viewer.patch(path, [])]) {
      deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_STRATEGY']]);
    }
  });
});
