import { deepEqual, equal, ok } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, emitted } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath, postStrategies } from '../../feature/strategy/strategy.fixture.ts';

const context = '/api/admin/context';
const everywhere = { project: null, environment: null, featureName: null, tags: [] };
const naming = (...names: string[]) => ({
  constraints: names.map((contextName) => ({ contextName, operator: 'IN', values: ['a'] })),
});

describe('context fields', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await addProject(app, 'hidden');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const viewer = () => app.as(app.users.viewer);
  const usesOf = async (name: string, reader = viewer()) => {
    const { body } = await reader.get(context);
    const { usedInFeatures, usedInProjects } = (body as { name: string }[]).find((field) => field.name === name) as never;
    return [usedInFeatures, usedInProjects];
  };

  it('are created with the given properties, defaults for the rest, and an event', async () => {
    const input = {
      name: 'region',
      description: 'Where from',
      stickiness: true,
      sortOrder: 3,
      legalValues: [{ value: 'eu', description: 'Europe' }, { value: 'us' }],
    };
    let created: Record<string, unknown> = {};
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await editor().post(context, input);
      deepEqual([status, headers['location']], [201, 'context/region']);
      created = body;
    });
    deepEqual(created, { ...input, createdAt: created['createdAt'] });
    deepEqual(emitted(events), [{ ...everywhere, type: 'context-field-created', data: created, preData: null }]);
    deepEqual((await viewer().get(`${context}/region`)).body, created);
    const { body } = await editor().post(context, { name: 'plain' });
    deepEqual(
      { ...body, createdAt: null },
      { name: 'plain', description: null, stickiness: false, sortOrder: 10, legalValues: [], createdAt: null },
    );
  });

  it('are listed by name, including those of a new instance', async () => {
    const { status, body } = await viewer().get(context);
    equal(status, 200);
    const names = (body as { name: string }[]).map(({ name }) => name);
    for (const name of ['appName', 'currentTime', 'environment', 'sessionId', 'userId']) ok(names.includes(name), name);
    deepEqual(names, [...names].sort());
  });

  it('are updated: missing legal values are cleared, other missing properties stay', async () => {
    await editor().post(context, { name: 'plan', description: 'Paid', stickiness: true, legalValues: [{ value: 'gold' }] });
    const { body: before } = await viewer().get(`${context}/plan`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().put(`${context}/plan`, { description: 'What they pay', sortOrder: 7 });
      deepEqual([status, body], [200, '']);
      equal((await editor().put(`${context}/plan`, { description: 'What they pay', sortOrder: 7 })).status, 200);
    });
    const data = { ...before, description: 'What they pay', sortOrder: 7, legalValues: [] };
    deepEqual((await viewer().get(`${context}/plan`)).body, data);
    const { createdAt: _createdAt, sortOrder: _sortOrder, ...preData } = before;
    deepEqual(emitted(events), [{ ...everywhere, type: 'context-field-updated', data, preData }]);
  });

  it('are deleted when no constraint names them, with an event that contains the deleted field', async () => {
    await editor().post(context, { name: 'doomed' });
    const { body: preData } = await viewer().get(`${context}/doomed`);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().delete(`${context}/doomed`);
      deepEqual([status, body], [200, '']);
    });
    deepEqual(emitted(events), [{ ...everywhere, type: 'context-field-deleted', data: null, preData }]);
    equal((await viewer().get(`${context}/doomed`)).status, 404);
    equal((await editor().delete(`${context}/doomed`)).status, 404);
  });

  it('cannot be deleted while strategies, segments or default strategies name them', async () => {
    await editor().post(context, { name: 'needed' });
    const refusal = async () => {
      const { status, body } = await editor().delete(`${context}/needed`);
      return [status, body.name, /by the constraints of (.*?)\. /.exec(String(body.message))?.[1]];
    };
    await postFeatures(app, ['of-needed', 'of-needed-too']);
    for (const name of ['of-needed', 'of-needed-too']) await postStrategies(app, featureEnvironmentPath(name), naming('needed'));
    await archive(app, 'of-needed-too');
    const events = await app.eventsOf('toggles', async () => deepEqual(await refusal(), [409, 'ConflictError', '2 strategies']));
    deepEqual(events, []);
    const { body: segment } = await editor().post('/api/admin/segments', { name: 'needy', ...naming('needed') });
    const chosen = '/api/admin/projects/default/environments/production/default-strategy';
    equal((await editor().post(chosen, { name: 'flexibleRollout', ...naming('needed') })).status, 200);
    deepEqual(await refusal(), [409, 'ConflictError', '2 strategies, 1 segment, and 1 default strategy']);
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/projects/default/delete', { features: ['of-needed-too'] })).status, 200);
    const strategies = `${featureEnvironmentPath('of-needed')}/strategies`;
    const [strategy] = (await viewer().get(strategies)).body;
    equal((await editor().put(`${strategies}/${strategy.id}`, {})).status, 200);
    equal((await editor().post(chosen, { name: 'flexibleRollout' })).status, 200);
    deepEqual(await refusal(), [409, 'ConflictError', '1 segment']);
    equal((await admin.delete(`/api/admin/segments/${segment.id}`)).status, 204);
    equal((await editor().delete(`${context}/needed`)).status, 200);
  });

  it('exist for every strategy that starts to use them during their deletion', async () => {
    const strict = await start([toggles], { settings: { UNDECLARED_CONTEXT_FIELDS: 'refuse' } });
    const editor = () => strict.as(strict.users.editor);
    await postFeatures(strict, ['racing']);
    const strategies = `${featureEnvironmentPath('racing')}/strategies`;
    for (let round = 0; round < 12; round += 1) {
      const name = `raced-${round}`;
      await editor().post(context, { name });
      const [deleted, added] = await Promise.all([
        editor().delete(`${context}/${name}`),
        editor().post(strategies, { name: 'default', ...naming(name) }),
      ]);
      ok(['200 404', '409 200'].includes(`${deleted.status} ${added.status}`), `${deleted.status} ${added.status}`);
    }
    await strict.close();
  });

  it('count the features and projects that name them as strategies are added, changed and removed', async () => {
    await editor().post(context, { name: 'counted' });
    await postFeatures(app, ['one', 'two', 'past']);
    await postFeatures(app, ['three'], 'shop');
    deepEqual(await usesOf('counted'), [0, 0]);
    const environmentPath = featureEnvironmentPath('one');
    const added = await postStrategies(app, environmentPath, naming('counted', 'counted', 'userId'), naming('counted'));
    await postStrategies(app, featureEnvironmentPath('two'), naming('userId'));
    await postStrategies(app, featureEnvironmentPath('three', 'development', 'shop'), naming('counted'));
    await postStrategies(app, featureEnvironmentPath('past'), naming('counted'));
    await archive(app, 'past');
    deepEqual(await usesOf('counted'), [2, 2]);
    const [first, second] = added;
    equal((await editor().put(`${environmentPath}/strategies/${first?.id}`, naming('userId', 'appName'))).status, 200);
    deepEqual(
      [await usesOf('counted'), await usesOf('appName')],
      [
        [2, 2],
        [1, 1],
      ],
    );
    equal((await editor().put(`${environmentPath}/strategies/${second?.id}`, naming('appName'))).status, 200);
    deepEqual(
      [await usesOf('counted'), await usesOf('appName')],
      [
        [1, 1],
        [1, 1],
      ],
    );
    for (const { id } of (await viewer().get(`${environmentPath}/strategies`)).body)
      await editor().delete(`${environmentPath}/strategies/${id}`);
    deepEqual(await usesOf('counted'), [1, 1]);
    deepEqual(await usesOf('appName'), [0, 0]);
  });

  it('list and count the strategies that name them, limited to projects that the reader can see', async () => {
    await editor().post(context, { name: 'listed' });
    await postFeatures(app, ['seen', 'cleared']);
    await postFeatures(app, ['unseen'], 'hidden');
    const [strategy] = await postStrategies(app, featureEnvironmentPath('seen'), naming('listed'));
    await postStrategies(app, featureEnvironmentPath('unseen', 'development', 'hidden'), naming('listed'));
    await app.users.hide('hidden');
    const seen = { id: strategy?.id, projectId: 'default', featureName: 'seen', strategyName: 'default', environment: 'development' };
    const newViewer = () => app.as(app.users.someone());
    const { status, body } = await newViewer().get(`${context}/listed/strategies`);
    deepEqual([status, body], [200, { strategies: [seen] }]);
    equal((await app.as(app.users.admin).get(`${context}/listed/strategies`)).body.strategies.length, 2);
    deepEqual(
      [await usesOf('listed'), await usesOf('listed', editor())],
      [
        [1, 1],
        [2, 2],
      ],
    );
    deepEqual((await viewer().get(`${context}/nowhere/strategies`)).body, { strategies: [] });
  });

  it('are in use by the copied strategies of a cloned feature', async () => {
    await editor().post(context, { name: 'cloned' });
    await postFeatures(app, ['source']);
    await postStrategies(app, featureEnvironmentPath('source'), naming('cloned'));
    equal((await editor().post('/api/admin/projects/default/features/source/clone', { name: 'copy' })).status, 201);
    deepEqual(await usesOf('cloned'), [2, 1]);
  });

  it('have names that can be validated without creating a field', async () => {
    const check = (name: string, as = app.users.editor) => app.as(as).post(`${context}/validate`, { name });
    deepEqual([(await check('fresh')).status, (await check('userId')).status, (await check('a b')).status], [200, 409, 400]);
    equal((await check('fresh', app.users.viewer)).status, 403);
  });

  for (const [what, input, path] of [
    ['an invalid name', { name: 'a b' }, 'name'],
    ['a long description', { name: 'x', description: 'x'.repeat(251) }, 'description'],
    ['an empty legal value', { name: 'x', legalValues: [{ value: '' }] }, 'legalValues/0/value'],
    ['a long legal value', { name: 'x', legalValues: [{ value: 'x'.repeat(101) }] }, 'legalValues/0/value'],
    ['a repeated legal value', { name: 'x', legalValues: [{ value: 'a' }, { value: 'a' }] }, 'legalValues/1/value'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const { status, body } = await editor().post(context, input);
      equal(status, 400);
      equal(body.details[0].path, path);
    });
  }

  it('are refused with 409 for a name in use, 403 for viewers, 401 for anonymous callers, and 404 for changes of unknown fields', async () => {
    equal((await editor().post(context, { name: 'userId' })).body.name, 'NameExistsError');
    const answers = [
      await viewer().post(context, { name: 'x' }),
      await viewer().put(`${context}/userId`, {}),
      await viewer().delete(`${context}/userId`),
    ];
    deepEqual(
      answers.map(({ status, body }) => [status, body.permissions]),
      [
        [403, ['CREATE_CONTEXT_FIELD']],
        [403, ['UPDATE_CONTEXT_FIELD']],
        [403, ['DELETE_CONTEXT_FIELD']],
      ],
    );
    equal((await app.as(null).get(context)).status, 401);
    equal((await editor().put(`${context}/nothing`, {})).status, 404);
    equal((await editor().put(`${context}/userId`, { legalValues: [{ value: 'a' }, { value: 'a' }] })).status, 400);
  });
});
