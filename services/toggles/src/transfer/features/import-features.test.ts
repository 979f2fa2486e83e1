import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds, type StateChanged } from '@signalbox/contracts';
import { type TestApp, start } from '@signalbox/testing';
import {
  addProject,
  addStrategy,
  addTag,
  archive,
  postFeatures,
  features,
  protect,
  setEnvironment,
} from '../../feature/feature/feature.fixture.ts';
import { Feature } from '../../feature/feature/feature.ts';
import { toggles } from '../../service.ts';
import { addSegments } from '../../feature/strategy/strategy.fixture.ts';
import { Strategy } from '../../feature/strategy/strategy.ts';
import { envelope, exported, importAs, importPath, outline, refuses, rollout } from './transfer.fixture.ts';

const region = { name: 'region', stickiness: true, legalValues: [{ value: 'eu' }, { value: 'us' }] };

describe('import features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const read = async (name: string) => (await app.as(app.users.viewer).get(`${features}/${name}`)).body;
  const featureEnvironmentPath = async (name: string, environment = 'development') =>
    (await read(name)).environments.find((own: { name: string }) => own.name === environment);
  const tagsOf = async (name: string) => (await app.as(app.users.viewer).get(`/api/admin/features/${name}/tags`)).body.tags;

  it('writes all parts and emits each of them, grouped by kind', async () => {
    const [beta = 0] = await addSegments(app, ['beta']);
    const complete = envelope({
      features: [
        {
          name: 'complete',
          type: 'experiment',
          description: 'All of it',
          stale: true,
          impressionData: true,
          project: 'elsewhere',
          archived: true,
        },
        { name: 'parent' },
      ],
      featureStrategies: [
        rollout('complete', {
          id: 'ignored',
          title: 'first',
          segments: [77],
          constraints: [{ contextName: 'region', operator: 'IN', values: ['eu'] }],
        }),
        rollout('complete', { disabled: true, variants: [{ name: 'v', weight: 0, weightType: 'variable', stickiness: 'default' }] }),
      ],
      featureEnvironments: [
        {
          name: 'complete',
          featureName: 'complete',
          environment: 'dev',
          enabled: true,
          variants: [
            { name: 'b', weight: 0 },
            { name: 'a', weight: 0 },
          ],
        },
        { name: 'parent', enabled: true },
      ],
      contextFields: [region],
      featureTags: [
        { featureName: 'complete', tagType: 'team', tagValue: 'ours', createdByUserId: 3 },
        { featureName: 'complete', tagValue: 'plain' },
        { featureName: 'parent', tagValue: 'plain', type: 'team', value: 'plain' },
      ],
      segments: [{ id: 77, name: 'beta' }],
      tagTypes: [
        { name: 'team', description: 'Who', icon: 'T' },
        { name: 'simple', description: '' },
      ],
      dependencies: [{ feature: 'complete', dependencies: [{ feature: 'parent', enabled: true, variants: ['on'] }] }],
      links: [{ feature: 'complete', links: [] }],
    });
    const events = await app.eventsOf('toggles', async () => {
      const { status, body, headers } = await importAs(app, complete);
      deepEqual([status, body], [200, { skippedArchivedFeatures: [] }]);
      match(String(headers['x-revision']), /^\d+$/);
    });
    deepEqual(outline(events), [
      'feature-created complete',
      'feature-created parent',
      'feature-environment-variants-updated complete',
      'tag-type-created',
      'tag-created',
      'tag-created',
      'tag-created',
      'feature-tagged complete',
      'feature-tagged complete',
      'feature-tagged parent',
      'context-field-created',
      'feature-strategy-add complete',
      'feature-strategy-add complete',
      'feature-strategy-add parent',
      'feature-environment-enabled complete',
      'feature-environment-enabled parent',
      'feature-dependency-added complete',
      'features-imported',
    ]);
    const last = events.at(-1);
    deepEqual([last?.project, last?.environment, last?.data, last?.createdByUserId], ['default', 'development', null, app.users.editor.id]);
    const { name, type, description, stale, impressionData, project, archived, dependencies, links } = await read('complete');
    deepEqual(links, []);
    deepEqual(
      { name, type, description, stale, impressionData, project, archived, dependencies },
      {
        name: 'complete',
        type: 'experiment',
        description: 'All of it',
        stale: true,
        impressionData: true,
        project: 'default',
        archived: false,
        dependencies: [{ feature: 'parent', enabled: true, variants: ['on'] }],
      },
    );
    const { enabled, strategies } = await featureEnvironmentPath('complete');
    deepEqual([enabled, strategies.length, strategies[0].title, strategies[0].segments], [true, 2, 'first', [beta]]);
    deepEqual(strategies[1].variants[0].weight, 1000);
    equal(strategies[0].id === 'ignored', false);
    equal((await featureEnvironmentPath('complete', 'production')).enabled, false);
    deepEqual((await featureEnvironmentPath('parent')).strategies[0].parameters, {
      rollout: '100',
      stickiness: 'default',
      groupId: 'parent',
    });
    deepEqual(await tagsOf('complete'), [
      { type: 'simple', value: 'plain' },
      { type: 'team', value: 'ours' },
    ]);
    const variants = (await app.as(app.users.viewer).get(`${features}/complete/environments/development/variants`)).body.variants;
    deepEqual(
      variants.map(({ name, weight }: { name: string; weight: number }) => [name, weight]),
      [
        ['a', 500],
        ['b', 500],
      ],
    );
  });

  it('overwrites existing features, but strategies only in the target environment', async () => {
    await postFeatures(app, ['known']);
    for (const environment of ['development', 'production']) await addStrategy(app, 'known', environment, { title: 'old' });
    await addTag(app, 'known', 'simple', 'old');
    await setEnvironment(app, 'known', 'development', { enabled: true });
    const again = envelope({
      features: [{ name: 'known', type: 'kill-switch' }],
      featureStrategies: [rollout('known', { title: 'new' })],
      featureTags: [{ featureName: 'known', tagValue: 'new' }],
    });
    const events = await app.eventsOf('toggles', async () => equal((await importAs(app, again)).status, 200));
    deepEqual(outline(events), [
      'feature-metadata-updated known',
      'tag-created',
      'feature-tagged known',
      'feature-strategy-add known',
      'features-imported',
    ]);
    const titles = async (environment: string) =>
      (await featureEnvironmentPath('known', environment)).strategies.map(({ title }: { title: string }) => title);
    deepEqual([await titles('development'), await titles('production')], [['new'], ['old']]);
    deepEqual(await tagsOf('known'), [{ type: 'simple', value: 'new' }]);
    equal((await read('known')).type, 'kill-switch');
    equal((await featureEnvironmentPath('known')).enabled, true);
  });

  it('completes the parameters of a gradual rollout', async () => {
    const data = { features: [{ name: 'bare-rollout' }], featureStrategies: [rollout('bare-rollout', { parameters: { rollout: '20' } })] };
    equal((await importAs(app, envelope(data))).status, 200);
    const [strategy] = (await featureEnvironmentPath('bare-rollout')).strategies;
    deepEqual(strategy.parameters, { rollout: '20', stickiness: 'default', groupId: 'bare-rollout' });
  });

  it('switches a feature off if it removes its last strategy', async () => {
    await postFeatures(app, ['emptied']);
    await addStrategy(app, 'emptied', 'development');
    await setEnvironment(app, 'emptied', 'development', { enabled: true });
    const events = await app.eventsOf('toggles', async () => {
      equal((await importAs(app, envelope({ features: [{ name: 'emptied' }] }))).status, 200);
    });
    deepEqual(outline(events), ['feature-environment-disabled emptied', 'features-imported']);
    const { body } = await app.as(app.users.admin).get('/api/admin/projects/default/features');
    const listed = body.features.find(({ name }: { name: string }) => name === 'emptied').environments;
    deepEqual(
      listed.map(({ hasStrategies, hasEnabledStrategies }: Record<string, boolean>) => [hasStrategies, hasEnabledStrategies]),
      [
        [false, false],
        [false, false],
      ],
    );
  });

  it('skips archived features with all their data, and names them in the response', async () => {
    await postFeatures(app, ['asleep']);
    await addTag(app, 'asleep', 'simple', 'kept');
    await archive(app, 'asleep');
    const body = envelope({
      features: [{ name: 'asleep', type: 'experiment' }],
      featureStrategies: [rollout('asleep')],
      featureEnvironments: [{ name: 'asleep', enabled: true }],
      featureTags: [{ featureName: 'asleep', tagType: 'dream', tagValue: 'deep' }],
      tagTypes: [{ name: 'dream' }],
    });
    const events = await app.eventsOf('toggles', async () => {
      const { status, body: outcome } = await importAs(app, body);
      deepEqual([status, outcome], [200, { skippedArchivedFeatures: ['asleep'] }]);
    });
    deepEqual(outline(events), ['features-imported']);
    deepEqual(await tagsOf('asleep'), [{ type: 'simple', value: 'kept' }]);
    equal((await app.as(app.users.admin).get('/api/admin/tag-types/dream')).status, 404);
  });

  it('accepts long constraint values, empty payloads, and fractional weights of features', async () => {
    const values = ['x'.repeat(1000)];
    const payload = { type: 'string', value: '' };
    const variants = [
      { name: 'fixed', weight: 333.3, weightType: 'fix', payload },
      { name: 'rest', weight: 666.7 },
    ];
    const body = envelope({
      features: [{ name: 'lenient' }],
      featureStrategies: [rollout('lenient', { constraints: [{ contextName: 'userId', operator: 'IN', values }] })],
      featureEnvironments: [{ name: 'lenient', enabled: true, variants }],
    });
    const { status, body: outcome } = await importAs(app, body);
    deepEqual([status, outcome], [200, { skippedArchivedFeatures: [] }]);
    const { strategies } = await featureEnvironmentPath('lenient');
    deepEqual(strategies[0].constraints[0].values, values);
    const stored = (await app.as(app.users.viewer).get(`${features}/lenient`)).body.variants;
    deepEqual(
      stored.map((variant: { name: string; weight: number; payload?: object }) => [variant.name, variant.weight, variant.payload]),
      [
        ['fixed', 333, payload],
        ['rest', 667, undefined],
      ],
    );
  });

  it('replaces the links of features, and keeps them if the data has none for a feature', async () => {
    const page = (path: string, title: string | null = null) => ({ url: `https://example.com/${path}`, title });
    const data = (links?: unknown) => envelope({ features: [{ name: 'linked' }], ...(links === undefined ? {} : { links }) });
    const linksOf = async () =>
      (await read('linked')).links.map(({ url, title }: { url: string; title: string | null }) => ({ url, title }));
    const take = (links?: unknown) => app.eventsOf('toggles', async () => equal((await importAs(app, data(links))).status, 200));
    await take([{ feature: 'linked', links: [page('a', 'A'), { url: page('b').url }] }]);
    deepEqual(await linksOf(), [page('a', 'A'), page('b')]);
    const events = await take([{ feature: 'linked', links: [page('c'), page('b')] }]);
    deepEqual(await linksOf(), [page('b'), page('c')]);
    deepEqual(outline(events), ['feature-link-removed linked', 'feature-link-added linked', 'features-imported']);
    deepEqual(outline(await take()), ['features-imported']);
    deepEqual(await linksOf(), [page('b'), page('c')]);
    await take([{ feature: 'linked', links: [] }]);
    deepEqual(await linksOf(), []);
  });

  describe('with invalid data', () => {
    before(async () => {
      await addProject(app, 'shop', { namingPattern: 'shop\\..+' });
      await addProject(app, 'small', { featureLimit: 2 });
      await postFeatures(app, ['taken', 'grown', 'child']);
      await app.as(app.users.admin).post(`${features}/child/dependencies`, { feature: 'grown' });
      await addSegments(app, ['ours'], 'shop');
      await app.as(app.users.admin).post('/api/admin/context', { name: 'tier', legalValues: [{ value: 'gold' }] });
    });
    const one = (name: string, more: Readonly<Record<string, unknown>> = {}, target = {}) =>
      envelope({ features: [{ name }], ...more }, target);

    it('refuses an invalid body and names the property', async () => {
      await refuses(app, { project: 'default' }, [400, 'ValidationError', /environment is required/]);
      await refuses(app, { ...one('x'), more: 1 }, [400, 'ValidationError', /more/]);
      await refuses(app, one('x', { more: [] }), [400, 'ValidationError', /data has the unknown property more/]);
      await refuses(app, one('not a name'), [400, 'ValidationError', /^data\/features\/0\/name /]);
      await refuses(app, one('x', { featureTags: [{ featureName: 'x', tagValue: 'y' }] }), [
        400,
        'ValidationError',
        /^data\/featureTags\/0\/tagValue /,
      ]);
      equal(
        (await app.as(app.users.editor).post(importPath, undefined, { raw: '<a/>', headers: { 'content-type': 'text/xml' } })).status,
        415,
      );
    });

    it('refuses a body above the configured size with 413', async () => {
      const small = await start([toggles], { settings: { BULK_LIMIT_BYTES: '200000' } });
      try {
        const long = (length: number) => one('long', { links: [{ feature: 'long', links: [], about: 'x'.repeat(length) }] });
        equal((await importAs(small, long(190_000))).status, 200);
        const { status, body } = await importAs(small, long(210_000));
        deepEqual([status, body.name], [413, 'ContentTooLarge']);
      } finally {
        await small.close();
      }
    });

    it('refuses links that are invalid, too many, or of features that are not in the data', async () => {
      const link = { url: 'https://example.com/' };
      const tooMany = Array.from({ length: 11 }, (_, index) => ({ url: `https://example.com/${index}` }));
      const at = (links: unknown, feature = 'x') => one('x', { links: [{ feature, links }] });
      await refuses(app, at([link, { url: 'javascript:1' }]), [400, 'BadDataError', /^data\/links\/0\/links\/1\/url /]);
      await refuses(app, at(tooMany), [400, 'BadDataError', /^data\/links\/0\/links .*10/]);
      await refuses(app, at([link], 'y'), [400, 'BadDataError', /^data\/links\/0\/feature /]);
    });

    it('accepts an admin token, which the events name, and no other token', async () => {
      const events = await app.eventsOf('toggles', async () => {
        const { status } = await app.as(app.users.adminToken).post('/api/admin/features-batch/import', one('of-a-token'));
        equal(status, 200);
      });
      deepEqual([...new Set(events.map(({ createdBy }) => createdBy))], ['admin-token']);
      await refuses(app, one('x'), [403, 'NoAccessError', /./], app.users.clientToken);
    });

    it('uses the entry of the target environment if a feature has several, and refuses ambiguous ones', async () => {
      const entry = (environment: string, enabled: boolean) => ({ name: 'chosen', featureName: 'chosen', environment, enabled });
      const strategies = { featureStrategies: [rollout('chosen')] };
      const sent = one('chosen', { ...strategies, featureEnvironments: [entry('development', false), entry('production', true)] });
      equal((await app.as(app.users.admin).post('/api/admin/features-batch/import', sent)).status, 200);
      const { body } = await app.as(app.users.admin).get('/api/admin/projects/default/features/chosen');
      equal(body.environments.find(({ name }: { name: string }) => name === 'development').enabled, false);
      const unclear = one('chosen', { featureEnvironments: [entry('test', false), entry('production', true)] });
      await refuses(app, unclear, [400, 'BadDataError', /^data\/featureEnvironments\/0\/environment /]);
    });

    it('refuses a strategy without a feature', async () => {
      const { featureName: _featureName, ...strategy } = rollout('x');
      await refuses(app, one('x', { featureStrategies: [strategy] }), [
        400,
        'ValidationError',
        /featureStrategies\/0\/featureName is required/,
      ]);
    });

    it('refuses an unknown project or environment', async () => {
      await refuses(app, one('x', {}, { project: 'nope' }), [404, 'NotFoundError', /project nope/]);
      await refuses(app, one('x', {}, { environment: 'nope' }), [404, 'NotFoundError', /environment nope/]);
      await refuses(app, one('x', {}, { environment: 'default' }), [404, 'NotFoundError', /environment default/]);
    });

    it('refuses an unknown strategy type', async () => {
      await refuses(app, one('x', { featureStrategies: [rollout('x', { name: 'magic' })] }), [400, 'BadDataError', /magic/]);
    });

    it('refuses legal values that the existing field does not have', async () => {
      const tier = { name: 'tier', legalValues: [{ value: 'gold' }, { value: 'tin' }] };
      await refuses(app, one('x', { contextFields: [tier] }), [400, 'BadDataError', /contextFields .*tier/]);
      const userId = { name: 'userId', legalValues: [{ value: '7' }] };
      await refuses(app, one('x', { contextFields: [userId] }), [400, 'BadDataError', /contextFields .*userId/]);
    });

    it('refuses a feature of another project', async () => {
      await refuses(app, one('taken', {}, { project: 'shop' }), [400, 'BadDataError', /taken \(in project default\)/], app.users.admin);
    });

    it('refuses a segment that is unknown, of another project, or only identified by its number', async () => {
      const using = (id: number) => ({
        featureStrategies: [rollout('x', { segments: [id] })],
        segments: [
          { id: 1, name: 'nope' },
          { id: 2, name: 'ours' },
        ],
      });
      await refuses(app, one('x', using(1)), [400, 'BadDataError', /nope/]);
      await refuses(app, one('x', using(2)), [400, 'BadDataError', /ours/]);
      await refuses(app, one('x', { featureStrategies: [rollout('x', { segments: [3] })] }), [400, 'BadDataError', /segment 3/]);
    });

    it('refuses a parent that neither exists nor is imported, or cannot be a parent', async () => {
      const under = (feature: string) => ({ dependencies: [{ feature: 'x', dependencies: [{ feature }] }] });
      await refuses(app, one('x', under('nope')), [400, 'BadDataError', /nope/]);
      await refuses(app, one('x', under('child')), [403, 'InvalidOperationError', /child depends on grown/]);
      await refuses(app, one('x', under('x')), [403, 'InvalidOperationError', /itself/]);
    });

    it('refuses a repeated feature', async () => {
      await refuses(app, envelope({ features: [{ name: 'x' }, { name: 'x' }] }), [409, 'NameExistsError', /x/]);
    });

    it('refuses parts of a feature that is not in the data', async () => {
      await refuses(app, one('x', { featureStrategies: [rollout('y')] }), [
        400,
        'BadDataError',
        /^data\/featureStrategies\/0\/featureName .*y/,
      ]);
      await refuses(app, one('x', { featureTags: [{ featureName: 'y', tagValue: 'tag' }] }), [
        400,
        'BadDataError',
        /^data\/featureTags\/0/,
      ]);
    });

    it('refuses a missing target before any other problem', async () => {
      const orphan = { featureStrategies: [rollout('y')] };
      await refuses(app, one('x', orphan, { project: 'nope' }), [404, 'NotFoundError', /project nope/]);
      await refuses(app, one('x', orphan, { environment: 'nope' }), [404, 'NotFoundError', /environment nope/]);
    });

    it('refuses problems in a fixed order', async () => {
      const { viewer, admin } = app.users;
      const strategies = (name: string) => ({ featureStrategies: [{ ...rollout('shop.fresh', { segments: [1] }), name }] });
      const clash = { contextFields: [{ name: 'tier', legalValues: [{ value: 'tin' }] }] };
      const parts = { segments: [{ id: 1, name: 'nope' }], dependencies: [{ feature: 'taken', dependencies: [{ feature: 'nobody' }] }] };
      const data = (more: object) => ({ features: ['taken', 'shop.fresh', 'shop.fresh'].map((name) => ({ name })), ...parts, ...more });
      const into = (more: object) => envelope(data(more), { project: 'shop' });
      await refuses(app, into({ ...strategies('magic'), ...clash }), [400, 'BadDataError', /magic/], viewer);
      await refuses(app, into({ ...strategies('default'), ...clash }), [400, 'BadDataError', /tier/], viewer);
      await refuses(app, into(strategies('default')), [403, 'NoAccessError', /Update feature toggles/], viewer);
      await refuses(app, into(strategies('default')), [400, 'BadDataError', /taken/], admin);
      const own = { features: [{ name: 'shop.fresh' }, { name: 'shop.fresh' }] };
      const childless = { dependencies: [{ feature: 'shop.fresh', dependencies: [{ feature: 'nobody' }] }] };
      await refuses(app, into({ ...strategies('default'), ...own, ...childless }), [400, 'BadDataError', /nope/], admin);
      await refuses(app, into({ ...own, ...childless }), [400, 'BadDataError', /data\/segments/], admin);
      await refuses(app, into({ ...own, ...childless, segments: [] }), [400, 'BadDataError', /nobody/], admin);
      await refuses(app, into({ ...own, dependencies: [], segments: [] }), [409, 'NameExistsError', /shop\.fresh/], admin);
    });

    it('refuses a repeated legal value', async () => {
      const twice = { name: 'fresh', legalValues: [{ value: 'a' }, { value: 'a' }] };
      const message = /^data\/contextFields\/1\/legalValues\/1\/value /;
      await refuses(app, one('x', { contextFields: [{ name: 'other' }, twice] }), [400, 'BadDataError', message]);
    });

    it('refuses new features outside the naming pattern', async () => {
      await refuses(app, one('loose', {}, { project: 'shop' }), [400, 'PatternError', /loose/], app.users.admin);
    });

    it('refuses features above the limit of the project', async () => {
      const three = envelope({ features: [{ name: 'a1' }, { name: 'a2' }, { name: 'a3' }] }, { project: 'small' });
      await refuses(app, three, [403, 'InvalidOperationError', /limit of 2/], app.users.admin);
    });

    it('refuses an unknown type, tag type or context field', async () => {
      await refuses(app, envelope({ features: [{ name: 'x', type: 'nope' }] }), [
        400,
        'BadDataError',
        /^data\/features\/0\/type .*nope \(feature x\)/,
      ]);
      await refuses(app, one('x', { featureTags: [{ featureName: 'x', tagType: 'nope', tagValue: 'tag' }] }), [
        400,
        'BadDataError',
        /^data\/featureTags .*nope/,
      ]);
      const constraints = [{ contextName: 'no field', operator: 'IN', values: ['a'] }];
      await refuses(app, one('x', { featureStrategies: [rollout('x', { constraints })] }), [
        404,
        'NotFoundError',
        /^data\/featureStrategies\/0\/constraints\/0\/contextName .*\(feature x\)/,
      ]);
    });

    it('refuses dependencies if another environment of the project requires change requests, unless the caller may skip them', async () => {
      await addProject(app, 'guarded');
      await protect(app, 'guarded', 'production');
      const member = app.users.someone();
      await app.users.grant(member, roleIds.member, 'guarded');
      const development = { project: 'guarded', environment: 'development' };
      const dependent = { dependencies: [{ feature: 'careful', dependencies: [{ feature: 'other' }] }] };
      const two = envelope({ features: [{ name: 'careful' }, { name: 'other' }], ...dependent }, development);
      await refuses(app, two, [403, 'NoAccessError', /change request/], member);
      equal((await importAs(app, one('careful', {}, development), member)).status, 200);
      equal((await importAs(app, two, app.users.admin)).status, 200);
    });
  });

  it('removes variants that are null, and keeps them if the list is empty or missing', async () => {
    const give = async (settings: object) => {
      const data = { features: [{ name: 'varied' }], featureEnvironments: [{ name: 'varied', enabled: false, ...settings }] };
      const events = await app.eventsOf('toggles', async () => {
        const answer = await importAs(app, envelope(data));
        equal(answer.status, 200, JSON.stringify(answer.body));
      });
      const { body } = await app.as(app.users.viewer).get(`${features}/varied/environments/development/variants`);
      return [body.variants.length, outline(events).filter((event) => event.includes('variants')).length];
    };
    deepEqual(await give({ variants: [{ name: 'a', weight: 1000 }] }), [1, 1]);
    for (const settings of [{}, { variants: [] }]) deepEqual(await give(settings), [1, 0]);
    deepEqual(await give({ variants: null }), [0, 1]);
    deepEqual(await give({ variants: null }), [0, 0]);
  });

  describe('without permissions', () => {
    const needed: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
      ['an existing feature', {}, ['UPDATE_FEATURE']],
      ['a new feature', { features: [{ name: 'fresh' }] }, ['UPDATE_FEATURE', 'CREATE_FEATURE']],
      ['a tag type', { tagTypes: [{ name: 'fresh' }] }, ['UPDATE_FEATURE', 'CREATE_TAG_TYPE']],
      ['a context field', { contextFields: [{ name: 'fresh' }] }, ['UPDATE_FEATURE', 'CREATE_CONTEXT_FIELD']],
      ['a strategy', { featureStrategies: [rollout('worked-on')] }, ['UPDATE_FEATURE', 'CREATE_FEATURE_STRATEGY']],
      [
        'variants',
        { featureEnvironments: [{ name: 'worked-on', enabled: false, variants: [{ name: 'a', weight: 0 }] }] },
        ['UPDATE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
      ],
      [
        'removed variants',
        { featureEnvironments: [{ name: 'worked-on', enabled: false, variants: null }] },
        ['UPDATE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS'],
      ],
      [
        'a switch without strategies',
        { featureEnvironments: [{ name: 'worked-on', enabled: true }] },
        ['UPDATE_FEATURE', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_ENVIRONMENT'],
      ],
      [
        'a switch that is turned on',
        { featureStrategies: [rollout('worked-on')], featureEnvironments: [{ name: 'worked-on', enabled: true }] },
        ['UPDATE_FEATURE', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_ENVIRONMENT'],
      ],
      [
        'a switch that is turned off',
        { features: [{ name: 'runs' }], featureEnvironments: [{ name: 'runs', enabled: false }] },
        ['UPDATE_FEATURE', 'UPDATE_FEATURE_ENVIRONMENT'],
      ],
      ['a switch that stays off', { featureEnvironments: [{ name: 'worked-on', enabled: false }] }, ['UPDATE_FEATURE']],
      ['replaced strategies', { features: [{ name: 'has-strategies' }] }, ['UPDATE_FEATURE', 'DELETE_FEATURE_STRATEGY']],
      [
        'a dependency',
        { dependencies: [{ feature: 'worked-on', dependencies: [{ feature: 'has-strategies' }] }] },
        ['UPDATE_FEATURE', 'UPDATE_FEATURE_DEPENDENCY'],
      ],
    ];
    before(async () => {
      await postFeatures(app, ['worked-on', 'has-strategies', 'runs']);
      await setEnvironment(app, 'runs', 'development', { enabled: true });
      await addStrategy(app, 'has-strategies', 'development');
    });

    for (const [part, data, permissions] of needed) {
      it(`requires for ${part}: ${permissions.join(', ')}`, async () => {
        const answer = await importAs(app, envelope({ features: [{ name: 'worked-on' }], ...data }), app.users.viewer);
        deepEqual([answer.status, answer.body.name, answer.body.permissions], [403, 'NoAccessError', permissions]);
      });
    }

    it('names the missing permissions by their titles', async () => {
      const { body } = await importAs(app, envelope({ features: [{ name: 'another-one' }] }), app.users.viewer);
      match(body.message, /Update feature toggles, Create feature toggles/);
    });

    it('requires the permissions only in the target project', async () => {
      await addProject(app, 'members');
      const member = app.users.someone();
      await app.users.grant(member, roleIds.member, 'members');
      const into = (project: string) => envelope({ features: [{ name: `of-${project}` }] }, { project });
      deepEqual([(await importAs(app, into('members'), member)).status, (await importAs(app, into('default'), member)).status], [200, 403]);
    });
  });

  it('requires the same permissions whether a feature of another project is on or off', async () => {
    await addProject(app, 'next-door');
    await postFeatures(app, ['theirs'], 'next-door');
    const requiredNow = async () => {
      const data = { features: [{ name: 'theirs' }], featureEnvironments: [{ name: 'theirs', enabled: false }] };
      return (await importAs(app, envelope(data), app.users.viewer)).body.permissions;
    };
    const before = await requiredNow();
    await setEnvironment(app, 'theirs', 'development', { enabled: true });
    deepEqual(await requiredNow(), before);
  });

  it('returns 404 for a hidden project without naming it', async () => {
    await addProject(app, 'secret');
    await postFeatures(app, ['hidden'], 'secret');
    await app.users.hide('secret');
    const outsider = app.users.someone();
    await app.users.grant(outsider, roleIds.member, 'default');
    await refuses(app, envelope({}, { project: 'secret' }), [404, 'NotFoundError', /no project secret/], outsider);
    await refuses(app, envelope({ features: [{ name: 'hidden' }] }), [400, 'BadDataError', /hidden \(in another project\)/], outsider);
  });

  describe('of 2,000 features', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `many-${index}`);
    const many = (bad?: number) =>
      envelope({
        features: names.map((name) => ({ name, description: 'x'.repeat(2000) })),
        featureStrategies: names.map((name, index) =>
          rollout(name, {
            constraints: [{ contextName: 'userId', operator: index === bad ? 'NUM_GT' : 'IN', values: ['seven'], value: 'seven' }],
          }),
        ),
        featureEnvironments: names.map((name) => ({ name, enabled: true })),
        featureTags: names.map((featureName) => ({ featureName, tagValue: 'many' })),
      });
    const counts = async () => {
      const em = app.store('toggles').reader();
      return [await em.count(Feature, { name: { $like: 'many-%' } }), await em.count(Strategy, { featureName: { $like: 'many-%' } })];
    };

    it('changes nothing if one strategy is invalid, and names it', async () => {
      const where = /^data\/featureStrategies\/1234\/constraints\/0\/value must be a number for NUM_GT; got "seven" \(feature many-1234\)$/;
      await refuses(app, many(1234), [400, 'BadDataError', where]);
      deepEqual(await counts(), [0, 0]);
    });

    it('writes all of them, and makes replicas fetch them', async () => {
      const { status, headers } = await importAs(app, many());
      equal(status, 200);
      deepEqual(await counts(), [2000, 2000]);
      const states = await statesOf(app);
      const own = states.filter(({ revision }) => String(revision) === headers['x-revision']);
      deepEqual(
        own.map(({ resync, features: sent }) => [resync, sent.length]),
        [[true, 0]],
      );
    });
  });

  it('copies an export of one instance into a new one', async () => {
    const fresh = await start([toggles]);
    try {
      await addSegments(fresh, ['unrelated', 'beta']);
      const before = await exported(app, { features: ['complete', 'parent', 'known'] });
      equal((await importAs(fresh, { project: 'default', environment: 'development', data: before })).status, 200);
      deepEqual(comparable(await exported(fresh, {})), comparable(before));
    } finally {
      await fresh.close();
    }
  });
});

async function statesOf(app: TestApp): Promise<StateChanged[]> {
  const outbox = app.store('toggles').reader().getKysely<{ outbox: { exchange: string; body: string } }>({ type: 'read' });
  const rows = await outbox.selectFrom('outbox').where('exchange', '=', 'signalbox.state').select('body').execute();
  return rows.map(({ body }) => JSON.parse(body) as StateChanged);
}

/** Replaces generated values: strategies get new ids, and segments are identified by name. */
function comparable(data: { featureStrategies: { id: string; segments: number[] }[]; segments: { id: number; name: string }[] }) {
  const names = new Map(data.segments.map(({ id, name }) => [id, name]));
  return {
    ...data,
    segments: [...names.values()],
    featureStrategies: data.featureStrategies.map(({ id: _id, segments, ...strategy }) => ({
      ...strategy,
      segments: segments.map((id) => names.get(id)),
    })),
  };
}
