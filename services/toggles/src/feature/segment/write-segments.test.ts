import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds, type StateChanged } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, archive, postFeatures, protect, emitted } from '../feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { featureEnvironmentPath, postStrategies } from '../strategy/strategy.fixture.ts';
import { ofUsers, postSegment, segments } from './segment.fixture.ts';

const nowhere = { environment: null, featureName: null, tags: [] };

describe('segments', () => {
  let app: TestApp;
  let owner: Principal;
  before(async () => {
    app = await start([toggles]);
    for (const project of ['shop', 'guarded']) await addProject(app, project);
    await protect(app, 'guarded', 'production');
    owner = app.users.someone();
    await app.users.grant(owner, roleIds.owner, 'shop');
    await app.users.grant(owner, roleIds.owner, 'guarded');
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const read = async (id: number) => (await app.as(app.users.viewer).get(`${segments}/${id}`)).body;

  /** The state messages for replicas that `work` causes. */
  async function statesOf(work: () => Promise<unknown>): Promise<Partial<StateChanged>[]> {
    const all = async () => {
      type Tables = { outbox: { unit: string; exchange: string; body: string }; outbox_unit: { unit: string; last_number: number } };
      const sent = app.store('toggles').reader().getKysely<Tables>().selectFrom('outbox').where('exchange', '=', 'signalbox.state');
      return sent.innerJoin('outbox_unit', 'outbox_unit.unit', 'outbox.unit').select('body').orderBy('last_number').execute();
    };
    const before = (await all()).length;
    await work();
    return (await all()).slice(before).map(({ body }) => {
      const { revision: _revision, previous: _previous, ...state } = JSON.parse(body) as StateChanged;
      return state;
    });
  }
  const nothing = { resync: false, features: [], removedFeatures: [], segments: [], removedSegments: [] };

  it('are created with a complete response and segment-created', async () => {
    const input = {
      name: 'beta',
      description: 'Early ones',
      constraints: [ofUsers('1', '2'), { contextName: 'appName', operator: 'NUM_GT', value: '1' }],
    };
    let created: { id?: number } = {};
    const events = await app.eventsOf('toggles', async () => {
      const { status, headers, body } = await editor().post(segments, input);
      created = body;
      deepEqual([status, headers['location']], [201, `segments/${body.id}`]);
    });
    const { id, createdAt, ...rest } = created as Record<string, unknown>;
    deepEqual(rest, {
      ...input,
      constraints: [input.constraints[0], { ...input.constraints[1], values: [] }],
      project: null,
      createdBy: 'editor',
    });
    match(String(createdAt), /Z$/);
    deepEqual(emitted(events), [{ ...nowhere, type: 'segment-created', project: null, data: created, preData: null }]);
    deepEqual(await read(id as number), created);
  });

  it('keep a missing description, and become global without a project', async () => {
    const id = await postSegment(app, 'mine', { project: 'shop', description: 'ours' });
    const preData = await read(id);
    const change = { name: 'ours', constraints: [] };
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().put(`${segments}/${id}`, change);
      deepEqual([status, body], [204, '']);
      equal((await editor().put(`${segments}/${id}`, change)).status, 204);
    });
    const data = { ...preData, ...change, project: null };
    deepEqual(await read(id), data);
    deepEqual(emitted(events), [{ ...nowhere, type: 'segment-updated', project: null, data, preData }]);
  });

  it('cannot overwrite changes since the version of If-Match', async () => {
    const id = await postSegment(app, 'contested');
    const { headers } = await app.as(app.users.viewer).get(`${segments}/${id}`);
    const write = (name: string, tag: string) =>
      editor().put(`${segments}/${id}`, { name, constraints: [] }, { headers: { 'if-match': tag } });
    equal((await write('contested-once', String(headers['etag']))).status, 204);
    const { status, body } = await write('contested-twice', String(headers['etag']));
    deepEqual([status, body.name], [412, 'PreconditionFailedError']);
    equal((await read(id)).name, 'contested-once');
    equal((await write('contested-twice', '*')).status, 204);
  });

  it('are deleted with an event that names the project', async () => {
    const id = await postSegment(app, 'short-lived', { project: 'shop' });
    const preData = await read(id);
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await app.as(owner).delete(`${segments}/${id}`);
      deepEqual([status, body], [204, '']);
    });
    deepEqual(emitted(events), [{ ...nowhere, type: 'segment-deleted', project: 'shop', data: null, preData }]);
    equal((await editor().delete(`${segments}/${id}`)).status, 404);
  });

  it('reach replicas in state messages', async () => {
    let id = 0;
    const state = (name: string, value: string) => ({ id, name, constraints: [ofUsers(value)] });
    const created = await statesOf(async () => (id = await postSegment(app, 'told')));
    deepEqual(created, [{ ...nothing, segments: [state('told', '1')] }]);
    const updated = await statesOf(() => editor().put(`${segments}/${id}`, { name: 'retold', constraints: [ofUsers('2')] }));
    deepEqual(updated, [{ ...nothing, segments: [state('retold', '2')] }]);
    deepEqual(await statesOf(() => editor().delete(`${segments}/${id}`)), [{ ...nothing, removedSegments: [id] }]);
  });

  it('cannot be deleted while in use: by a strategy, also of an archived feature, or by a default strategy', async () => {
    await postFeatures(app, ['user', 'old-user']);
    const byStrategy = await postSegment(app, 'by-strategy');
    const byArchived = await postSegment(app, 'by-archived');
    const byDefault = await postSegment(app, 'by-default');
    const [strategy] = await postStrategies(app, featureEnvironmentPath('user'), { segments: [byStrategy] });
    await postStrategies(app, featureEnvironmentPath('old-user'), { segments: [byArchived] });
    await archive(app, 'old-user');
    const chosen = { name: 'flexibleRollout', segments: [byDefault] };
    equal((await editor().post('/api/admin/projects/default/environments/production/default-strategy', chosen)).status, 200);
    const events = await app.eventsOf('toggles', async () => {
      for (const id of [byStrategy, byArchived, byDefault]) {
        const { status, body } = await editor().delete(`${segments}/${id}`);
        deepEqual([status, body.name], [409, 'SegmentInUseError']);
        match(body.message, /is used by 1 (?:default )?strategy\. /);
      }
    });
    deepEqual(events, []);
    equal((await editor().delete(`${featureEnvironmentPath('user')}/strategies/${strategy?.id}`)).status, 200);
    equal((await editor().delete(`${segments}/${byStrategy}`)).status, 204);
  });

  it('are either deleted or used when both happen at once, and the other request is refused', async () => {
    await postFeatures(app, ['racer']);
    for (let round = 0; round < 8; round += 1) {
      const id = await postSegment(app, `raced-${round}`);
      const [deletion, use] = await Promise.all([
        editor().delete(`${segments}/${id}`),
        editor().post(`${featureEnvironmentPath('racer')}/strategies`, { name: 'default', segments: [id] }),
      ]);
      match(`${deletion.status} ${use.status}`, /^(204 404|409 200)$/);
    }
  });

  it('accept a thousand values and refuse one more', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const halves = (count: number) => [ofUsers(...values(500)), ofUsers(...values(count - 500))];
    const { status, body } = await editor().post(segments, { name: 'crowd', constraints: halves(1001) });
    deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'constraints']);
    equal((await editor().post(segments, { name: 'crowd', constraints: halves(1000) })).status, 201);
  });

  it('use the limits on values and on segments per strategy from the settings', async () => {
    const strict = await start([toggles], { settings: { SEGMENT_VALUES: '2', STRATEGY_SEGMENTS: '1' } });
    try {
      const admin = strict.as(strict.users.admin);
      const three = await admin.post(segments, { name: 'three', constraints: [ofUsers('1', '2'), ofUsers('3')] });
      deepEqual([three.status, three.body.details[0].path], [400, 'constraints']);
      match(three.body.message, /at most 2 values/);
      const one = await postSegment(strict, 'one', { constraints: [ofUsers('1', '2')] });
      const two = await postSegment(strict, 'two');
      await postFeatures(strict, ['chooser']);
      const use = (...ids: number[]) => admin.post(`${featureEnvironmentPath('chooser')}/strategies`, { name: 'default', segments: ids });
      const both = await use(one, two);
      deepEqual([both.status, both.body.details[0].path], [400, 'segments']);
      equal((await use(one)).status, 200);
    } finally {
      await strict.close();
    }
  });

  for (const [what, input, status, path] of [
    ['no name', { constraints: [] }, 400, 'name'],
    ['an empty name', { name: '', constraints: [] }, 400, 'name'],
    ['a name with a trailing blank', { name: 'beta ', constraints: [] }, 400, 'name'],
    ['no constraints', { name: 'x' }, 400, 'constraints'],
    ['an unknown operator', { name: 'x', constraints: [{ contextName: 'userId', operator: 'NEAR' }] }, 400, 'constraints/0/operator'],
    [
      'a value that the operator cannot compare',
      { name: 'x', constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'a' }] },
      400,
      'constraints/0/value',
    ],
    [
      'an invalid name of a context field',
      { name: 'x', constraints: [{ contextName: 'shoe size', operator: 'IN', values: ['9'] }] },
      404,
      'constraints/0/contextName',
    ],
    ['an unknown project', { name: 'x', project: 'nowhere', constraints: [] }, 400, 'project'],
  ] as const) {
    it(`are refused with ${what}`, async () => {
      const id = await postSegment(app, `before ${what}`);
      for (const answer of [await editor().post(segments, input), await editor().put(`${segments}/${id}`, input)]) {
        deepEqual([answer.status, answer.body.details[0].path], [status, path]);
      }
    });
  }

  it('are refused with 409 for a name in use and 404 for an invalid id', async () => {
    const id = await postSegment(app, 'first-come');
    await postSegment(app, 'second-come');
    equal((await editor().post(segments, { name: 'second-come', constraints: [] })).body.name, 'NameExistsError');
    equal((await editor().put(`${segments}/${id}`, { name: 'second-come', constraints: [] })).status, 409);
    equal((await editor().put(`${segments}/999999`, { name: 'x', constraints: [] })).status, 404);
    const check = async (name: string) => (await app.as(app.users.viewer).post(`${segments}/validate`, { name })).status;
    deepEqual([await check('first-come'), await check('nobody-yet'), await check('')], [409, 204, 400]);
  });

  it('can move to a project only if no other project uses them', async () => {
    const id = await postSegment(app, 'wanderer');
    await postFeatures(app, ['stays']);
    await postStrategies(app, featureEnvironmentPath('stays'), { segments: [id] });
    const moveTo = (project: string) => editor().put(`${segments}/${id}`, { name: 'wanderer', project, constraints: [] });
    const { status, body } = await moveTo('shop');
    deepEqual([status, body.details[0].path], [400, 'project']);
    equal((await moveTo('default')).status, 204);
    equal((await read(id)).project, 'default');
  });

  it('can be written by owners of their project, who cannot write others', async () => {
    const theirs = app.as(owner);
    const own = { name: 'own', project: 'shop', constraints: [] };
    const { status, body } = await theirs.post(segments, own);
    equal(status, 201);
    const statuses = [
      await theirs.put(`${segments}/${body.id}`, { ...own, description: 'ours' }),
      await theirs.put(`${segments}/${body.id}`, { ...own, project: null }),
      await theirs.put(`${segments}/${body.id}`, { ...own, project: 'default' }),
      await theirs.post(segments, { ...own, name: 'global', project: null }),
      await theirs.delete(`${segments}/${await postSegment(app, 'of-all')}`),
    ].map((answer) => answer.status);
    deepEqual(statuses, [204, 403, 403, 403, 403]);
  });

  it('require a change request if their project does', async () => {
    const id = await postSegment(app, 'guarded', { project: 'guarded' });
    const theirs = app.as(owner);
    const { status, body } = await theirs.delete(`${segments}/${id}`);
    deepEqual([status, body.permissions], [403, ['SKIP_CHANGE_REQUEST']]);
    equal((await theirs.put(`${segments}/${id}`, { name: 'guarded', project: 'guarded', constraints: [] })).status, 403);
    const stolen = await postSegment(app, 'stolen', { project: 'shop' });
    equal((await theirs.put(`${segments}/${stolen}`, { name: 'stolen', project: 'guarded', constraints: [] })).status, 403);
    equal((await app.as(app.users.admin).delete(`${segments}/${id}`)).status, 204);
  });

  it('are refused with 403 and the possible permissions for viewers, 403 for client tokens, and 401 for anonymous callers', async () => {
    const id = await postSegment(app, 'untouchable');
    const input = { name: 'x', constraints: [] };
    const viewer = app.as(app.users.viewer);
    const answers = [
      await viewer.post(segments, input),
      await viewer.put(`${segments}/${id}`, input),
      await viewer.delete(`${segments}/${id}`),
    ];
    deepEqual(
      answers.map(({ status, body }) => [status, body.permissions]),
      [
        [403, ['CREATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']],
        [403, ['UPDATE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']],
        [403, ['DELETE_SEGMENT', 'UPDATE_PROJECT_SEGMENT']],
      ],
    );
    equal((await app.as(app.users.clientToken).post(segments, input)).status, 403);
    equal((await app.as(null).post(segments, input)).status, 401);
  });
});
