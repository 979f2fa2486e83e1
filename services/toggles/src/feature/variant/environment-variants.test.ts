import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, features, protect, setEnvironment, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { environmentKeys, featureEnvironmentPath } from '../strategy/strategy.fixture.ts';

const variable = (name: string, weight = 0) => ({ name, weight, weightType: 'variable', stickiness: 'default' });

describe('variants of an environment', () => {
  let app: TestApp;
  let name: string;
  let environmentPath: string;
  let count = 0;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
  });
  after(() => app.close());
  beforeEach(async () => {
    name = `feature-${(count += 1)}`;
    environmentPath = featureEnvironmentPath(name);
    await postFeatures(app, [name]);
  });

  const editor = () => app.as(app.users.editor);
  const read = async (at = environmentPath) => (await app.as(app.users.viewer).get(`${at}/variants`)).body.variants;
  const weights = (variants: { name: string; weight: number }[]) => variants.map((variant) => `${variant.name} ${variant.weight}`);
  const updated = (variants: object[], before: object[], environment = 'development') => ({
    type: 'feature-environment-variants-updated',
    ...environmentKeys(name, environment),
    data: { variants },
    preData: { variants: before },
  });

  it('are empty at first, and 404 if the feature has no such environment', async () => {
    deepEqual((await app.as(app.users.viewer).get(`${environmentPath}/variants`)).body, { version: 1, variants: [] });
    for (const path of [
      featureEnvironmentPath('nothing'),
      featureEnvironmentPath(name, 'nowhere'),
      featureEnvironmentPath(name, 'development', 'shop'),
    ]) {
      equal((await app.as(app.users.viewer).get(`${path}/variants`)).status, 404, path);
      equal((await app.as(app.users.admin).put(`${path}/variants`, [])).status, 404, path);
    }
    await archive(app, name);
    equal((await editor().put(`${environmentPath}/variants`, [])).status, 404);
  });

  it('are stored with fixed weights, sorted by name and otherwise as sent, with one event', async () => {
    const overrides = [{ contextName: 'userId', values: ['7'] }];
    const payload = { type: 'json', value: '{"a":1}' };
    const sent = [
      { name: 'c', weight: 5, payload },
      { ...variable('a'), overrides, stickiness: 'userId' },
      { name: 'b', weight: 0 },
    ];
    const stored = [{ ...variable('a', 333), overrides, stickiness: 'userId' }, variable('b', 333), { ...variable('c', 334), payload }];
    const events = await app.eventsOf('toggles', async () => {
      for (let times = 0; times < 2; times += 1) {
        const { status, body } = await editor().put(`${environmentPath}/variants`, sent);
        deepEqual([status, body], [200, { version: 1, variants: stored }]);
      }
      equal((await editor().put(`${environmentPath}/variants`, stored)).status, 200);
    });
    deepEqual(emitted(events), [updated(stored, [])]);
    deepEqual(await read(), stored);
    deepEqual(await read(featureEnvironmentPath(name, 'production')), []);
    const gone = await app.eventsOf('toggles', () => editor().put(`${environmentPath}/variants`, []));
    deepEqual(emitted(gone), [updated([], stored)]);
  });

  it('are patched in their stored form, and weights are distributed again', async () => {
    await editor().put(`${environmentPath}/variants`, [variable('a'), variable('b')]);
    const { status, body } = await editor().patch(`${environmentPath}/variants`, [{ op: 'add', path: '/-', value: variable('c') }]);
    equal(status, 200);
    deepEqual(weights(body.variants), ['a 334', 'b 333', 'c 333']);
    const fixed = [
      { op: 'replace', path: '/1/weightType', value: 'fix' },
      { op: 'replace', path: '/1/weight', value: 100 },
    ];
    const patched = await editor().patch(`${environmentPath}/variants`, fixed);
    deepEqual(weights(patched.body.variants), ['a 450', 'b 100', 'c 450']);
    const events = await app.eventsOf('toggles', () => editor().patch(`${environmentPath}/variants`, []));
    deepEqual(events, []);
    for (const patch of [
      [{ op: 'remove', path: '/9' }],
      [{ op: 'replace', path: '/0/weight', value: 2000 }],
      [{ op: 'replace', path: '/0/name', value: 'b' }],
    ]) {
      equal((await editor().patch(`${environmentPath}/variants`, patch)).status, 400, JSON.stringify(patch));
    }
    deepEqual(weights(await read()), ['a 450', 'b 100', 'c 450']);
  });

  for (const [what, variants] of [
    ['an invalid name', [{ name: 'a b', weight: 0 }]],
    ['a weight above 1000', [{ name: 'a', weight: 1001 }]],
    ['a fractional weight', [{ name: 'a', weight: 0.5 }]],
    ['an unknown weight type', [{ name: 'a', weight: 0, weightType: 'heavy' }]],
    ['an invalid JSON payload', [{ name: 'a', weight: 0, payload: { type: 'json', value: '{' } }]],
    ['an override without values', [{ name: 'a', weight: 0, overrides: [{ contextName: 'userId' }] }]],
    ['an unknown property', [{ name: 'a', weight: 0, color: 'red' }]],
    ['only fixed weights', [{ name: 'a', weight: 900, weightType: 'fix' }]],
    [
      'a repeated name',
      [
        { name: 'a', weight: 0 },
        { name: 'a', weight: 0 },
      ],
    ],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      equal((await editor().put(`${environmentPath}/variants`, variants)).status, 400);
      equal((await editor().put(`${features}/${name}/variants-batch`, { environments: ['development'], variants })).status, 400);
      deepEqual(await read(), []);
    });
  }

  it('are written to several environments at once and returned in the order of the request', async () => {
    const sent = [variable('c'), variable('a'), variable('b')];
    await editor().put(`${environmentPath}/variants`, [variable('old')]);
    const events = await app.eventsOf('toggles', async () => {
      const batch = { environments: ['development', 'production', 'development'], variants: sent };
      const { status, body } = await editor().put(`${features}/${name}/variants-batch`, batch);
      equal(status, 200);
      deepEqual(weights(body.variants), ['c 334', 'a 333', 'b 333']);
    });
    const stored = [variable('a', 333), variable('b', 333), variable('c', 334)];
    deepEqual(emitted(events), [updated(stored, [variable('old', 1000)]), updated(stored, [], 'production')]);
    deepEqual([await read(), await read(featureEnvironmentPath(name, 'production'))], [stored, stored]);
  });

  it('are written to all given environments or none', async () => {
    const batch = (environments: string[]) =>
      app.as(app.users.admin).put(`${features}/${name}/variants-batch`, { environments, variants: [variable('a')] });
    deepEqual([(await batch([])).status, (await batch(['development', 'nowhere'])).status], [400, 404]);
    deepEqual(await read(), []);
  });

  it('require the permission in each environment', async () => {
    const half = app.users.someone();
    const role = await app.users.role({ permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', environment: 'development' });
    await app.users.grant(half, role, 'default');
    const write = (environments: string[]) => app.as(half).put(`${features}/${name}/variants-batch`, { environments, variants: [] });
    equal((await write(['development'])).status, 200);
    const { status, body } = await write(['development', 'production']);
    deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_ENVIRONMENT_VARIANTS']]);
    match(body.message, /production/);
    equal((await app.as(half).put(`${featureEnvironmentPath(name, 'production')}/variants`, [])).status, 403);
    const viewer = app.as(app.users.viewer);
    equal((await viewer.put(`${environmentPath}/variants`, [])).status, 403);
    equal((await viewer.patch(`${environmentPath}/variants`, [])).status, 403);
    equal((await app.as(null).get(`${environmentPath}/variants`)).status, 401);
  });

  it('are refused if change requests are required', async () => {
    await postFeatures(app, [`${name}-till`], 'shop');
    const member = app.users.someone();
    await app.users.grant(member, 5, 'shop');
    const at = featureEnvironmentPath(`${name}-till`, 'production', 'shop');
    equal((await app.as(member).put(`${at}/variants`, [])).status, 200);
    await protect(app, 'shop', 'production');
    const base = `/api/admin/projects/shop/features/${name}-till`;
    const variants = [variable('blue')];
    const patch = [{ op: 'add', path: '/-', value: variants[0] }];
    const answers = [
      await app.as(member).put(`${at}/variants`, variants),
      await app.as(member).patch(`${at}/variants`, patch),
      await app.as(member).put(`${base}/variants-batch`, { environments: ['development', 'production'], variants }),
      await app.as(member).patch(`${base}/variants`, patch),
    ];
    deepEqual(
      answers.map(({ status, body }) => [status, body.permissions]),
      answers.map(() => [403, ['SKIP_CHANGE_REQUEST']]),
    );
  });

  it('are refused for an outdated version', async () => {
    const stale = { headers: { 'if-match': '"0"' } };
    await editor().put(`${environmentPath}/variants`, [variable('a')]);
    equal((await editor().put(`${environmentPath}/variants`, [], stale)).status, 412);
  });

  describe('across all environments', () => {
    const all = () => `${features}/${name}/variants`;

    it('are read by name from any environment', async () => {
      await editor().put(`${environmentPath}/variants`, [variable('a')]);
      await editor().put(`${featureEnvironmentPath(name, 'production')}/variants`, [variable('b')]);
      const { status, body } = await app.as(app.users.viewer).get(all());
      equal(status, 200);
      deepEqual((body.variants as { name: string }[]).map((variant) => variant.name).sort(), ['a', 'b']);
      equal((await app.as(app.users.viewer).get(`${features}/nothing/variants`)).status, 404);
    });

    it('are replaced everywhere with one event', async () => {
      await editor().put(`${environmentPath}/variants`, [variable('a')]);
      const stored = [variable('b', 1000)];
      const events = await app.eventsOf('toggles', async () => {
        for (let times = 0; times < 2; times += 1) {
          const { status, headers, body } = await editor().put(all(), [variable('b')]);
          deepEqual([status, body], [200, { version: 1, variants: stored }]);
          equal(headers['x-revision'] !== undefined, times === 0);
        }
      });
      deepEqual(emitted(events), [
        {
          type: 'feature-variants-updated',
          ...environmentKeys(name),
          environment: null,
          data: { variants: stored },
          preData: { variants: [variable('a', 1000)] },
        },
      ]);
      deepEqual([await read(), await read(featureEnvironmentPath(name, 'production'))], [stored, stored]);
    });

    it('are patched separately with an event for each, or not at all if the patch does not fit one', async () => {
      await setEnvironment(app, name, 'development', { variants: [{ ...variable('a', 1000), weightType: 'variable' }] });
      const events = await app.eventsOf('toggles', async () => {
        const { status, headers, body } = await editor().patch(all(), [{ op: 'add', path: '/-', value: variable('b') }]);
        equal(status, 200);
        match(String(headers['x-revision']), /^\d+$/);
        deepEqual((body.variants as { name: string }[]).map((variant) => variant.name).sort(), ['a', 'b']);
      });
      deepEqual(emitted(events), [
        updated([variable('a', 500), variable('b', 500)], [variable('a', 1000)]),
        updated([variable('b', 1000)], [], 'production'),
      ]);
      equal((await editor().patch(all(), [{ op: 'remove', path: '/1' }])).status, 400);
      deepEqual(weights(await read()), ['a 500', 'b 500']);
    });

    it('are refused to viewers with 403', async () => {
      const viewer = app.as(app.users.viewer);
      for (const { status, body } of [await viewer.put(all(), []), await viewer.patch(all(), [])]) {
        deepEqual([status, body.permissions], [403, ['UPDATE_FEATURE_VARIANTS']]);
      }
    });
  });
});
