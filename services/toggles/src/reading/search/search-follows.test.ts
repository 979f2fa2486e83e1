import { deepEqual, equal, ok } from 'node:assert/strict';
import { allStatementsDuring, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

/** In one process there is no second one. */
const processes = testEnvironment.way === 'distributed' ? 2 : 1;

const typesOf = (found: Found | undefined) => found?.environments.map(({ type }) => type);

interface Found {
  readonly name: string;
  readonly project: string;
  readonly environments: readonly { readonly type: string }[];
  readonly [key: string]: unknown;
}

describe('search after changes by any process', () => {
  const apps: TestApp[] = [];
  let turn = 0;
  before(async () => {
    const first = await start([toggles]);
    apps.push(first);
    if (processes > 1) apps.push(await start([toggles], { workspace: first.workspace }));
    await addProject(first, 'other');
    await addProject(first, 'shop');
    await postFeatures(first, ['a', 'b'], 'shop');
    for (const app of apps) equal((await find(app, 'project=IS:shop')).length, 2);
  });
  after(async () => {
    for (const app of apps.slice(1)) await app.close({ keepData: true });
    await apps[0]?.close();
  });

  const appAt = (index: number) => apps[index % apps.length] as TestApp;
  const admin = (app: TestApp) => app.as(app.users.admin);

  async function find(app: TestApp, query: string): Promise<Found[]> {
    const { status, body } = await admin(app).get(`/api/admin/search/features?limit=100&${query}`);
    equal(status, 200, JSON.stringify(body));
    equal(body.features.length, body.total);
    return body.features;
  }

  /** Changes through each process in turn, and immediately queries all of them. */
  async function expectEverywhere(
    change: (client: ReturnType<typeof admin>) => Promise<{ status: number; body: unknown }>,
    query: string,
    seen: (found: readonly Found[]) => void,
  ): Promise<void> {
    const { status, body } = await change(admin(appAt((turn += 1))));
    ok(status < 300, JSON.stringify(body));
    for (const app of apps) seen(await find(app, query));
  }
  const names =
    (...expected: string[]) =>
    (found: readonly Found[]) =>
      deepEqual(found.map(({ name }) => name).toSorted(), expected);

  const inShop = '/api/admin/projects/shop';
  const changes: Readonly<Record<string, () => Promise<void>>> = {
    'a created feature': () =>
      expectEverywhere((client) => client.post(`${inShop}/features`, { name: 'made', description: 'Zebra' }), 'query=zEBRA', names('made')),
    'a changed feature': () =>
      expectEverywhere((client) => client.put(`${inShop}/features/made`, { description: 'Okapi' }), 'query=okapi', names('made')),
    'nothing by its previous text': () => expectEverywhere((client) => client.get(inShop), 'query=zebra', names()),
    'a tag': () =>
      expectEverywhere(
        (client) => client.post('/api/admin/features/a/tags', { type: 'simple', value: 'hot' }),
        'tag=INCLUDE:simple:hot',
        names('a'),
      ),
    'nothing by a deleted tag': () =>
      expectEverywhere((client) => client.delete('/api/admin/tags/simple/hot'), 'tag=INCLUDE:simple:hot', names()),
    'a segment': () =>
      expectEverywhere(
        async (client) => {
          const { body: segment } = await client.post('/api/admin/segments', { name: 'payers', constraints: [] });
          const strategy = { name: 'flexibleRollout', segments: [segment.id] };
          return client.post(`${inShop}/features/a/environments/development/strategies`, strategy);
        },
        'segment=INCLUDE:payers',
        names('a'),
      ),
    'the new name of a segment': () =>
      expectEverywhere(
        async (client) => {
          const { body } = await client.get('/api/admin/segments');
          return client.put(`/api/admin/segments/${body.segments[0].id}`, { name: 'guests', constraints: [] });
        },
        'segment=INCLUDE:guests',
        ([found]) => deepEqual(found?.['segments'], ['guests']),
      ),
    'a feature that was switched on': () =>
      expectEverywhere(
        (client) => client.post(`${inShop}/features/a/environments/development/on`),
        'status=development:enabled&project=IS:shop',
        names('a'),
      ),
    'a changed rollout': () =>
      expectEverywhere(
        async (client) => {
          const at = `${inShop}/features/a/environments/development/strategies`;
          const [{ id }] = (await client.get(at)).body;
          return client.put(`${at}/${id}`, { segments: [], parameters: { rollout: '100' } });
        },
        'reach=development:everybody&project=IS:shop',
        names('a'),
      ),
    'a segment that was added again': () =>
      expectEverywhere(
        async (client) => {
          const at = `${inShop}/features/a/environments/development/strategies`;
          const [{ id }] = (await client.get(at)).body;
          const { body } = await client.get('/api/admin/segments');
          return client.put(`${at}/${id}`, { segments: [body.segments[0].id] });
        },
        'reach=development:some&project=IS:shop',
        names('a'),
      ),
    'a dependency, on both sides': () =>
      expectEverywhere(
        (client) => client.post(`${inShop}/features/b/dependencies`, { feature: 'made' }),
        'project=IS:shop&sortBy=name',
        (found) =>
          deepEqual(
            found.map(({ dependencyType }) => dependencyType),
            [null, 'child', 'parent'],
          ),
      ),
    'a removed dependency': () =>
      expectEverywhere(
        (client) => client.delete(`${inShop}/features/b/dependencies`),
        'project=IS:shop',
        (found) => ok(found.every(({ dependencyType }) => dependencyType === null)),
      ),
    'the new type of an environment': () =>
      expectEverywhere(
        (client) => client.put('/api/admin/environments/update/development', { type: 'test' }),
        'query=a&project=IS:shop',
        ([found]) => deepEqual(typesOf(found), ['test', 'production']),
      ),
    'an environment that the project stopped using': () =>
      expectEverywhere(
        (client) => client.delete(`${inShop}/environments/production`),
        'project=IS:shop',
        (found) => ok(found.every(({ environments }) => environments.length === 1)),
      ),
    'an environment that the project started to use': () =>
      expectEverywhere(
        (client) => client.post(`${inShop}/environments`, { environment: 'production' }),
        'project=IS:shop',
        (found) => ok(found.every(({ environments }) => environments.length === 2)),
      ),
    'the new project of a feature': () =>
      expectEverywhere(
        (client) => client.post(`${inShop}/features/b/changeProject`, { newProjectId: 'other' }),
        'project=IS:other',
        names('b'),
      ),
    'a favorite': () => expectEverywhere((client) => client.post(`${inShop}/features/a/favorites`), 'favorite=IS:true', names('a')),
    'an archived feature': () => expectEverywhere((client) => client.delete(`${inShop}/features/made`), 'archived=IS:true', names('made')),
    'nothing by a deleted feature': () =>
      expectEverywhere((client) => client.delete('/api/admin/archive/made'), 'archived=IS:true', names()),
    'an import of many features': () =>
      expectEverywhere(
        (client) => {
          const features = Array.from({ length: 90 }, (_, index) => ({ name: `many.${index}` }));
          const data = { features, featureStrategies: [] };
          return client.post('/api/admin/features-batch/import', { project: 'other', environment: 'development', data });
        },
        'query=many',
        (found) => equal(found.length, 90),
      ),
    'removals by an import without events of their own': () =>
      expectEverywhere(
        async (client) => {
          const segment = (await client.get('/api/admin/segments')).body.segments[0].id;
          const strategy = { name: 'flexibleRollout', segments: [segment] };
          const over = '/api/admin/projects/other/features/over';
          equal((await client.post('/api/admin/projects/other/features', { name: 'over' })).status, 201);
          equal((await client.post(`${over}/environments/development/strategies`, strategy)).status, 200);
          equal((await client.post('/api/admin/features/over/tags', { type: 'simple', value: 'off' })).status, 201);
          for (const app of apps) equal((await find(app, 'tag=INCLUDE:simple:off&segment=INCLUDE:guests')).length, 1);
          const data = { features: [{ name: 'over' }], featureStrategies: [] };
          return client.post('/api/admin/features-batch/import', { project: 'other', environment: 'development', data });
        },
        'query=over',
        ([found]) => deepEqual([found?.['segments'], found?.['tags']], [[], undefined]),
      ),
    'usage by applications': () =>
      expectEverywhere(
        async (client) => {
          const rows = { last_seen_at: Date.parse('2026-02-03T00:00:00.000Z') };
          await appAt(0)
            .store('toggles')
            .reader()
            .getKysely<{ feature_environment: typeof rows & { feature_name: string } }>({ type: 'write' })
            .updateTable('feature_environment')
            .set(rows)
            .where('feature_name', '=', 'a')
            .execute();
          return client.get(inShop);
        },
        'lastSeenAt=IS_ON_OR_AFTER:2026-02-03',
        ([found, ...others]) => {
          equal(found?.['lastSeenAt'], '2026-02-03T00:00:00.000Z');
          equal(others.length, 0);
        },
      ),
  };
  for (const [what, seen] of Object.entries(changes)) it(`immediately finds ${what}`, seen);

  it('lists the current features of a project immediately', async () => {
    for (const [index, app] of apps.entries()) {
      const name = `listed.${index}`;
      equal((await admin(app).post(`${inShop}/features`, { name })).status, 201);
      for (const other of apps) {
        for (const path of ['features', 'health-report', '']) {
          const { body } = await admin(other).get(`${inShop}/${path}`);
          ok(
            body.features.some((feature: Found) => feature.name === name),
            path,
          );
        }
      }
    }
  });

  it('queries the database once for all requests that wait for the same change', async () => {
    const app = appAt(0);
    equal((await admin(app).put(`${inShop}/features/a`, { description: 'Again' })).status, 200);
    const isRead = (sql: string) => sql.includes('completed_status_value');
    const statements = await allStatementsDuring(
      app.store('toggles'),
      () => Promise.all(Array.from({ length: 20 }, () => find(app, 'query=again'))),
      isRead,
    );
    equal(statements.length, 1);
  });

  it('reads everything again if missed messages have been deleted', async () => {
    const app = appAt(0);
    equal((await admin(app).put(`${inShop}/features/a`, { description: 'Forgotten' })).status, 200);
    const db = app.store('toggles').reader().getKysely<{ outbox: object; outbox_unit: object }>({ type: 'write' });
    await db.deleteFrom('outbox').execute();
    await db.deleteFrom('outbox_unit').execute();
    for (const each of apps) equal((await find(each, 'query=forgotten')).length, 1);
  });

  it('stays as it was if it cannot be read again, and the next request reads it', async () => {
    const app = appAt(0);
    equal((await admin(app).put(`${inShop}/features/a`, { description: 'Later' })).status, 200);
    const db = app.store('toggles').reader().getKysely<object>({ type: 'write' });
    await db.schema.alterTable('feature_tag').renameTo('away').execute();
    const { status } = await admin(app).get('/api/admin/search/features');
    ok(status >= 500);
    await db.schema.alterTable('away').renameTo('feature_tag').execute();
    equal((await find(app, 'query=later')).length, 1);
  });
});
