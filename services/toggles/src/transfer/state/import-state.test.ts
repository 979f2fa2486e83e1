import { deepEqual, equal, match } from 'node:assert/strict';
import { type Answer, type TestApp, type CallOptions, start, statementsOf } from '@signalbox/testing';
import { addProject, postFeatures, features, emitted, protect } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { addSegments } from '../../feature/strategy/strategy.fixture.ts';
import { outline, type Refusal } from '../features/transfer.fixture.ts';

const path = '/api/admin/state/import';
const id = '11111111-1111-4111-8111-111111111111';

const complete = {
  version: 4,
  environments: [{ name: 'stage', type: 'test', enabled: true, protected: true, sortOrder: 7 }],
  projects: [{ id: 'shop', name: 'Shop', description: null, mode: 'protected', health: 80 }],
  features: [
    { name: 'cart', project: 'shop', type: 'experiment', description: 'Buys', stale: true, createdAt: '2020-01-01T00:00:00.000Z' },
  ],
  featureEnvironments: [{ featureName: 'cart', environment: 'stage', enabled: true, variants: [{ name: 'v', weight: 0 }] }],
  featureStrategies: [
    {
      id,
      featureName: 'cart',
      environment: 'stage',
      projectId: 'shop',
      strategyName: 'branches',
      parameters: { at: 'rome' },
      constraints: [],
    },
  ],
  strategies: [
    { name: 'branches', title: null, displayName: 'Branches', description: 'Where', editable: true, deprecated: false, parameters: [] },
    { name: 'default', title: null, displayName: null, description: null, editable: false, deprecated: false, parameters: [] },
  ],
  tagTypes: [{ name: 'team', description: 'Who', icon: null }],
  tags: [{ type: 'team', value: 'ours' }],
  featureTags: [
    { featureName: 'cart', tagType: 'team', tagValue: 'ours' },
    { featureName: 'elsewhere', type: 'team', value: 'ours' },
  ],
  segments: [{ id: 40, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }],
  featureStrategySegments: [{ segmentId: 40, featureStrategyId: id }],
};

