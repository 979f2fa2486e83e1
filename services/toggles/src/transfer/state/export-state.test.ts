import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type TestApp, type CallOptions, start } from '@signalbox/testing';
import { archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import type { ReadState } from './state.schema.ts';

type State = Required<ReadState>;

const path = '/api/admin/state/export';
const sections = {
  strategies: ['strategies'],
  featureToggles: ['features', 'featureStrategies', 'featureStrategySegments', 'featureEnvironments', 'segments'],
  tags: ['tagTypes', 'tags', 'featureTags'],
  projects: ['projects'],
  environments: ['environments'],
};
/** Text that an incorrect YAML writer would corrupt. */
const awkward = 'no: # {a: "b"}\n\n  - *x\u0085é \t';

const setting = (featureName: string, environment: string, more: object = {}) => ({
  name: environment,
  featureName,
  environment,
  enabled: false,
  variants: [],
  ...more,
});

/** Creates an object of each kind, and returns the resulting state. */
async function fill(app: TestApp): Promise<State> {
  const admin = app.as(app.users.admin);
  const does = async (method: 'post' | 'put' | 'patch' | 'delete', path: string, sent?: object) => {
    const { status, body } = await (method === 'delete' ? admin.delete(`/api/admin/${path}`) : admin[method](`/api/admin/${path}`, sent));
    ok(status < 300, `${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const bornAt = async (project: string, name: string): Promise<{ createdAt: string }> => {
    const { createdAt } = (await admin.get(`/api/admin/projects/${project}/features/${name}`)).body;
    return { createdAt };
  };
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7', 'no', awkward] }] as const;
  const variant = { name: 'yes', weight: 1000, weightType: 'variable', stickiness: 'default' } as const;
  const payload = { type: 'json', value: '{"a": [1, null]}' } as const;
  await does('post', 'environments', { name: 'stage', type: 'test', enabled: false });
  await does('post', 'projects', { id: 'shop', name: 'Shop: 1', description: awkward, mode: 'protected', defaultStickiness: 'userId' });
  await does('delete', 'projects/shop/environments/production');
  await does('post', 'strategies', {
    name: 'branches',
    title: 'Where',
    parameters: [{ name: 'at', type: 'list', description: 'Of them', required: true }],
  });
  await does('post', 'strategies/branches/deprecate');
  await does('post', 'tag-types', { name: 'team', description: '- who', icon: null });
  const early = await does('post', 'segments', { name: 'early', constraints: [] });
  await does('delete', `segments/${early.id}`);
  const beta = await does('post', 'segments', { name: 'beta', description: '2026-01-01', constraints });
  const ours = await does('post', 'segments', { name: 'ours', project: 'shop', constraints: [] });
  await does('post', 'projects/shop/features', { name: 'cart', type: 'experiment', description: awkward, impressionData: true });
  await postFeatures(app, ['asleep', 'bare']);
  await does('put', 'projects/shop/features/cart', { stale: true });
  const environmentPath = 'projects/shop/features/cart/environments/development';
  const second = await does('post', `${environmentPath}/strategies`, {
    name: 'branches',
    sortOrder: 4,
    disabled: true,
    parameters: { at: '' },
  });
  const first = await does('post', `${environmentPath}/strategies`, {
    name: 'flexibleRollout',
    title: 'null',
    sortOrder: 3,
    segments: [ours.id, beta.id],
    parameters: { rollout: '50', stickiness: 'default', groupId: '010' },
    constraints,
    variants: [{ ...variant, payload }],
  });
  await does('put', `${environmentPath}/variants`, [{ ...variant, payload, overrides: [{ contextName: 'userId', values: ['8'] }] }]);
  await does('post', `${environmentPath}/on`);
  await does('post', 'features/cart/tags', { type: 'team', value: '0x1F' });
  await does('post', 'features/asleep/tags', { type: 'team', value: 'late' });
  await does('post', 'projects/default/features/asleep/environments/production/strategies', { name: 'default', segments: [beta.id] });
  await archive(app, 'asleep');
  return {
    version: 4,
    environments: [
      { name: 'default', type: 'production', enabled: false, protected: true, sortOrder: 1 },
      { name: 'development', type: 'development', enabled: true, protected: false, sortOrder: 2 },
      { name: 'production', type: 'production', enabled: true, protected: false, sortOrder: 3 },
      { name: 'stage', type: 'test', enabled: false, protected: false, sortOrder: 4 },
    ],
    projects: [
      {
        id: 'default',
        name: 'Default',
        description: 'Default project',
        mode: 'open',
        defaultStickiness: 'default',
        environments: ['development', 'production'],
      },
      {
        id: 'shop',
        name: 'Shop: 1',
        description: awkward,
        mode: 'protected',
        defaultStickiness: 'userId',
        environments: ['development'],
      },
    ],
    features: [
      {
        ...(await bornAt('default', 'bare')),
        name: 'bare',
        project: 'default',
        type: 'release',
        description: null,
        stale: false,
        impressionData: false,
        codeDefault: null,
      },
      {
        ...(await bornAt('shop', 'cart')),
        name: 'cart',
        project: 'shop',
        type: 'experiment',
        description: awkward,
        stale: true,
        impressionData: true,
        codeDefault: null,
      },
    ],
    featureEnvironments: [
      setting('bare', 'development'),
      setting('bare', 'production'),
      setting('cart', 'development', {
        enabled: true,
        variants: [{ ...variant, payload, overrides: [{ contextName: 'userId', values: ['8'] }] }],
      }),
    ],
    featureStrategies: [
      {
        id: first.id,
        featureName: 'cart',
        environment: 'development',
        name: 'flexibleRollout',
        title: 'null',
        disabled: false,
        sortOrder: 3,
        parameters: { rollout: '50', stickiness: 'default', groupId: '010' },
        constraints: constraints.map(({ values, ...constraint }) => ({ ...constraint, values: [...values] })),
        variants: [{ ...variant, payload }],
      },
      {
        id: second.id,
        featureName: 'cart',
        environment: 'development',
        name: 'branches',
        title: null,
        disabled: true,
        sortOrder: 4,
        parameters: { at: '' },
        constraints: [],
        variants: [],
      },
    ],
    strategies: [
      {
        name: 'branches',
        displayName: 'branches',
        title: 'Where',
        description: '',
        editable: true,
        deprecated: true,
        parameters: [{ name: 'at', type: 'list', description: 'Of them', required: true }],
      },
    ],
    tagTypes: [
      { name: 'simple', description: 'Labels to find features by', icon: '#' },
      { name: 'team', description: '- who', icon: null },
    ],
    tags: [
      { type: 'team', value: '0x1F' },
      { type: 'team', value: 'late' },
    ],
    featureTags: [{ featureName: 'cart', tagType: 'team', tagValue: '0x1F' }],
    segments: [
      {
        id: beta.id,
        name: 'beta',
        description: '2026-01-01',
        project: null,
        constraints: constraints.map((own) => ({ ...own, values: [...own.values] })),
      },
      { id: ours.id, name: 'ours', description: null, project: 'shop', constraints: [] },
    ],
    featureStrategySegments: [beta.id, ours.id].map((segmentId) => ({ segmentId, featureStrategyId: first.id })),
  };
}

/** Replaces segment ids by names, because each instance assigns its own ids. */
function named(state: State) {
  const names = new Map(state.segments.map(({ id, name }) => [id, name]));
  return {
    ...state,
    segments: state.segments.map(({ id: _id, ...segment }) => segment),
    featureStrategySegments: state.featureStrategySegments.map(({ segmentId, ...link }) => ({ ...link, segment: names.get(segmentId) })),
  };
}

describe('export state', () => {
  let app: TestApp;
  let filled: State;
  before(async () => {
    app = await start([toggles]);
    filled = await fill(app);
  });
  after(() => app.close());

  const fetch = async (from: TestApp, query = '') => {
    const { status, body, headers } = await from.as(from.users.admin).get(path + query);
    equal(status, 200, JSON.stringify(body));
    return { headers, body };
  };

  it('returns each section in the form of an import, without archived and built-in objects', async () => {
    const events = await app.eventsOf('toggles', async () => {
      const { body, headers } = await fetch(app);
      deepEqual(body, filled);
      equal(headers['content-type'], 'application/json; charset=utf-8');
      equal(headers['content-disposition'], undefined);
    });
    deepEqual(events, []);
  });

  it('leaves out excluded sections, so that an import does not change them', async () => {
    const all = Object.values(sections).flat();
    for (const [choice, own] of Object.entries(sections)) {
      const rest = all.filter((name) => !own.includes(name));
      deepEqual(Object.keys((await fetch(app, `?${choice}=false`)).body).toSorted(), ['version', ...rest].toSorted());
    }
    const none = Object.keys(sections).map((choice) => `${choice}=0`);
    deepEqual((await fetch(app, `?${none.join('&')}`)).body, { version: 4 });
    deepEqual((await fetch(app, '?strategies=true&featureToggles=1')).body, (await fetch(app)).body);
  });

  it('returns its removal date, also with refusals', async () => {
    const responses = [await fetch(app), await app.as(app.users.editor).get(path)];
    for (const { headers } of responses)
      deepEqual([headers['deprecation'], headers['sunset']], ['@1767225600', 'Sat, 01 Jan 2028 00:00:00 GMT']);
  });

  it('has a file name if it is downloaded', async () => {
    const name = async (query: string) => String((await fetch(app, query)).headers['content-disposition']);
    match(await name('?download=true'), /^attachment; filename="signalbox-state-\d{4}-\d\d-\d\d\.json"$/);
    match(await name('?download=1&format=yaml'), /^attachment; filename="signalbox-state-\d{4}-\d\d-\d\d\.yaml"$/);
    equal(await name('?format=yaml&download=false'), 'undefined');
  });

  it('refuses unknown formats, editors and anonymous callers', async () => {
    const { status, body } = await app.as(app.users.admin).get(`${path}?format=xml`);
    deepEqual([status, body.name], [400, 'ValidationError']);
    match(body.message, /format/);
    const refused = await app.as(app.users.editor).get(path);
    deepEqual([refused.status, refused.body.permissions], [403, ['ADMIN']]);
    equal((await app.as(null).get(path)).status, 401);
  });

  const asJson = async (): Promise<[unknown, CallOptions]> => [(await fetch(app)).body, {}];
  const asYaml = async (): Promise<[unknown, CallOptions]> => {
    const { body, headers } = await fetch(app, '?format=yaml');
    match(body, /^version: 4\n/);
    match(body, /- "no"\n/); // YAML 1.1 parses a bare `no` as false.
    return [undefined, { raw: body, headers: { 'content-type': String(headers['content-type']) } }];
  };

  for (const [format, sent] of Object.entries({ asJson, asYaml })) {
    it(`restores everything in a new instance (${format})`, async () => {
      const fresh = await start([toggles]);
      try {
        const [body, options] = await sent();
        const answer = await fresh.as(fresh.users.admin).post('/api/admin/state/import?drop=true', body, options);
        equal(answer.status, 202, JSON.stringify(answer.body));
        deepEqual(named((await fetch(fresh)).body), named(filled));
      } finally {
        await fresh.close();
      }
    });
  }

  it('returns more features than fit into one read', async () => {
    const fresh = await start([toggles]);
    try {
      const names = Array.from({ length: 101 }, (_, index) => `f${String(index).padStart(3, '0')}`);
      const tagged = names.map((featureName) => ({ featureName, tagType: 'simple', tagValue: 'shared' }));
      const strategies = names.map((featureName) => ({ featureName, environment: 'production', name: 'default' }));
      const sent = {
        version: 4,
        features: names.map((name) => ({ name })),
        featureStrategies: strategies,
        tagTypes: [],
        tags: [],
        featureTags: tagged,
      };
      equal((await fresh.as(fresh.users.admin).post('/api/admin/state/import', sent)).status, 202);
      const { body } = await fetch(fresh);
      const has = (list: { featureName: string }[]) => list.map(({ featureName }) => featureName);
      deepEqual(
        body.features.map(({ name }: { name: string }) => name),
        names,
      );
      deepEqual([has(body.featureStrategies), has(body.featureTags)], [names, names]);
      deepEqual(
        has(body.featureEnvironments),
        names.flatMap((name) => [name, name]),
      );
    } finally {
      await fresh.close();
    }
  });

  it('writes an instance without custom objects', async () => {
    const fresh = await start([toggles]);
    try {
      const { body } = await fetch(fresh, '?format=yaml&environments=false&projects=false&tags=false');
      equal(
        body,
        'version: 4\nstrategies: []\nfeatures: []\nfeatureStrategies: []\nfeatureEnvironments: []\nfeatureStrategySegments: []\nsegments: []\n',
      );
    } finally {
      await fresh.close();
    }
  });
});
