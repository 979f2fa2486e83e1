import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { archive, postFeatures, emitted } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';

const strategies = '/api/admin/strategies';
const everywhere = { project: null, environment: null, featureName: null, tags: [] };

describe('strategy definitions', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const read = async (name: string) => (await app.as(app.users.viewer).get(`${strategies}/${name}`)).body;
  const define = (name: string) => editor().post(strategies, { name, parameters: [] });

  it('are created with defaults, listed after the built-in ones, and published', async () => {
    const parameters = [
      { name: 'countries', type: 'list', description: 'Which', required: true },
      { name: 'share', type: 'percentage' },
    ];
    let created: object = {};
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await editor().post(strategies, { name: 'byCountry', title: 'By country', parameters });
      deepEqual([status, headers['location']], [201, 'strategies/byCountry']);
      created = body;
    });
    deepEqual(created, {
      name: 'byCountry',
      displayName: 'byCountry',
      title: 'By country',
      description: '',
      editable: true,
      deprecated: false,
      parameters: [parameters[0], { ...parameters[1], description: '', required: false }],
    });
    deepEqual(emitted(events), [{ ...everywhere, type: 'strategy-created', data: created, preData: null }]);
    deepEqual(await read('byCountry'), created);
    const { body } = await app.as(app.users.viewer).get(strategies);
    equal(body.strategies.at(-1).name, 'byCountry');
  });

  it('are updated: missing properties stay, except parameters, which are required', async () => {
    await editor().post(strategies, { name: 'changing', title: 'First', description: 'One', parameters: [] });
    const preData = await read('changing');
    const change = { description: 'Two', parameters: [{ name: 'on', type: 'boolean', description: 'Whether', required: true }] };
    const events = await app.eventsOf('toggles', async () => {
      for (let times = 0; times < 2; times += 1) {
        const { status, body } = await editor().put(`${strategies}/changing`, change);
        deepEqual([status, body], [200, '']);
      }
    });
    const data = { ...preData, ...change };
    deepEqual(await read('changing'), data);
    deepEqual(emitted(events), [{ ...everywhere, type: 'strategy-updated', data, preData }]);
    equal((await editor().put(`${strategies}/changing`, { title: 'Third' })).status, 400);
  });

  it('are deprecated and reactivated, including built-in ones, with one event per change', async () => {
    const events = await app.eventsOf('toggles', async () => {
      for (const step of ['deprecate', 'deprecate', 'reactivate', 'reactivate']) {
        const { status, body } = await editor().post(`${strategies}/remoteAddress/${step}`);
        deepEqual([status, body], [200, '']);
        equal((await read('remoteAddress')).deprecated, step === 'deprecate');
      }
    });
    const data = { name: 'remoteAddress' };
    deepEqual(emitted(events), [
      { ...everywhere, type: 'strategy-deprecated', data, preData: null },
      { ...everywhere, type: 'strategy-reactivated', data, preData: null },
    ]);
  });

  it('are deleted with an event', async () => {
    await define('doomed');
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().delete(`${strategies}/doomed`);
      deepEqual([status, body], [200, '']);
    });
    deepEqual(emitted(events), [{ ...everywhere, type: 'strategy-deleted', data: { name: 'doomed' }, preData: null }]);
    equal((await app.as(app.users.viewer).get(`${strategies}/doomed`)).status, 404);
  });

  it('cannot be deleted while a feature uses them, even an archived one', async () => {
    await define('used');
    await postFeatures(app, ['user']);
    await postStrategies(app, featureEnvironmentPath('user'), { name: 'used' });
    await archive(app, 'user');
    const { status, body } = await editor().delete(`${strategies}/used`);
    deepEqual([status, body.name], [403, 'InvalidOperationError']);
    equal((await editor().delete('/api/admin/archive/user')).status, 200);
    equal((await editor().delete(`${strategies}/used`)).status, 200);
  });

  it('are either deleted or used when both happen at once, and the other request is refused', async () => {
    await postFeatures(app, ['racer']);
    for (let round = 0; round < 8; round += 1) {
      await define(`raced-${round}`);
      const [deletion, use] = await Promise.all([
        editor().delete(`${strategies}/raced-${round}`),
        editor().post(`${featureEnvironmentPath('racer')}/strategies`, { name: `raced-${round}` }),
      ]);
      match(`${deletion.status} ${use.status}`, /^(200 400|403 200)$/);
    }
  });

  it('cannot be changed or deleted if they are built in', async () => {
    for (const answer of [
      await editor().put(`${strategies}/default`, { parameters: [] }),
      await editor().delete(`${strategies}/default`),
    ]) {
      deepEqual([answer.status, answer.body.name], [403, 'InvalidOperationError']);
    }
  });

  for (const [what, input, path] of [
    ['an invalid name', { name: 'a b', parameters: [] }, 'name'],
    ['no parameters', { name: 'x' }, 'parameters'],
    ['a parameter without a name', { name: 'x', parameters: [{ type: 'list' }] }, 'parameters/0/name'],
    ['a parameter of an unknown type', { name: 'x', parameters: [{ name: 'a', type: 'date' }] }, 'parameters/0/type'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await editor().post(strategies, input);
      deepEqual([status, body.details[0].path], [400, path]);
    });
  }

  it('are refused with 409 for a name in use, 403 for viewers, and 404 for changes of unknown ones', async () => {
    equal((await define('default')).body.name, 'NameExistsError');
    const unknown = `${strategies}/nothing`;
    const writes = async (as = app.users.editor) => [
      await app.as(as).put(unknown, { parameters: [] }),
      await app.as(as).delete(unknown),
      await app.as(as).post(`${unknown}/deprecate`),
      await app.as(as).post(`${unknown}/reactivate`),
    ];
    deepEqual(
      (await writes()).map(({ status }) => status),
      [404, 404, 404, 404],
    );
    deepEqual(
      [await app.as(app.users.viewer).post(strategies, {}), ...(await writes(app.users.viewer))].map(({ body }) => body.permissions),
      [['CREATE_STRATEGY'], ['UPDATE_STRATEGY'], ['DELETE_STRATEGY'], ['UPDATE_STRATEGY'], ['UPDATE_STRATEGY']],
    );
  });
});
