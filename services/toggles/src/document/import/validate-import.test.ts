import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, addStrategy, archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import type { SettingsSpec } from '../document/settings.schema.ts';
import { addSegments } from '../../feature/strategy/strategy.fixture.ts';
import { envelope, exported, rollout, validatePath } from '../../transfer/features/transfer.fixture.ts';

describe('validate import', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'shop', { namingPattern: 'shop\\..+', featureLimit: 1 });
    await postFeatures(app, ['taken', 'asleep']);
    await postFeatures(app, ['shop.known'], 'shop');
    await archive(app, 'asleep');
    await addStrategy(app, 'shop.known', 'development');
    await addSegments(app, ['global']);
    await app.as(app.users.admin).post('/api/admin/strategies', { name: 'custom', parameters: [] });
    await app.as(app.users.admin).post('/api/admin/context', { name: 'tier', legalValues: [{ value: 'gold' }] });
  });
  after(() => app.close());

  const validate = async (body: unknown, who = app.users.admin) => {
    return app.as(who).post(validatePath, body);
  };
  const nothing = { errors: [], warnings: [], permissions: [], unknownSegments: [] };
  type Settings = Pick<SettingsSpec, 'strategies'>;
  type Shown = { op: string; name: string; before: Settings; after: Settings; effect: { kind: string } };
  type Found = { message: string; affectedItems: string[] }[];
  const items = (found: Found) => found.map(({ affectedItems }) => affectedItems);

  it('returns no problems for a valid import', async () => {
    const { status, body } = await validate(envelope({ features: [{ name: 'fine' }] }));
    deepEqual([status, { ...body, differences: body.differences.length }], [200, { ...nothing, differences: 1 }]);
  });

  it('lists new features, and the changes of settings with their effects', async () => {
    await postFeatures(app, ['paid', 'alike']);
    await addStrategy(app, 'paid', 'development');
    await addStrategy(app, 'alike', 'development');
    const alike = (await exported(app, { features: ['alike'] })).featureStrategies;
    const names = ['paid', 'alike', 'unborn', 'idle'].map((name) => ({ name }));
    const on = (name: string) => ({ name, enabled: true });
    const data = {
      features: names,
      featureStrategies: [...alike, rollout('unborn', { segments: [1] })],
      featureEnvironments: [on('unborn'), on('paid')],
      segments: [{ id: 1, name: 'global' }],
    };
    const { differences } = (await validate(envelope(data))).body;
    const shown = differences.map(({ op, name, before, after, effect }: Shown) => [
      op,
      name,
      effect.kind,
      before.strategies?.length,
      after.strategies?.map(({ parameters, segments }) => [parameters?.['rollout'], segments]),
    ]);
    deepEqual(shown, [
      ['update', 'paid', 'new', 1, [['100', undefined]]],
      ['create', 'unborn', 'new', undefined, [['50', ['global']]]],
      ['create', 'idle', 'same', undefined, undefined],
    ]);
    const emptied = (await validate(envelope({ features: [{ name: 'alike' }] }))).body.differences;
    deepEqual([emptied[0].before.strategies.length, emptied[0].after], [1, {}]);
  });

  it('lists changes of metadata: given properties, and tags, which are replaced', async () => {
    await postFeatures(app, ['labelled', 'untouched']);
    await app.as(app.users.admin).post('/api/admin/features/labelled/tags', { type: 'simple', value: 'old' });
    const features = [{ name: 'labelled', description: 'Pays', type: 'release' }, { name: 'untouched' }];
    const { differences } = (await validate(envelope({ features }))).body;
    deepEqual(
      differences.map(({ name, before, after, effect }: Shown) => [name, before, after, effect.kind]),
      [['labelled', { description: null, tags: [{ type: 'simple', value: 'old' }] }, { description: 'Pays', tags: [] }, 'same']],
    );
  });

  it('compares release plans by name and by the strategies that apply', async () => {
    await postFeatures(app, ['planned']);
    const milestones = [{ id: 'a', name: 'first', sortOrder: 0, strategies: [{ name: 'flexibleRollout', parameters: { rollout: '5' } }] }];
    const plan = { featureName: 'planned', name: 'Slow', milestones, activeMilestoneId: 'a' };
    const { differences } = (await validate(envelope({ features: [{ name: 'planned' }], releasePlans: [plan] }))).body;
    deepEqual(differences[0].after, {
      strategies: [{ name: 'flexibleRollout', parameters: { groupId: 'planned', rollout: '5', stickiness: 'default' } }],
      releasePlan: { name: 'Slow', milestones: [] },
    });
  });

  it('accepts as many features as the limit of the project', async () => {
    await addProject(app, 'small', { featureLimit: 2 });
    const errorsOf = async (...names: string[]) =>
      (await validate(envelope({ features: names.map((name) => ({ name })) }, { project: 'small' }))).body.errors.length;
    deepEqual([await errorsOf('one', 'two'), await errorsOf('one', 'two', 'three')], [0, 1]);
  });

  it('lists all errors in a fixed order, and warnings', async () => {
    const names = ['taken', 'shop.known', 'asleep', 'loose', 'shop.new', 'shop.new'];
    const body = envelope(
      {
        features: names.map((name) => ({ name })),
        featureStrategies: [
          rollout('shop.known', { name: 'magic' }),
          rollout('shop.known', { name: 'custom' }),
          rollout('shop.new', { segments: [1, 2] }),
        ],
        contextFields: [{ name: 'tier', legalValues: [{ value: 'tin' }] }, { name: 'fresh' }],
        segments: [
          { id: 1, name: 'global' },
          { id: 2, name: 'nope' },
        ],
        tagTypes: [{ name: 'fresh' }],
        dependencies: [{ feature: 'shop.new', dependencies: [{ feature: 'orphan' }] }],
      },
      { project: 'shop' },
    );
    const report = (await validate(body)).body;
    deepEqual(items(report.errors), [
      ['magic'],
      ['tier'],
      ['taken (in project default)'],
      ['shop.new'],
      ['loose'],
      [],
      ['nope'],
      ['orphan'],
    ]);
    deepEqual(items(report.warnings), [['custom'], ['asleep'], ['shop.known']]);
    deepEqual([report.permissions, report.unknownSegments], [[], ['nope']]);
    const theirs = (await validate(body, app.users.viewer)).body;
    deepEqual(items(theirs.permissions), [
      [
        'Update feature toggles',
        'Create tag types',
        'Create context fields',
        'Delete activation strategies',
        'Create activation strategies',
        'Create feature toggles',
        'Update feature dependency',
      ],
    ]);
  });

  it('lists parts of features that are not imported, and tags of unknown types', async () => {
    const body = envelope({
      features: [{ name: 'fine' }],
      featureStrategies: [rollout('orphan'), rollout('orphan')],
      featureEnvironments: [{ name: 'orphan', enabled: true }],
      featureTags: [
        { featureName: 'fine', tagType: 'nope', tagValue: 'tag' },
        { featureName: 'adrift', tagValue: 'tag' },
      ],
      dependencies: [{ feature: 'orphan', dependencies: [{ feature: 'fine' }] }],
    });
    const { status, body: report } = await validate(body);
    deepEqual([status, items(report.errors)], [200, [['nope'], ['orphan', 'adrift']]]);
  });

  it('reports a missing target', async () => {
    deepEqual(items((await validate(envelope({}, { project: 'nope' }))).body.errors), [['nope']]);
    deepEqual(items((await validate(envelope({}, { environment: 'nope' }))).body.errors), [['nope']]);
  });

  it('reports a hidden project like an unknown one', async () => {
    await addProject(app, 'secret');
    await postFeatures(app, ['covert', 'covert.asleep'], 'secret');
    await addStrategy(app, 'covert', 'development');
    await app.as(app.users.admin).post('/api/admin/projects/secret/archive', { features: ['covert.asleep'] });
    await app.as(app.users.admin).post('/api/admin/segments', { name: 'vip', project: 'secret', constraints: [] });
    await app.users.hide('secret');
    const outsider = app.users.someone();
    const data = {
      features: ['covert', 'covert.asleep', 'free'].map((name) => ({ name })),
      featureStrategies: [rollout('free', { segments: [1] })],
      segments: [{ id: 1, name: 'vip' }],
    };
    const into = async (project: string, who = outsider) => (await validate(envelope(data, { project }), who)).body;
    const hidden = await into('secret');
    const inAnother = ['covert (in another project)', 'covert.asleep (in another project)'];
    deepEqual([items(hidden.errors), items(hidden.warnings)], [[['secret'], inAnother, ['vip']], []]);
    const unknown = await into('nope');
    deepEqual(unknown.errors[0].affectedItems, ['nope']);
    deepEqual({ ...hidden, errors: hidden.errors.slice(1) }, { ...unknown, errors: unknown.errors.slice(1) });
    deepEqual(items((await into('secret', app.users.admin)).warnings), [['covert.asleep'], ['covert']]);
  });

  it('accepts a token of an administrator', async () => {
    equal((await validate(envelope({}), app.users.adminToken)).status, 200);
  });

  it('emits nothing and changes nothing', async () => {
    const events = await app.eventsOf('toggles', () =>
      app.as(app.users.admin).post(validatePath, envelope({ features: [{ name: 'unborn' }] })),
    );
    deepEqual(events, []);
    equal((await app.as(app.users.admin).get('/api/admin/projects/default/features/unborn')).status, 404);
  });

  it('refuses an invalid body with 400', async () => {
    const { status, body } = await validate({ project: 'default', environment: 'development', data: { features: [{}] } });
    deepEqual([status, body.name], [400, 'ValidationError']);
    deepEqual(
      body.details.map(({ path }: { path: string }) => path),
      ['data/featureStrategies', 'data/features/0/name'],
    );
  });
});
