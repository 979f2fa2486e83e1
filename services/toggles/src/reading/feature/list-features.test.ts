import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';
import { addProject, addStrategy, addTag, archive, postFeatures, features, setEnvironment } from '../../feature/feature/feature.fixture.ts';

describe('list features', () => {
  let app: TestApp;
  const seen = new Date('2024-01-02T00:00:00.000Z');
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'other');
    await postFeatures(app, ['billing.flow', 'Billing.old', 'search', 'gone']);
    await postFeatures(app, ['abroad'], 'other');
    await addTag(app, 'billing.flow', 'simple', 'mobile');
    await addTag(app, 'search', 'simple', 'web');
    await addTag(app, 'search', 'simple', 'a:b');
    await archive(app, 'gone');
    const variants = [{ name: 'blue', weight: 1000 }];
    await setEnvironment(app, 'billing.flow', 'production', { enabled: true, lastSeenAt: seen, variants });
    await setEnvironment(app, 'billing.flow', 'development', { enabled: true });
    await addStrategy(app, 'billing.flow', 'production', { disabled: true });
  });
  after(() => app.close());

  const list = (query = '') => app.as(app.users.viewer).get(`${features}${query}`);
  const names = async (query: string) =>
    ((await list(query)).body.features as { name: string }[]).map(({ name }) => name).sort((a, b) => a.localeCompare(b));

  it('returns version 2 and only the active features of the project', async () => {
    const { status, body } = await list();
    equal(status, 200);
    equal(body.version, 2);
    deepEqual(await names(''), ['billing.flow', 'Billing.old', 'search']);
  });

  it('returns complete items, with tags only if there are any', async () => {
    const { body } = await list('?namePrefix=billing.f');
    const [item] = body.features;
    deepEqual(body.features, [
      {
        name: 'billing.flow',
        type: 'release',
        description: null,
        favorite: false,
        createdAt: item.createdAt,
        stale: false,
        impressionData: false,
        lastSeenAt: seen.toISOString(),
        tags: [{ type: 'simple', value: 'mobile' }],
        environments: [
          {
            name: 'development',
            enabled: false,
            type: 'development',
            sortOrder: 2,
            variantCount: 0,
            lastSeenAt: null,
            hasStrategies: false,
            hasEnabledStrategies: false,
          },
          {
            name: 'production',
            enabled: true,
            type: 'production',
            sortOrder: 3,
            variantCount: 1,
            lastSeenAt: seen.toISOString(),
            hasStrategies: true,
            hasEnabledStrategies: false,
          },
        ],
      },
    ]);
    const { body: untagged } = await list('?namePrefix=Billing.old');
    equal('tags' in untagged.features[0], false);
  });

  it('filters by any of the tags', async () => {
    deepEqual(await names('?tag=simple:mobile'), ['billing.flow']);
    deepEqual(await names('?tag=simple:mobile&tag=simple:web'), ['billing.flow', 'search']);
    deepEqual(await names('?tag=simple:a:b'), ['search']);
    deepEqual(await names('?tag=other:mobile'), []);
  });

  it('accepts both spellings of tags, and unknown tags', async () => {
    deepEqual(await names('?tag[]=simple:mobile&tag[]=simple:nope'), ['billing.flow']);
    deepEqual(await names('?tag[]=simple:nope'), []);
    deepEqual(await names('?tag=simple:mobile&tag%5B%5D=simple:web'), ['billing.flow', 'search']);
  });

  it('refuses an unknown filter with 400 and names it', async () => {
    for (const parameter of ['tags', 'namePrefix[]', 'project']) {
      const { status, body } = await list(`?${parameter}=simple:mobile`);
      deepEqual([status, body.name, body.details[0].path], [400, 'ValidationError', parameter]);
      match(body.message, /allowed parameters: tag, namePrefix$/);
    }
  });

  it('filters by name prefix regardless of case, with % as a wildcard', async () => {
    deepEqual(await names('?namePrefix=BILL'), ['billing.flow', 'Billing.old']);
    deepEqual(await names(`?namePrefix=${encodeURIComponent('%old')}`), ['Billing.old']);
    deepEqual(await names('?namePrefix=arch'), []);
    for (const literal of ['b_lling', '\\', '!']) deepEqual(await names(`?namePrefix=${encodeURIComponent(literal)}`), []);
    deepEqual(await names('?namePrefix=se&tag=simple:mobile'), []);
  });

  it('refuses a tag without a colon with 400', async () => {
    const { status, body } = await list('?tag=mobile');
    equal(status, 400);
    equal(body.name, 'BadDataError');
  });

  it('accepts a hundred tags and refuses more with 400', async () => {
    const tags = (count: number) => `?${Array.from({ length: count }, (_, index) => `tag=simple:${index}`).join('&')}`;
    equal((await list(tags(100))).status, 200);
    for (const count of [101, 999]) {
      const { status, body } = await list(tags(count));
      deepEqual([status, body.name, body.details[0].path], [400, 'ValidationError', 'tag']);
    }
  });

  it('returns the same response for unknown and hidden projects, like the other lists of a project', async () => {
    await app.as(app.users.admin).post('/api/admin/projects', { id: 'veiled', name: 'Veiled' });
    await app.users.hide('veiled');
    const outsider = app.as(app.users.someone());
    for (const path of ['projects/ID/features', 'archive/features/ID', 'projects/ID/dependencies', 'projects/ID/features/x/parents']) {
      for (const id of ['veiled', 'nowhere']) {
        const { status, body } = await outsider.get(`/api/admin/${path.replace('ID', id)}`);
        deepEqual([status, body.name, body.message], [404, 'NotFoundError', `There is no project ${id}.`], path);
      }
    }
  });

  it('returns last-seen times in a list of more than 500 features', async () => {
    await addProject(app, 'large');
    const many = Array.from({ length: 501 }, (_, index) => ({ name: `many-${index}` }));
    const envelope = { project: 'large', environment: 'production', data: { features: many, featureStrategies: [] } };
    equal((await app.as(app.users.admin).post('/api/admin/features-batch/import', envelope)).status, 200);
    await setEnvironment(app, 'many-7', 'production', { lastSeenAt: seen });
    const { body } = await app.as(app.users.admin).get('/api/admin/projects/large/features');
    const times = (body.features as { name: string; lastSeenAt: string | null }[]).filter(({ lastSeenAt }) => lastSeenAt !== null);
    deepEqual([body.features.length, times.map(({ name }) => name)], [501, ['many-7']]);
  });

  it('refuses an anonymous caller with 401', async () => {
    equal((await app.as(null).get(features)).status, 401);
  });
});
