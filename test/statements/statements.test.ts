import { equal, ok } from 'node:assert/strict';
import { type TestApp, type Client, start, statementsOf } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

/** Reads with their maximum number of statements, independent of the size of the response. */
const reads: Readonly<Record<string, number>> = {
  '/projects': 5,
  '/personal-dashboard': 7,
  '/personal-dashboard/shop': 5,
  '/projects/shop': 7,
  '/projects/shop/overview': 8,
  '/projects/shop/health-report': 9,
  '/projects/shop/dora': 2,
  '/projects/shop/status': 7,
  '/projects/shop/insights': 6,
  '/projects/shop/features': 3,
  '/projects/shop/features/shop.0': 1,
  '/projects/shop/features/shop.0/lifecycle': 1,
  '/lifecycle/count': 1,
  '/projects/shop/features/shop.0/environments/development': 6,
  '/projects/shop/features/shop.0/environments/development/strategies': 4,
  '/projects/shop/features/shop.0/environments/development/variants': 2,
  '/features': 2,
  '/archive/features': 1,
  '/search/features?limit=100': 1,
  '/search/features?query=shop&limit=100': 1,
  '/search/features?tag=INCLUDE:simple:t1&segment=INCLUDE:payers&limit=100': 1,
  '/environments': 2,
  '/environments/project/shop': 5,
  '/segments': 2,
  '/segments/1/strategies': 4,
  '/context': 2,
  '/context/userId/strategies': 1,
  '/strategies': 1,
  '/tags': 1,
  '/tag-types': 1,
  '/features/shop.0/tags': 2,
  '/feature-types': 1,
  '/state/export': 12,
  '/client-metrics/features/shop.0': 3,
  '/metrics/applications': 2,
};

const [few, many] = [2, 30];

describe('the number of statements of a request', () => {
  let small: TestApp;
  let large: TestApp;
  before(async () => {
    small = await filled(few);
    large = await filled(many);
  });
  after(() => Promise.all([small, large].map((app) => app.close())));

  for (const [path, max] of Object.entries(reads)) {
    it(`does not grow with the response of GET ${path}, and is at most ${max}`, async () => {
      const [inSmall, inLarge] = [await count(small, path), await count(large, path)];
      equal(inLarge.length, inSmall.length, inLarge.join('\n'));
      ok(inLarge.length <= max, inLarge.join('\n'));
      ok(inLarge.length > 0);
    });
  }
});

interface Change {
  readonly max: number;
  /** Path below the project. */
  readonly path: string;
  readonly before?: string;
  readonly method?: 'put';
  /** The body without the names of the features. */
  readonly more?: object;
}

/** Changes of one or many features, with their maximum number of statements. */
const writes: Readonly<Record<string, Change>> = {
  archiving: { max: 9, path: 'archive' },
  reviving: { max: 9, path: 'revive', before: 'archive' },
  'switching on with the strategy of the project': { max: 17, path: 'bulk_features/environments/development/on' },
  'switching off': {
    max: 8,
    path: 'bulk_features/environments/development/off',
    before: 'bulk_features/environments/development/on',
  },
  'marking as stale': { max: 6, path: 'stale', more: { stale: true } },
  deleting: { max: 13, path: 'delete', before: 'archive' },
  tagging: {
    max: 10,
    path: 'tags',
    method: 'put',
    more: { tags: { addedTags: [{ type: 'simple', value: 'new' }], removedTags: [] } },
  },
};

describe('the number of statements of a change', () => {
  let app: TestApp;
  let made = 0;
  before(async () => {
    app = await start([toggles]);
    await does(app.as(app.users.admin).post('/api/admin/projects', { id: 'shop', name: 'Shop' }));
  });
  after(() => app.close());

  const make = async (size: number): Promise<string[]> => {
    const names = Array.from({ length: size }, () => `made.${(made += 1)}`);
    for (const name of names) await does(app.as(app.users.admin).post('/api/admin/projects/shop/features', { name }));
    return names;
  };
  const counted = (work: () => ReturnType<Client['post']>) => statementsOf(app.store('toggles'), () => does(work()));

  for (const [name, { max, path, before, method = 'post', more = {} }] of Object.entries(writes)) {
    it(`does not grow with the features of ${name}, and is at most ${max}`, async () => {
      const change = async (size: number) => {
        const features = await make(size);
        const at = (to: string) => `/api/admin/projects/shop/${to}`;
        if (before) await does(app.as(app.users.admin).post(at(before), { features }));
        return counted(() => app.as(app.users.admin)[method](at(path), { features, ...more }));
      };
      const [one, fifty] = [await change(1), await change(50)];
      ok(fifty.length <= one.length, fifty.join('\n'));
      ok(one.length > 1 && one.length <= max, one.join('\n'));
    });
  }

  it('is small for creating and for changing one feature', async () => {
    const features = '/api/admin/projects/shop/features';
    const created = await counted(() => app.as(app.users.admin).post(features, { name: 'alone' }));
    const updated = await counted(() => app.as(app.users.admin).put(`${features}/alone`, { description: 'changed' }));
    ok(created.length > 1 && created.length <= 8, created.join('\n'));
    // One of them reads the deprecated variants of the response.
    ok(updated.length > 1 && updated.length <= 7, updated.join('\n'));
    // The feature is locked before its settings are read, although both travel together.
    const read = ['feature', 'feature_environment'].map((table) => updated.findIndex((sql) => new RegExp(`from .${table}. `).test(sql)));
    ok(read.every((index) => index >= 0) && Number(read[0]) < Number(read[1]), updated.join('\n'));
  });
});

function count(app: TestApp, path: string): Promise<string[]> {
  return statementsOf(app.store('toggles'), async () => {
    const { status } = await app.as(app.users.admin).get(`/api/admin${path}`);
    equal(status, 200);
  });
}

/** Creates a project with `size` features, each with `size` strategies, and as many projects, tags, segments and fields. */
async function filled(size: number): Promise<TestApp> {
  const app = await start([toggles]);
  const admin = app.as(app.users.admin);
  await does(admin.post('/api/admin/projects', { id: 'shop', name: 'Shop' }));
  await does(admin.post('/api/admin/segments', { name: 'payers', constraints: [] }));
  for (let index = 0; index < size; index += 1) {
    await does(admin.post('/api/admin/projects', { id: `project-${index}`, name: `Number ${index}` }));
    await does(admin.post('/api/admin/segments', { name: `segment-${index}`, constraints: [] }));
    await does(admin.post('/api/admin/context', { name: `field-${index}` }));
    await does(admin.post('/api/admin/tag-types', { name: `kind-${index}` }));
    await addFeature(admin, `shop.${index}`, index === 0 ? size : 1);
  }
  // The first request that needs the index of features creates it.
  await does(admin.get('/api/admin/search/features'));
  return app;
}

async function addFeature(admin: Client, name: string, strategies: number): Promise<void> {
  const features = '/api/admin/projects/shop/features';
  await does(admin.post(features, { name }));
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
  for (let index = 0; index < strategies; index += 1) {
    const strategy = { name: 'default', constraints, segments: [1] };
    await does(admin.post(`${features}/${name}/environments/development/strategies`, strategy));
    await does(admin.post(`/api/admin/features/${name}/tags`, { type: 'simple', value: `t${index}` }));
  }
  await does(admin.post(features, { name: `${name}.gone` }));
  await does(admin.post('/api/admin/projects/shop/archive', { features: [`${name}.gone`] }));
}

async function does(answer: ReturnType<Client['post']>): Promise<void> {
  const { status, body } = await answer;
  ok(status < 300, `${status}: ${JSON.stringify(body)}`);
}
