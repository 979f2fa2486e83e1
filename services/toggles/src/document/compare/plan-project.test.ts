import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, archive, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { Project } from '../../project/project/project.ts';
import { toggles } from '../../service.ts';
import { featureDocument, objectDocument } from '../documents.fixture.ts';

const path = '/api/admin/projects/default/plan';

describe('plan of a project', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop');
    await postFeatures(app, ['known', 'asleep']);
    await postFeatures(app, ['sold'], 'shop');
    await archive(app, 'asleep');
    const admin = app.as(app.users.admin);
    await admin.post('/api/admin/segments', { name: 'foreign', project: 'shop', constraints: [] });
    await admin.post('/api/admin/context', { name: 'plan', legalValues: [{ value: 'pro' }] });
  });
  after(() => app.close());

  const plan = (documents: readonly object[], more: object = {}, who = app.users.admin) =>
    app.as(who).post(path, { set: 'ours', documents, ...more });
  const actionsOf = async (...args: Parameters<typeof plan>) => {
    const { status, body } = await plan(...args);
    equal(status, 200, JSON.stringify(body));
    return body.actions;
  };
  const refusal = async (...documents: readonly object[]) => {
    const { status, body } = await plan(documents);
    equal(status, 400, JSON.stringify(body));
    return body.message as string;
  };

  it('lists the changes with their patches, and changes nothing', async () => {
    const documents = [
      objectDocument('Segment', 'eu', { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] }),
      featureDocument('known', {
        stale: true,
        environments: { production: { enabled: true, strategies: [{ name: 'default', segments: ['eu'] }] } },
      }),
    ];
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await plan(documents);
      equal(status, 200);
      deepEqual(body.summary, { create: 1, update: 2, delete: 0, same: 0, refused: 0 });
      match(body.hash, /^[0-9a-f]{64}$/);
      deepEqual(body.actions, [
        {
          op: 'create',
          kind: 'Segment',
          name: 'eu',
          before: null,
          after: { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] },
          patch: [{ op: 'add', path: '', value: { constraints: [{ contextName: 'plan', operator: 'IN', values: ['pro'] }] } }],
          protected: false,
        },
        {
          op: 'update',
          kind: 'Feature',
          name: 'known',
          before: {},
          after: { stale: true },
          patch: [{ op: 'add', path: '/stale', value: true }],
          protected: false,
        },
        {
          op: 'update',
          kind: 'Feature',
          name: 'known',
          environment: 'production',
          before: {},
          after: { enabled: true, strategies: [{ name: 'default', segments: ['eu'] }] },
          patch: [
            { op: 'add', path: '/enabled', value: true },
            { op: 'add', path: '/strategies', value: [{ name: 'default', segments: ['eu'] }] },
          ],
          protected: false,
          effect: {
            kind: 'new',
            before: { kind: 'nobody', segments: [], fields: [], strategies: 0, variants: 0 },
            after: { kind: 'some', segments: ['eu'], fields: [], strategies: 1, variants: 0 },
            evaluations: 0,
            turned: 0,
            isBound: false,
          },
        },
      ]);
    });
    deepEqual(events, []);
  });

  it('refuses options that need a set', async () => {
    for (const option of ['prune', 'takeOver']) {
      const { status, body } = await plan([], { set: null, [option]: true });
      deepEqual([status, body.message], [400, `${option} requires a set`]);
    }
  });

  it('has one hash for the same changes, whatever the order of the documents', async () => {
    const documents = [objectDocument('TagType', 'team', {}), featureDocument('a', {}), featureDocument('b', { stale: true })];
    const hash = async (...given: readonly object[]) => (await plan(given)).body.hash;
    equal(await hash(...documents), await hash(...documents.toReversed()));
    equal((await hash(...documents)) === (await hash(...documents.slice(1))), false);
  });

  it('completes gradual rollouts as writing would', async () => {
    const [, action] = await actionsOf([
      featureDocument('fresh', {
        environments: { production: { strategies: [{ name: 'flexibleRollout', parameters: { rollout: 50 } }] } },
      }),
    ]);
    deepEqual(action.after.strategies[0].parameters, { groupId: 'fresh', rollout: '50', stickiness: 'default' });
  });

  it('creates an archived feature again', async () => {
    const [action] = await actionsOf([featureDocument('asleep', { stale: true })]);
    deepEqual([action.op, action.before, action.after], ['create', null, { stale: true }]);
  });

  it('marks changes that would become a change request', async () => {
    await postFeatures(app, ['guarded'], 'shop');
    await protect(app, 'shop', 'production');
    const settings = { enabled: true, strategies: [{ name: 'default' }] };
    const documents = [
      featureDocument(
        'guarded',
        { stale: true, parents: [{ feature: 'sold' }], environments: { development: settings, production: settings } },
        'shop',
      ),
    ];
    const body = { set: 'ours', documents };
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'shop');
    const protectedFor = async (who = member) => {
      const answer = await app.as(who).post('/api/admin/projects/shop/plan', body);
      equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.actions.map(({ environment, protected: proposed, reason }: Record<string, unknown>) => [
        environment ?? null,
        proposed,
        reason ?? null,
      ]);
    };
    const expected = [
      [null, false, null],
      [null, true, null],
      ['development', false, null],
      ['production', true, null],
    ];
    deepEqual(await protectedFor(), expected);
    deepEqual(
      await protectedFor(app.users.admin),
      expected.map(([environment]) => [environment, false, null]),
    );
  });

  it('accepts proposals that edit a segment of the project, and refuses those that make it global', async () => {
    const reasonOf = async (owner?: string) => {
      const documents = [objectDocument('Segment', 'buyers', { description: 'edited' }, owner)];
      const { body } = await app.as(member).post('/api/admin/projects/guarding/plan', { set: 'ours', documents });
      return body.actions.map(({ reason }: { reason?: string }) => reason);
    };
    await addProject(app, 'guarding');
    await protect(app, 'guarding', 'production');
    const member = app.users.someone();
    await app.users.grant(member, roleIds.member, 'guarding');
    const segment = { name: 'buyers', project: 'guarding', constraints: [] };
    equal((await app.as(app.users.admin).post('/api/admin/segments', segment)).status, 201);
    deepEqual(await reasonOf('guarding'), [undefined]);
    deepEqual(await reasonOf(), ['Change requests cannot move the segment buyers to another project.']);
  });

  it('refuses proposals of outsiders in a project that is not open', async () => {
    await addProject(app, 'closed');
    await postFeatures(app, ['inside'], 'closed');
    await protect(app, 'closed', 'production');
    const documents = [
      featureDocument('inside', { environments: { production: { enabled: true, strategies: [{ name: 'default' }] } } }, 'closed'),
    ];
    const reasons = async () => {
      const { body } = await app.as(app.users.viewer).post('/api/admin/projects/closed/plan', { set: 'ours', documents });
      return body.actions.map(({ reason }: { reason?: string }) => reason);
    };
    deepEqual(await reasons(), [undefined]);
    await app.store('toggles').transaction(async (em) => void (await em.nativeUpdate(Project, { id: 'closed' }, { mode: 'protected' })));
    deepEqual(await reasons(), ['Only members of project closed and administrators can propose changes there.']);
  });

  it('refuses changes without permission, with the reason', async () => {
    const documents = [
      objectDocument('TagType', 'team', {}),
      featureDocument('known', { stale: true, environments: { production: { variants: [] } } }),
    ];
    const { body } = await plan(documents, {}, app.users.viewer);
    deepEqual(body.summary, { create: 0, update: 0, delete: 0, same: 1, refused: 2 });
    deepEqual(
      body.actions.map(({ reason }: { reason: string }) => reason),
      ['This requires the permission CREATE_TAG_TYPE.', 'This requires the permission UPDATE_FEATURE in project default.'],
    );
  });

  it('refuses features of other projects and built-in strategy types', async () => {
    const actions = await actionsOf([
      objectDocument('StrategyDefinition', 'default', { title: 'x' }),
      featureDocument('sold', { stale: true }),
    ]);
    deepEqual(
      actions.map(({ reason }: { reason: string }) => reason),
      ['The strategy type default is built in and cannot be changed.', 'A Feature named sold exists in another project.'],
    );
  });

  it('refuses invalid documents with the document and the property', async () => {
    match(await refusal(objectDocument('Dashboard', 'x', {})), /^documents\/0\/kind must be one of TagType, /);
    match(
      await refusal(featureDocument('a', {}), featureDocument('b', { environments: { production: { enabledd: true } } })),
      /^documents\/1\/spec\/environments\/production has the unknown property enabledd/,
    );
    match(
      await refusal(featureDocument('a', { environments: { moon: {} } })),
      /^documents\/0\/spec\/environments\/moon must be one of the environments of project default: development, production/,
    );
    match(
      await refusal(featureDocument('a', { environments: { production: { enabled: true } } })),
      /^documents\/0\/spec\/environments\/production\/strategies must have an entry that is not disabled/,
    );
    match(
      await refusal(featureDocument('a', {}), featureDocument('a', {})),
      /^documents\/1\/metadata\/name must be unique; the Feature a occurs twice/,
    );
    match(await refusal(featureDocument('a', {}, 'shop')), /^documents\/0\/metadata\/project must be default; got shop/);
    const twice = {
      strategies: [
        { name: 'default', key: 'k' },
        { name: 'default', key: 'k' },
      ],
    };
    match(
      await refusal(featureDocument('a', { environments: { production: twice } })),
      /^documents\/0\/spec\/environments\/production\/strategies\/1\/key must be unique; k occurs twice/,
    );
  });

  it('refuses documents that refer to unknown objects, and constraints that are not allowed', async () => {
    const using = (strategy: object) =>
      featureDocument('a', { environments: { production: { strategies: [{ name: 'default', ...strategy }] } } });
    match(await refusal(using({ segments: ['eu'] })), /^documents\/0\/spec refers to the segment eu, which neither exists/);
    match(await refusal(using({ segments: ['foreign'] })), /refers to the segment foreign/);
    match(await refusal(using({ name: 'made-up' })), /refers to the strategy type made-up/);
    match(await refusal(featureDocument('a', { parents: [{ feature: 'sold' }] })), /refers to the feature sold/);
    match(await refusal(featureDocument('a', { tags: [{ type: 'team', value: 'core' }] })), /refers to the tag type team/);
    const constraints = [{ contextName: 'plan', operator: 'IN', values: ['free'] }];
    match(
      await refusal(using({ constraints })),
      /^documents\/0\/spec\/environments\/production\/strategies\/0\/constraints\/0\/values\/0 must be one of the legal values/,
    );
    const legal = objectDocument('ContextField', 'plan', { legalValues: [{ value: 'free' }] });
    equal((await plan([using({ constraints }), legal])).status, 200);
  });

  it('finds nothing to do for an export', async () => {
    const { body } = await app.as(app.users.viewer).get('/api/admin/projects/default/documents');
    const { summary, actions } = (await plan(body.documents, { prune: true })).body;
    deepEqual([summary.same > 0, actions], [true, []]);
  });

  it('refuses an unknown project with 404 and an anonymous caller with 401', async () => {
    equal((await app.as(app.users.admin).post('/api/admin/projects/nowhere/plan', { set: 'ours', documents: [] })).status, 404);
    equal((await app.as(null).post(path, { set: 'ours', documents: [] })).status, 401);
    equal((await app.as(app.users.viewer).get(features)).status, 200);
  });

  it('refuses a caller with too many waiting plans with 503, and serves others', async () => {
    const documents = Array.from({ length: 200 }, (_, index) => featureDocument(`f-${index}`, {}));
    const own = Array.from({ length: 60 }, () => plan(documents));
    const other = await plan([], {}, app.users.viewer);
    equal(other.status, 200);
    const statuses = (await Promise.all(own)).map(({ status }) => status);
    deepEqual(new Set(statuses), new Set([200, 503]));
  });

  it('reveals nothing about objects of other projects', async () => {
    const { body } = await app.as(app.users.admin).get('/api/admin/projects/shop/features/sold');
    equal((await app.as(app.users.admin).put('/api/admin/projects/shop/features/sold', { ...body, description: 'secret' })).status, 200);
    const environments = { production: { enabled: true, strategies: [{ name: 'default' }] } };
    const actions = await actionsOf([featureDocument('sold', { environments }), objectDocument('Segment', 'foreign', { constraints: [] })]);
    deepEqual(
      actions.map(({ op, kind, environment, before }: Record<string, unknown>) => [op, kind, environment, before]),
      [
        ['create', 'Segment', undefined, null],
        ['create', 'Feature', undefined, null],
        ['update', 'Feature', 'production', {}],
      ],
    );
    deepEqual(JSON.stringify(actions).includes('secret'), false);
    deepEqual(
      new Set(actions.map(({ reason }: { reason?: string }) => reason)),
      new Set(['A Segment named foreign exists in another project.', 'A Feature named sold exists in another project.']),
    );
  });
});
