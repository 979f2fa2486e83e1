import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { only } from '@signalbox/kit';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, features, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments, environmentKeys, featureEnvironmentPath, postStrategies } from './strategy.fixture.ts';

describe('create strategy', () => {
  let app: TestApp;
  const environmentPath = featureEnvironmentPath('checkout');
  before(async () => {
    app = await start([toggles]);
    await postFeatures(app, ['checkout', 'numbered', 'old']);
    await addProject(app, 'other');
  });
  after(() => app.close());

  const post = (input: object, at = environmentPath) => app.as(app.users.editor).post(`${at}/strategies`, input);

  it('returns the complete strategy and emits feature-strategy-add', async () => {
    const segments = await addSegments(app, ['beta', 'staff']);
    const input = {
      name: 'flexibleRollout',
      title: 'half of them',
      parameters: { rollout: '50', stickiness: 'userId', groupId: 'checkout' },
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1', '2'], inverted: true }],
      variants: [
        { name: 'red', weight: 0, weightType: 'variable', stickiness: 'default', payload: { type: 'json', value: '{}' } },
        { name: 'blue', weight: 100, weightType: 'fix', stickiness: 'default' },
      ],
      segments,
    };
    let answer: Awaited<ReturnType<typeof post>> | undefined;
    const events = await app.eventsOf('toggles', async () => {
      answer = await post(input);
    });
    equal(answer?.status, 200);
    const { id, ...rest } = answer?.body ?? {};
    match(id, /^[0-9a-f-]{36}$/);
    deepEqual(rest, {
      ...input,
      variants: [input.variants[1], { ...input.variants[0], weight: 900 }],
      disabled: false,
      sortOrder: 0,
    });
    deepEqual(emitted(events), [{ type: 'feature-strategy-add', ...environmentKeys('checkout'), data: answer?.body, preData: null }]);
    deepEqual((await app.as(app.users.viewer).get(`${environmentPath}/strategies`)).body, [answer?.body]);
  });

  it('stores defaults for missing properties, parameter values as strings and an empty stickiness as default', async () => {
    const { body } = await post({ name: 'flexibleRollout', disabled: null, parameters: { rollout: 50, stickiness: '' } });
    const { id, sortOrder, ...rest } = body;
    ok(id && sortOrder);
    deepEqual(rest, {
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      parameters: { rollout: '50', stickiness: 'default', groupId: 'checkout' },
      constraints: [],
      variants: [],
      segments: [],
    });
  });

  it('completes the parameters of a gradual rollout, so that it reaches everyone by default', async () => {
    const parametersOf = async (input: object, at = environmentPath) => only(await postStrategies(app, at, input)).parameters;
    const rollout = { name: 'flexibleRollout' };
    deepEqual(await parametersOf(rollout), { rollout: '100', stickiness: 'default', groupId: 'checkout' });
    deepEqual(await parametersOf({ ...rollout, parameters: { groupId: '' } }), { rollout: '100', stickiness: 'default', groupId: '' });
    deepEqual(await parametersOf({ name: 'default' }), {});
    await addProject(app, 'sticky', { defaultStickiness: 'userId' });
    await postFeatures(app, ['of-sticky'], 'sticky');
    const sticky = featureEnvironmentPath('of-sticky', 'development', 'sticky');
    const own = { rollout: '25', stickiness: 'userId', groupId: 'of-sticky' };
    deepEqual(await parametersOf({ ...rollout, parameters: { rollout: '25' } }, sticky), own);
  });

  it('drops unknown properties of variants and their payloads', async () => {
    const variant = { name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' };
    const payload = { type: 'string', value: 'x' };
    const { body } = await post({ name: 'default', variants: [{ ...variant, payload: { ...payload, more: 1 }, more: { deep: [] } }] });
    deepEqual(body.variants, [{ ...variant, payload }]);
  });

  it('validates the type first, then segments, constraints and variants, and last the number of segments', async () => {
    const [foreign] = await addSegments(app, ['order-foreign'], 'other');
    const six = await addSegments(app, ['order-a', 'order-b', 'order-c', 'order-d', 'order-e', 'order-f'], 'default');
    const wrong = {
      name: 'nope',
      segments: [-1, foreign, ...six],
      constraints: [{ contextName: 'an age', operator: 'IN', values: ['1'] }],
      variants: [{ name: 'a', weight: 1, weightType: 'fix', stickiness: 'default' }],
    };
    const found: [number, string][] = [];
    for (const repair of [
      {},
      { name: 'default' },
      { segments: [foreign, ...six] },
      { segments: six },
      { constraints: [] },
      { variants: [] },
    ]) {
      const { status, body } = await post(Object.assign(wrong, repair));
      found.push([status, body.details[0].path ?? '']);
    }
    deepEqual(found, [
      [400, 'name'],
      [404, ''],
      [400, ''],
      [404, 'constraints/0/contextName'],
      [400, 'variants'],
      [400, 'segments'],
    ]);
  });

  it('stores a single-value constraint with an empty list of values', async () => {
    const { body } = await post({ name: 'default', constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: '5' }] });
    deepEqual(body.constraints, [{ contextName: 'userId', operator: 'NUM_GT', value: '5', values: [] }]);
  });

  it('numbers strategies after the last one of the environment, starting at zero', async () => {
    const development = await postStrategies(app, featureEnvironmentPath('numbered'), {}, {}, { sortOrder: 7 }, {}, { sortOrder: 2 }, {});
    deepEqual(
      development.map(({ sortOrder }) => sortOrder),
      [0, 1, 7, 8, 2, 9],
    );
    const [production] = await postStrategies(app, featureEnvironmentPath('numbered', 'production'), {});
    equal(production?.sortOrder, 0);
  });

  const refused: [string, object, number, string, string][] = [
    ['an unknown strategy type', { name: 'nope' }, 400, 'BadDataError', 'name'],
    ['a missing name', {}, 400, 'ValidationError', 'name'],
    ['an unknown segment', { name: 'default', segments: [4711] }, 404, 'NotFoundError', ''],
    [
      'an unknown operator',
      { constraints: [{ contextName: 'userId', operator: 'NOPE' }] },
      400,
      'ValidationError',
      'constraints/0/operator',
    ],
    [
      'a value that the operator cannot compare with',
      { constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'abc' }] },
      400,
      'BadDataError',
      'constraints/0/value',
    ],
    [
      'an invalid name of a context field',
      { constraints: [{ contextName: 'shoe size', operator: 'NUM_GT', value: '1' }] },
      404,
      'NotFoundError',
      'constraints/0/contextName',
    ],
    [
      'only fixed variants',
      { variants: [{ name: 'a', weight: 1000, weightType: 'fix', stickiness: 'default' }] },
      400,
      'BadDataError',
      'variants',
    ],
    [
      'a variant without weightType',
      { variants: [{ name: 'a', weight: 1, stickiness: 'default' }] },
      400,
      'ValidationError',
      'variants/0/weightType',
    ],
    ['a parameter that is a list', { parameters: { rollout: ['1', '2'] } }, 400, 'ValidationError', 'parameters/rollout'],
    ['a list parameter with a two-line name', { parameters: { 'a\nb': ['1', '2'] } }, 400, 'ValidationError', 'parameters/a\nb'],
    ['a fractional sort order', { sortOrder: 1.5 }, 400, 'ValidationError', 'sortOrder'],
    ['a title beyond 255 characters', { title: 'x'.repeat(256) }, 400, 'ValidationError', 'title'],
  ];
  for (const [what, input, status, name, path] of refused) {
    it(`refuses ${what} and emits nothing`, async () => {
      const events = await app.eventsOf('toggles', async () => {
        const answer = await post(path === 'name' ? input : { name: 'default', ...input });
        equal(answer.status, status);
        equal(answer.body.name, name);
        if (path !== '') equal(answer.body.details[0].path, path);
      });
      deepEqual(events, []);
    });
  }

  it('refuses a segment of another project and more than five', async () => {
    const [foreign] = await addSegments(app, ['foreign'], 'other');
    const own = await addSegments(app, ['a', 'b', 'c', 'd', 'e', 'f'], 'default');
    const elsewhere = await post({ name: 'default', segments: [foreign] });
    deepEqual([elsewhere.status, elsewhere.body.name], [400, 'BadDataError']);
    const many = await post({ name: 'default', segments: own });
    deepEqual([many.status, many.body.details[0].path], [400, 'segments']);
    const five = await post({ name: 'default', segments: [...own.slice(0, 5), own[0]] });
    deepEqual([five.status, five.body.segments], [200, own.slice(0, 5)]);
  });

  it('refuses an unknown environment with 400, and one that the feature does not have with 404', async () => {
    equal((await post({ name: 'default' }, featureEnvironmentPath('checkout', 'nope'))).status, 400);
    equal((await post({ name: 'default' }, featureEnvironmentPath('checkout', 'default'))).status, 404);
  });

  it('refuses unknown and archived features and those of other projects with 404', async () => {
    await archive(app, 'old');
    for (const at of [
      featureEnvironmentPath('nowhere'),
      featureEnvironmentPath('old'),
      featureEnvironmentPath('checkout', 'development', 'other'),
    ]) {
      const { status, body } = await app.as(app.users.admin).post(`${at}/strategies`, { name: 'default' });
      deepEqual([status, body.name], [404, 'NotFoundError']);
    }
  });

  it('refuses a viewer with 403, even for an invalid body, and an anonymous caller with 401', async () => {
    const { status, body } = await app.as(app.users.viewer).post(`${environmentPath}/strategies`, {});
    deepEqual([status, body.name, body.permissions], [403, 'NoAccessError', ['CREATE_FEATURE_STRATEGY']]);
    equal((await app.as(null).post(`${environmentPath}/strategies`, {})).status, 401);
  });

  it('refuses a stale version of the feature with 412', async () => {
    const { headers } = await app.as(app.users.viewer).get(`${features}/checkout`);
    const stale = { headers: { 'if-match': '"0"' } };
    equal((await app.as(app.users.editor).post(`${environmentPath}/strategies`, { name: 'default' }, stale)).status, 412);
    const current = { headers: { 'if-match': String(headers['etag']) } };
    equal((await app.as(app.users.editor).post(`${environmentPath}/strategies`, { name: 'default' }, current)).status, 200);
  });
});