describe('import state', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await start([toggles]);
  });
  afterEach(() => app.close());

  const send = (body: unknown, query = '', options: CallOptions = {}): Promise<Answer> =>
    app.as(app.users.admin).post(path + query, body, options);
  const read = async (from: string) => (await app.as(app.users.admin).get(`/api/admin/${from}`)).body;
  const statement = ({ status, body }: Answer) => [status, body.name, body.message];

  async function refuses(body: unknown, [status, name, message]: Refusal, query = '') {
    const events = await app.eventsOf('toggles', async () => {
      const answer = await send(body, query);
      deepEqual([answer.status, answer.body.name], [status, name], JSON.stringify(answer.body));
      match(answer.body.message, message);
    });
    deepEqual(events, []);
  }

  it('writes every section, emits each item, and returns its removal date', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { status, body, headers } = await send(complete);
      deepEqual([status, body], [202, 'Accepted']);
      deepEqual([headers['deprecation'], headers['sunset']], ['@1767225600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
      match(String(headers['content-type']), /^text\/plain/);
      match(String(headers['x-revision']), /^\d+$/);
    });
    deepEqual(outline(events), [
      'environment-import',
      'project-import',
      'feature-import',
      'strategy-import',
      'tag-type-import',
      'tag-import',
      'feature-tag-import',
      'segment-import',
    ]);
    deepEqual(
      emitted(events).every(({ project, environment, featureName, preData }) =>
        [project, environment, featureName, preData].every((it) => it === null),
      ),
      true,
    );
    const data = Object.fromEntries(events.map((event) => [event.type, event.data as Record<string, unknown>]));
    deepEqual(data['environment-import'], { name: 'stage', type: 'test', enabled: true, protected: true, sortOrder: 7 });
    deepEqual([data['project-import']?.['id'], data['project-import']?.['mode']], ['shop', 'protected']);
    deepEqual([data['feature-import']?.['name'], data['feature-import']?.['project']], ['cart', 'shop']);
    deepEqual(data['feature-tag-import'], { featureName: 'cart', tag: { type: 'team', value: 'ours' } });
    const cart = await read('projects/shop/features/cart');
    deepEqual([cart.type, cart.description, cart.stale, cart.archived], ['experiment', 'Buys', true, false]);
    const [stage, ...others] = cart.environments;
    deepEqual([stage.name, stage.enabled, stage.variantCount, others.length], ['stage', true, 1, 0]);
    const [segment] = (await read('segments')).segments;
    const [strategy] = stage.strategies;
    deepEqual([strategy.id, strategy.name, strategy.parameters, strategy.segments], [id, 'branches', { at: 'rome' }, [segment.id]]);
    deepEqual((await read('features/cart/tags')).tags, [{ type: 'team', value: 'ours' }]);
  });

  it('accepts an export of version 2, whose environment has no type', async () => {
    const state = {
      version: 2,
      environments: [{ name: ':global:', displayName: 'Across all environments' }],
      features: [{ name: 'old', project: 'default' }],
      featureEnvironments: [{ featureName: 'old', environment: ':global:', enabled: true }],
    };
    await refuses({ ...state, version: 3 }, [400, 'ValidationError', /environments\/0\/type is required/]);
    equal((await send(state)).status, 202);
    const { environments } = await read('projects/default/features/old');
    deepEqual(environments.find(({ name }: { name: string }) => name === 'default')?.enabled, true);
  });

  it('keeps the age of features, which is never negative', async () => {
    const createdAt = '2021-09-17T07:06:56.421Z';
    const ages = { old: createdAt, local: '2021-09-17T07:06:56.421', ahead: '2999-01-01T00:00:00Z', unknown: null };
    const before = new Date().toISOString();
    for (const version of [1, 2, 3, 4]) {
      const features = Object.entries(ages).map(([name, time]) => ({ name: `${name}-${version}`, createdAt: time }));
      equal((await send({ version, features })).status, 202);
      const found = await Promise.all(features.map(async ({ name }) => (await read(`projects/default/features/${name}`)).createdAt));
      deepEqual(found.slice(0, 2), [createdAt, createdAt]);
      for (const time of found.slice(2)) equal(before <= time && time <= new Date().toISOString(), true, time);
    }
    equal((await send({ version: 4, features: [{ name: 'old-4', createdAt }] }, '?keep=false')).status, 202);
    await refuses({ version: 4, features: [{ name: 'x', createdAt: 'soon' }] }, [400, 'ValidationError', /date-time/]);
  });

  it('keeps existing objects, and emits nothing the second time', async () => {
    equal((await send(complete)).status, 202);
    const changed = { ...complete, features: [{ name: 'cart', project: 'shop', description: 'Other' }] };
    const events = await app.eventsOf('toggles', async () => equal((await send(changed)).status, 202));
    deepEqual(events, []);
    equal((await read('projects/shop/features/cart')).description, 'Buys');
  });

  it('refuses different existing objects without keep, and skips equal ones', async () => {
    equal((await send(complete)).status, 202);
    const { tagTypes, tags, environments, version } = complete;
    equal((await send({ version, tagTypes, tags, environments }, '?keep=false')).status, 202);
    await refuses(
      { version, features: [{ name: 'cart', project: 'shop', stale: false }] },
      [409, 'NameExistsError', /features contains cart/],
      '?keep=false',
    );
    await refuses(
      { version, tagTypes: [{ name: 'team', description: 'Else' }], tags },
      [409, 'NameExistsError', /tagTypes contains team/],
      '?keep=0',
    );
    await refuses(
      { version, featureStrategies: complete.featureStrategies },
      [409, 'NameExistsError', /featureStrategies contains/],
      '?keep=false',
    );
  });

  it('drops its sections first, and emits the deletion of projects and environments that are not recreated', async () => {
    await addProject(app, 'old');
    await postFeatures(app, ['early']);
    await app.as(app.users.admin).post('/api/admin/strategies', { name: 'custom', parameters: [] });
    const events = await app.eventsOf('toggles', async () => equal((await send(complete, '?drop=1')).status, 202));
    deepEqual(outline(events), [
      'drop-environments',
      'drop-projects',
      'drop-features',
      'drop-strategies',
      'drop-feature-tags',
      'drop-tags',
      'drop-tag-types',
      'environment-import',
      'project-import',
      'feature-import',
      'strategy-import',
      'tag-type-import',
      'tag-import',
      'feature-tag-import',
      'segment-import',
      'project-deleted',
      'project-deleted',
      'environment-deleted',
      'environment-deleted',
      'environment-deleted',
    ]);
    deepEqual(events[0]?.data, { name: 'all-environments' });
    deepEqual(
      [(await read('projects')).projects, (await read('environments')).environments, (await read('strategies')).strategies].map((list) =>
        list.map((item: { id?: string; name: string }) => item.id ?? item.name),
      ),
      [['shop'], ['stage'], ['flexibleRollout', 'default', 'userWithId', 'remoteAddress', 'applicationHostname', 'branches']],
    );
    equal((await app.as(app.users.admin).get(`${features}/early`)).status, 404);
    await refuses({ version: 4, projects: [{ id: 'old', name: 'Old' }] }, [409, 'NameExistsError', /project old was deleted/]);
    const again = { version: 4, environments: [{ name: 'production', type: 'production' }] };
    await refuses(again, [409, 'NameExistsError', /environment production was deleted/]);
  });

  it('does not change a section that the state does not have, even with drop', async () => {
    await postFeatures(app, ['early']);
    const events = await app.eventsOf('toggles', async () => equal((await send({ version: 4, strategies: [] }, '?drop=true')).status, 202));
    deepEqual(outline(events), ['drop-strategies']);
    equal((await app.as(app.users.admin).get(`${features}/early`)).status, 200);
    const dropped = await app.eventsOf('toggles', async () => equal((await send({ version: 4, features: [] }, '?drop=true')).status, 202));
    deepEqual(outline(dropped), ['drop-features']);
    equal((await app.as(app.users.admin).get(`${features}/early`)).status, 404);
  });

  it('links projects to the environments that they name, or to all of the state', async () => {
    const own = { id: 'own', name: 'Own', environments: ['development', 'development'] };
    const { environments } = complete;
    equal(
      (await send({ version: 4, environments, projects: [own, { id: 'all', name: 'All' }, { ...own, id: 'none', environments: [] }] }))
        .status,
      202,
    );
    const { projects } = await read('state/export');
    deepEqual(
      projects.map((project: { id: string; environments: string[] }) => [project.id, project.environments]),
      [
        ['all', ['stage']],
        ['default', ['development', 'production']],
        ['none', []],
        ['own', ['development']],
      ],
    );
  });

  it('links a project to the environment of settings in an old state', async () => {
    const old = {
      version: 1,
      features: [{ name: 'old', enabled: true, strategies: [{ name: 'default' }], variants: [{ name: 'v', weight: 0 }] }],
    };
    const events = await app.eventsOf('toggles', async () => equal((await send(old)).status, 202));
    deepEqual(outline(events), ['feature-import', 'project-environment-added']);
    const { environments } = await read('projects/default/features/old');
    const [own] = environments.filter(({ name }: { name: string }) => name === 'default');
    deepEqual([own.enabled, own.strategies.length, own.variantCount], [true, 1, 1]);
  });

  it('changes nothing if one strategy is invalid, and names it', async () => {
    const constraints = [{ contextName: 'userId', operator: 'NUM_GT', value: 'seven' }];
    const bad = {
      ...complete,
      featureStrategies: [...complete.featureStrategies, { featureName: 'cart', environment: 'stage', name: 'default', constraints }],
    };
    await refuses(bad, [400, 'BadDataError', /^featureStrategies\/1\/constraints\/0\/value .*\(feature cart\)$/]);
    const segments = [...complete.segments, { name: 'other', constraints }];
    await refuses({ ...complete, segments }, [400, 'BadDataError', /^segments\/1\/constraints\/0\/value /]);
    deepEqual((await read('segments')).segments, []);
  });

  it('refuses references to objects that neither exist nor are in the state', async () => {
    const settings = (more: object) => ({
      version: 4,
      featureEnvironments: [{ featureName: 'cart', environment: 'stage', enabled: true, ...more }],
    });
    await refuses(settings({}), [400, 'BadDataError', /^featureEnvironments\/0\/featureName .*cart/]);
    await postFeatures(app, ['cart']);
    await refuses(settings({}), [400, 'BadDataError', /^featureEnvironments\/0\/environment .*stage/]);
    const tags = { version: 4, tagTypes: complete.tagTypes, tags: complete.tags, features: [{ name: 'g' }] };
    await refuses({ ...tags, tags: [...tags.tags, { type: 'nope', value: 'tag' }] }, [400, 'BadDataError', /^tags\/1\/type .*nope/]);
    const tagging = { featureName: 'g', tagType: 'nope', tagValue: 'tag' };
    await refuses({ ...tags, featureTags: [tagging] }, [400, 'BadDataError', /^featureTags\/0\/tagType .*nope/]);
    equal((await send({ ...tags, featureTags: [{ ...tagging, featureName: 'elsewhere' }] })).status, 202);
    const lost = { id: 'lost', name: 'Lost', environments: ['development', 'nope'] };
    await refuses({ version: 4, projects: [lost] }, [400, 'BadDataError', /^projects\/0\/environments .*nope/]);
    await refuses({ version: 4, features: [{ name: 'f', project: 'nope' }] }, [400, 'BadDataError', /^features\/0\/project .*nope/]);
    await refuses({ version: 4, features: [{ name: 'f', type: 'nope' }] }, [400, 'BadDataError', /^features\/0\/type .*nope/]);
    const strategy = { featureName: 'cart', environment: 'development' };
    await refuses({ version: 4, featureStrategies: [strategy] }, [400, 'BadDataError', /^featureStrategies\/0\/name is required/]);
    await refuses({ version: 4, featureStrategies: [{ ...strategy, name: 'nope' }] }, [
      400,
      'BadDataError',
      /^featureStrategies\/0\/name .*nope/,
    ]);
    await refuses({ version: 4, featureStrategies: [{ ...strategy, name: 'default', segments: [9] }] }, [
      404,
      'NotFoundError',
      /segment 9/,
    ]);
  });

  describe('that adds strategies to an existing feature', () => {
    const content = {
      name: 'flexibleRollout',
      title: 'Half',
      parameters: { rollout: '50' },
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
    };
    const state = { version: 4, featureStrategies: [{ ...content, featureName: 'cart', environment: 'production' }] };
    beforeEach(() => postFeatures(app, ['cart']));

    it('emits each of them, even in a protected environment, and sends replicas the feature', async () => {
      await protect(app, 'default', 'production');
      const events = await app.eventsOf('toggles', async () => {
        const { status, headers } = await send(state);
        equal(status, 202);
        match(String(headers['x-revision']), /^\d+$/);
      });
      const [stored] = await read('projects/default/features/cart/environments/production/strategies');
      deepEqual(emitted(events), [
        {
          type: 'feature-strategy-add',
          project: 'default',
          environment: 'production',
          featureName: 'cart',
          data: stored,
          preData: null,
          tags: [],
        },
      ]);
      equal(stored.title, 'Half');
    });

    it('increments its version, so that an earlier If-Match fails', async () => {
      const { headers } = await app.as(app.users.admin).get(`${features}/cart`);
      equal((await send(state)).status, 202);
      const ifMatch = { 'if-match': String(headers['etag']) };
      equal((await app.as(app.users.admin).put(`${features}/cart`, { description: 'New' }, { headers: ifMatch })).status, 412);
    });

    it('adds them only once without ids, even without keep', async () => {
      equal((await send(state)).status, 202);
      const events = await app.eventsOf('toggles', async () => {
        equal((await send(state)).status, 202);
        equal((await send(state, '?keep=false')).status, 202);
      });
      deepEqual(events, []);
      const other = { ...state.featureStrategies[0], title: 'Other' };
      equal((await send({ ...state, featureStrategies: [...state.featureStrategies, other] })).status, 202);
      const stored = await read('projects/default/features/cart/environments/production/strategies');
      deepEqual(
        stored.map(({ title }: { title: string }) => title),
        ['Half', 'Other'],
      );
    });
  });

  it('deletes only projects and environments that it read and names in events', async () => {
    const statements = await statementsOf(app.store('toggles'), () => send(complete, '?drop=1'));
    const deletions = statements.filter((sql) => /^delete from [`"]?(project|environment)[`"]?( |$)/i.test(sql));
    deepEqual(
      deletions.map((sql) => / where .* in /i.test(sql)),
      [true, true],
      deletions.join(),
    );
  });

  it('increments the versions of existing features that it tags, or whose environments it drops', async () => {
    await postFeatures(app, ['cart']);
    const versionOf = async () => (await app.as(app.users.admin).get(`${features}/cart`)).headers['etag'];
    const changes = async (state: object, query = '') => {
      const before = await versionOf();
      equal((await send(state, query)).status, 202);
      return (await versionOf()) !== before;
    };
    const { tagTypes, tags, environments } = complete;
    const featureTags = [{ featureName: 'cart', tagType: 'team', tagValue: 'ours' }];
    const tagging = { version: 4, features: [{ name: 'cart' }], tagTypes, tags, featureTags };
    deepEqual(
      [await changes(tagging), await changes(tagging), await changes({ version: 4, environments }, '?drop=1')],
      [true, false, true],
    );
  });

  it('adds the default strategy to features that are on without an enabled strategy', async () => {
    const defaultStrategy = { name: 'flexibleRollout', parameters: { rollout: '20', stickiness: 'userId', groupId: '' } };
    const defaultStrategyPath = '/api/admin/projects/default/environments/production/default-strategy';
    equal((await app.as(app.users.admin).post(defaultStrategyPath, defaultStrategy)).status, 200);
    const settings = (featureName: string, environment: string, enabled = true) => ({ featureName, environment, enabled });
    const state = {
      version: 4,
      features: ['bare', 'idle', 'off'].map((name) => ({ name })),
      featureEnvironments: [
        settings('bare', 'production'),
        settings('bare', 'development'),
        settings('idle', 'development'),
        settings('off', 'development', false),
      ],
      featureStrategies: [{ featureName: 'idle', environment: 'development', name: 'default', disabled: true }],
    };
    const events = await app.eventsOf('toggles', async () => equal((await send(state)).status, 202));
    deepEqual(outline(events), [
      ...Array(3).fill('feature-import'),
      ...['bare', 'idle', 'bare'].map((name) => `feature-strategy-add ${name}`),
    ]);
    const settingsOf = async (name: string) =>
      (await read(`projects/default/features/${name}`)).environments.map(
        (own: { enabled: boolean; strategies: { disabled: boolean; parameters: Record<string, string> }[] }) => [
          own.enabled,
          ...own.strategies.map(({ disabled, parameters }) => (disabled ? 'disabled' : parameters['rollout'])),
        ],
      );
    deepEqual(await Promise.all(['bare', 'idle', 'off'].map(settingsOf)), [
      [
        [true, '100'],
        [true, '20'],
      ],
      [[true, 'disabled', '100'], [false]],
      [[false], [false]],
    ]);
  });

  it('completes the parameters of a gradual rollout with the default of its project', async () => {
    const project = { id: 'shop', name: 'Shop', defaultStickiness: 'userId' };
    const features = [{ name: 'cart', project: 'shop' }];
    const featureStrategies = [{ featureName: 'cart', environment: 'development', name: 'flexibleRollout' }];
    equal((await send({ version: 4, projects: [project], features, featureStrategies })).status, 202);
    const [strategy] = await read('projects/shop/features/cart/environments/development/strategies');
    deepEqual(strategy.parameters, { rollout: '100', stickiness: 'userId', groupId: 'cart' });
  });

  it('refuses to drop segments in use by strategies', async () => {
    equal((await send(complete)).status, 202);
    await refuses({ version: 4, segments: [] }, [409, 'SegmentInUseError', /1 times/], '?drop=true');
  });

  it('refuses to drop segments in use by default strategies, unless these are dropped too', async () => {
    const [segment] = await addSegments(app, ['beta']);
    const chosen = { name: 'flexibleRollout', segments: [segment] };
    const defaultStrategyPath = '/api/admin/projects/default/environments/development/default-strategy';
    equal((await app.as(app.users.admin).post(defaultStrategyPath, chosen)).status, 200);
    await refuses({ version: 4, segments: [] }, [409, 'SegmentInUseError', /1 times/], '?drop=true');
    equal((await send({ version: 4, segments: [], projects: [{ id: 'default', name: 'Default' }] }, '?drop=true')).status, 202);
    deepEqual((await read('segments')).segments, []);
  });

  it('drops projects with everything that belongs to them', async () => {
    await addProject(app, 'shop');
    const as = app.as(app.users.admin);
    equal((await as.post('/api/admin/projects/shop/personas', { name: 'Anybody', context: { appName: 'shop' } })).status, 201);
    equal((await as.post('/api/admin/projects/shop/favorites')).status, 200);
    equal((await as.post('/api/admin/segments', { name: 'theirs', project: 'shop', constraints: [] })).status, 201);
    equal((await send({ version: 4, projects: [{ id: 'default', name: 'Default' }] }, '?drop=true')).status, 202);
    deepEqual(
      (await read('projects')).projects.map((project: { id: string }) => project.id),
      ['default'],
    );
    deepEqual((await read('segments')).segments, []);
  });

  it('keeps the protection of environments that a project uses again, and emits the end of others', async () => {
    await addProject(app, 'shop');
    for (const project of ['default', 'shop']) await protect(app, project, 'production');
    const drop = (environments: string[]) =>
      app.eventsOf('toggles', async () => {
        const { status } = await send({ version: 4, projects: [{ id: 'default', name: 'Default', environments }] }, '?drop=true');
        equal(status, 202);
      });
    const ended = (events: Awaited<ReturnType<typeof drop>>) =>
      events.flatMap(({ type, project }) => (type === 'change-request-configuration-updated' ? [project] : []));
    const enabled = async () =>
      (await read('projects/default/change-requests/config')).map((own: { changeRequestEnabled: boolean }) => own.changeRequestEnabled);
    deepEqual(ended(await drop(['development', 'production'])), ['shop']);
    deepEqual(await enabled(), [false, true]);
    deepEqual(ended(await drop(['development'])), ['default']);
    deepEqual(await enabled(), [false]);
  });

  describe('from a file', () => {
    const yaml = 'features:\n  - name: written\n    enabled: true\n    strategies:\n      - name: default\n';
    const form = (name: string, content: string, field = 'file') => {
      const raw = `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--edge--\r\n`;
      return { raw, headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
    };

    it('accepts YAML, and treats a missing version as version 1', async () => {
      const { status } = await send(undefined, '', { raw: yaml, headers: { 'content-type': 'application/yaml' } });
      equal(status, 202);
      equal((await read('projects/default/features/written')).enabled, true);
    });

    it('accepts the file field of a form, by its extension', async () => {
      deepEqual((await send(undefined, '', form('state.yml', yaml))).status, 202);
      deepEqual((await send(undefined, '', form('state.json', JSON.stringify({ features: [{ name: 'form' }] })))).status, 202);
      equal((await read('projects/default/features/form')).name, 'form');
    });

    it('merges the merge keys of YAML', async () => {
      const raw = 'base: &b { type: experiment, enabled: true }\nfeatures: [{ <<: *b, name: merged }]\n';
      equal((await send(undefined, '', { raw, headers: { 'content-type': 'application/yaml' } })).status, 202);
      const { type, environments } = await read('projects/default/features/merged');
      deepEqual([type, environments.length > 0], ['experiment', true]);
    });

    it('refuses text that is not UTF-8', async () => {
      const latin = (text: string) => Buffer.from(text, 'latin1');
      const described = 'features: [{ name: latin, description: café }]';
      const yaml = { raw: latin(described), headers: { 'content-type': 'application/yaml' } };
      const json = JSON.stringify({ features: [{ name: 'latin', description: 'café' }] });
      const forms = [form('state.yml', described), form('state.json', json)].map((sent) => ({ ...sent, raw: latin(sent.raw) }));
      for (const sent of [yaml, ...forms])
        deepEqual(statement(await send(undefined, '', sent)), [400, 'ValidationError', 'The text is not valid UTF-8.']);
    });

    it('refuses unreadable content with 400', async () => {
      const type = { 'content-type': 'application/yaml' };
      deepEqual(statement(await send(undefined, '', { raw: 'a: [', headers: type })).slice(0, 2), [400, 'ValidationError']);
      deepEqual(statement(await send(undefined, '', { raw: '- 1', headers: type })).slice(0, 2), [400, 'ValidationError']);
      deepEqual(statement(await send(undefined, '', form('state.json', '{'))).slice(0, 2), [400, 'ValidationError']);
      deepEqual(statement(await send(undefined, '', form('state.json', '{}', 'other'))).slice(0, 2), [400, 'ValidationError']);
      const broken = { raw: 'no form', headers: { 'content-type': 'multipart/form-data; boundary=edge' } };
      deepEqual(statement(await send(undefined, '', broken)).slice(0, 2), [400, 'BadRequestError']);
    });

    it('refuses aliases that expand to far more content', async () => {
      const levels = Array.from(
        { length: 12 },
        (_, level) =>
          `l${level}: &l${level} [${
            level === 0
              ? 'x'
              : Array(9)
                  .fill(`*l${level - 1}`)
                  .join(', ')
          }]`,
      );
      const answer = await send(undefined, '', { raw: levels.join('\n'), headers: { 'content-type': 'text/yaml' } });
      deepEqual([answer.status, answer.body.name], [400, 'ValidationError']);
      match(answer.body.message, /alias/i);
    });
  });

  it('assigns a new id to a strategy whose id another feature uses', async () => {
    const id = '0b8d5d5c-6d0a-4f3e-9f57-2b7a0c6a4f11';
    const variants = [{ name: 'only', weight: 999.5 }];
    const copyOf = (featureName: string) => ({
      version: 4,
      features: [{ name: featureName }],
      featureEnvironments: [{ featureName, environment: 'development', enabled: true, variants }],
      featureStrategies: [{ id, featureName, environment: 'development', name: 'default', parameters: {} }],
    });
    for (const name of ['original', 'copied']) equal((await send(copyOf(name))).status, 202);
    const { body } = await app.as(app.users.admin).get('/api/admin/projects/default/features/copied/environments/development/strategies');
    deepEqual([body.length, body[0]?.id === id], [1, false]);
    const copied = (await app.as(app.users.admin).get('/api/admin/projects/default/features/copied')).body;
    deepEqual([copied.enabled, copied.variants[0].weight], [true, 1000]);
  });

  for (const field of ['displayName', 'description', 'editable', 'deprecated', 'parameters'] as const)
    it(`refuses a strategy of version 4 without ${field}, and accepts one of version 3`, async () => {
      const strategy = { ...complete.strategies[0], name: `without.${field}`, [field]: undefined };
      const missing = new RegExp(`^strategies/0/${field} is required`);
      await refuses({ version: 4, strategies: [strategy] }, [400, 'BadDataError', missing]);
      equal((await send({ version: 3, strategies: [strategy] })).status, 202);
    });

  it('stores the displayName of a strategy, or its name without one, and refuses a long one', async () => {
    const [strategy] = complete.strategies;
    const named = (name: string, displayName: string | null) => ({ ...strategy, name, displayName });
    equal((await send({ version: 4, strategies: [named('shown', 'Nice'), named('plain', null)] })).status, 202);
    deepEqual(
      (await read('strategies')).strategies.slice(-2).map((own: { displayName: string }) => own.displayName),
      ['plain', 'Nice'],
    );
    const long = { version: 4, strategies: [named('long', 'x'.repeat(101))] };
    await refuses(long, [400, 'ValidationError', /^strategies\/0\/displayName /]);
  });

  it('refuses a strategy with a text as editable, and a project with an invalid health or favorite', async () => {
    const [strategy] = complete.strategies;
    await refuses({ version: 4, strategies: [{ ...strategy, editable: 'yes' }] }, [400, 'ValidationError', /^strategies\/0\/editable /]);
    const project = (more: object) => ({ version: 4, projects: [{ id: 'shop', name: 'Shop', ...more }] });
    await refuses(project({ health: 150 }), [400, 'ValidationError', /^projects\/0\/health /]);
    await refuses(project({ favorite: 'no' }), [400, 'ValidationError', /^projects\/0\/favorite /]);
  });

  it('refuses an invalid body, JSON without a version, other content types and anyone but administrators', async () => {
    await refuses({ features: [] }, [400, 'ValidationError', /version is required/]);
    await refuses({ version: 4, features: [{ name: 'not a name' }] }, [400, 'ValidationError', /^features\/0\/name /]);
    await refuses({ version: 4, environments: [{ name: 'x' }] }, [400, 'ValidationError', /^environments\/0\/type /]);
    equal((await send(undefined, '', { raw: '<a/>', headers: { 'content-type': 'text/xml' } })).status, 415);
    const refused = await app.as(app.users.editor).post(path, complete);
    deepEqual([refused.status, refused.body.permissions, refused.headers['sunset']], [403, ['ADMIN'], 'Sat, 01 Jan 2028 00:00:00 GMT']);
    equal((await app.as(null).post(path, complete)).status, 401);
  });
});
