import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { hourMs } from '@signalbox/kit';
import { type TestApp, start, statementsOf } from '@signalbox/testing';
import { Feature } from '../../feature/feature/feature.ts';
import { addProject, addStrategy, addTag, archive, postFeatures, setEnvironment } from '../../feature/feature/feature.fixture.ts';
import { Segment } from '../../feature/segment/segment.ts';
import { toggles } from '../../service.ts';
import { StrategySegment } from '../../feature/strategy/strategy.ts';

const day = (text: string) => new Date(`${text}T00:00:00.000Z`);

/** On this day, only `c` is past its lifetime, regardless of when the job that marks features runs. */
const clock = day('2026-01-10');

describe('search features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => clock } });
    await addProject(app, 'other');
    await postFeatures(app, ['a', 'b', 'c', 'd', 'gone']);
    await postFeatures(app, ['x'], 'other');
    await addTag(app, 'a', 'simple', 't1');
    await addTag(app, 'c', 'simple', 't2');
    await addTag(app, 'd', 'simple', 't1');
    await addTag(app, 'd', 'simple', 't2');
    await addTag(app, 'x', 'team', 'Blå-gruppen');
    await archive(app, 'gone');
    await change('a', { createdAt: day('2026-01-01'), description: 'The 100% Checkout', type: 'experiment' });
    await change('b', { createdAt: day('2026-01-03'), stale: true });
    await change('c', { createdAt: day('2026-01-02'), type: 'operational', potentiallyStale: true });
    await change('d', { createdAt: day('2026-01-02'), description: "Éclair à la CRÈME \\_/ d'or" });
    await change('x', { createdAt: day('2026-01-05') });
    await useSegment('a', 'development', 's1');
    await useSegment('a', 'production', 's1');
    await useSegment('c', 'development', 's2');
    await useSegment('d', 'development', 's1', 's2');
    await useSegment('gone', 'development', 's1');
    await addTag(app, 'gone', 'simple', 't1');
    await setEnvironment(app, 'a', 'production', { enabled: true, lastSeenAt: day('2026-02-02') });
    await setEnvironment(app, 'c', 'development', { enabled: true, lastSeenAt: day('2026-02-01') });
    const { status } = await app.as(app.users.viewer).post('/api/admin/projects/default/features/c/favorites');
    equal(status, 200);
  });
  after(() => app.close());

  const write = (work: (em: Parameters<Parameters<ReturnType<TestApp['store']>['transaction']>[0]>[0]) => Promise<unknown>) =>
    app.store('toggles').transaction(async (em) => void (await work(em)));
  const change = (name: string, values: Partial<Feature>) => write((em) => em.nativeUpdate(Feature, { name }, values));

  async function useSegment(feature: string, environment: string, ...names: string[]) {
    const strategy = crypto.randomUUID();
    await addStrategy(app, feature, environment, { id: strategy });
    for (const name of names) {
      await write(async (em) => {
        const segment =
          (await em.findOne(Segment, { name })) ??
          em.create(Segment, { name, description: null, project: null, constraints: [], createdBy: null, createdAt: new Date() });
        await em.flush();
        em.create(StrategySegment, { strategyId: strategy, segmentId: segment.id, featureName: feature });
      });
    }
  }

  const search = (query: string, who = app.users.viewer) => app.as(who).get(`/api/admin/search/features?${query}`);
  async function names(query: string, who = app.users.viewer): Promise<string> {
    const { status, body } = await search(query, who);
    equal(status, 200, JSON.stringify(body));
    return (body.features as { name: string }[]).map(({ name }) => name).join('');
  }
  /** The names in alphabetical order, for queries without an order. */
  const set = async (query: string) => (await names(query)).split('').toSorted().join('');

  it('returns every active feature, the oldest first, with names as tie-breakers', async () => {
    const { body } = await search('');
    equal(body.features.map(({ name }: { name: string }) => name).join(''), 'acdbx');
    equal(body.total, 5);
  });

  it('returns complete items: all tags, all environments, each segment once', async () => {
    const { body } = await search('tag=INCLUDE:simple:t1&segment=INCLUDE:s1&status[]=production:enabled');
    equal(body.total, 1);
    const [item] = body.features;
    const { environments, ...rest } = item;
    deepEqual(rest, {
      name: 'a',
      type: 'experiment',
      description: 'The 100% Checkout',
      project: 'default',
      favorite: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      stale: false,
      impressionData: false,
      lastSeenAt: '2026-02-02T00:00:00.000Z',
      tags: [{ type: 'simple', value: 't1' }],
      segments: ['s1'],
      archivedAt: null,
      createdBy: { id: app.users.admin.id, name: app.users.admin.name },
      lifecycle: { stage: 'initial', enteredStageAt: '2026-01-01T00:00:00.000Z' },
      dependencyType: null,
    });
    deepEqual(
      environments.map(({ name, enabled }: { name: string; enabled: boolean }) => [name, enabled]),
      [
        ['development', false],
        ['production', true],
      ],
    );
    const { body: plain } = await search('query=b&project=IS:default');
    deepEqual(plain.features[0].segments, []);
    equal('tags' in plain.features[0], false);
  });

  it('returns the reach of each feature on request', async () => {
    const { body } = await search('with=reach&segment=INCLUDE_ALL_OF:s1,s2');
    const [{ environments }] = body.features;
    const inDevelopment = environments.find(({ name }: { name: string }) => name === 'development');
    deepEqual(inDevelopment.reach, { kind: 'nobody', segments: [], fields: [], strategies: 0, variants: 0 });
    await setEnvironment(app, 'd', 'development', { enabled: true });
    const { body: after } = await search('with=reach&segment=INCLUDE_ALL_OF:s1,s2');
    deepEqual(after.features[0].environments[0].reach, { kind: 'some', segments: ['s1', 's2'], fields: [], strategies: 1, variants: 0 });
    await setEnvironment(app, 'd', 'development', { enabled: false });
  });

  it('returns evaluations and the last change of each feature on request', async () => {
    const hour = Date.parse('2026-01-09T23:00:00.000Z');
    await write((em) => {
      const counted = { environment: 'production', app_name: 'shop', feature_name: 'a' };
      return em
        .getKysely<{ usage_hour: typeof counted & { hour: number; yes: number; no: number } }>({ type: 'write' })
        .insertInto('usage_hour')
        .values([
          { ...counted, hour, yes: 3, no: 4 },
          { ...counted, environment: 'development', hour, yes: 1, no: 0 },
          { ...counted, hour: hour - 22 * hourMs, yes: 0, no: 2 },
          { ...counted, hour: hour - 23 * hourMs, yes: 100, no: 100 },
        ])
        .execute();
    });
    const { body } = await search('query=checkout&with=usage,changed,reach');
    const [{ usage, changed, environments }] = body.features;
    deepEqual([usage.length, usage[0], usage[22], usage[23]], [24, 2, 8, 0]);
    deepEqual(Object.keys(changed), ['at', 'by']);
    equal(changed.by, app.users.admin.name);
    equal('reach' in environments[0], true);
    for (const wrong of ['usage,', 'all', 'reach,reach,reach,reach,reach']) equal((await search(`with=${wrong}`)).status, 400);
    await write((em) => em.getKysely<{ usage_hour: object }>({ type: 'write' }).deleteFrom('usage_hour').execute());
  });

  it('finds features by their exact names', async () => {
    deepEqual([await set('name=IS_ANY_OF:a,x,gone,no'), await set('name=IS_NOT:a')], ['ax', 'bcdx']);
    equal((await search('name=a')).status, 400);
  });

  describe('by text', () => {
    const found: Record<string, string> = {
      CHECK: 'a',
      'check, zzz ,,c': 'acd',
      '100%': 'a',
      '1_0': '',
      éclair: 'd',
      Éclair: 'd',
      'ÉCLAIR À la crème': 'd',
      '\\_': 'd',
      "d'or": 'd',
      '"or"': '',
      'blå-GRUPPEN': 'x',
      T2: 'cd',
      'simple:t1': 'ad',
      blå: 'x',
      'team:bl': 'x',
      simple: '',
      ' , ': 'abcdx',
      '': 'abcdx',
    };
    for (const [query, expected] of Object.entries(found)) {
      it(`finds ${expected || 'nothing'} by "${query}"`, async () => equal(await set(`query=${encodeURIComponent(query)}`), expected));
    }
  });

  describe('by operators', () => {
    const found: Record<string, string> = {
      'tag=INCLUDE:simple:t1': 'ad',
      'tag=DO_NOT_INCLUDE:simple:t1': 'bcx',
      'tag=INCLUDE_ALL_OF:simple:t1, simple:t2': 'd',
      'tag=INCLUDE_ALL_OF:simple:t1,simple: t1': 'ad',
      'tag=INCLUDE_ANY_OF:simple:t1,simple:t2': 'acd',
      'tag=EXCLUDE_IF_ANY_OF:simple:t1,simple:t2': 'bx',
      'tag=EXCLUDE_ALL:simple:t1,simple:t2': 'abcx',
      'tag=EXCLUDE_ALL:simple:t1': 'bcx',
      'segment=INCLUDE:s1': 'ad',
      'segment=DO_NOT_INCLUDE:s1': 'bcx',
      'segment=INCLUDE_ALL_OF:s1,s2': 'd',
      'segment=INCLUDE_ANY_OF:s1,s2': 'acd',
      'segment=EXCLUDE_IF_ANY_OF:s1,s2': 'bx',
      'segment=EXCLUDE_ALL:s1, s2': 'abcx',
      'segment=INCLUDE:nowhere': '',
      'project=IS:default': 'abcd',
      'project=IS_NOT:default': 'x',
      'project=IS_ANY_OF:default, other': 'abcdx',
      'project=IS_NONE_OF:default,other': '',
      'project=IS:': 'abcdx',
      'state=IS:active': 'acdx',
      'state=IS:stale': 'b',
      'state=IS_NOT:active': 'b',
      'state=IS_ANY_OF:active, stale': 'abcdx',
      'state=IS_NONE_OF:stale': 'acdx',
      'state=IS:potentially-stale': 'c',
      'state=IS_NOT:potentially-stale': 'abdx',
      'state=IS_ANY_OF:stale,potentially-stale': 'bc',
      'favorite=IS:true': 'c',
      'favorite=IS:false': 'abdx',
      'type=experiment': 'a',
      'type[]=experiment': 'a',
      'type[]=experiment&type[]=operational': 'ac',
      'type=experiment&type=operational': 'ac',
      'type=IS_ANY_OF:experiment,operational': 'ac',
      'type=IS_NOT:release': 'ac',
      'status[]=production:enabled': 'a',
      'status=production:enabled&status=development:enabled': 'ac',
      'status[]=production:disabled': 'bcdx',
      'status[]=production:disabled&status[]=development:enabled': 'bcdx',
      'status[]=production:enabled&status[]=development:disabled': 'abdx',
      'status[]=moon:enabled': '',
      'type[]=experiment&type=operational': 'ac',
      'createdAt=IS_BEFORE:2026-01-02': 'a',
      'createdAt=IS_ON_OR_AFTER:2026-01-02': 'bcdx',
      'createdAt=IS_ON_OR_AFTER:2026-01-02&tag=INCLUDE:simple:t1&state=IS:active': 'd',
      'project=IS:Default': '',
      'tag=INCLUDE:Simple:t1': '',
      'tag=INCLUDE:simple:T1': '',
      'segment=INCLUDE:S1': '',
      'type=EXPERIMENT': '',
      'status=PRODUCTION:enabled': '',
      'lastSeenAt=IS_BEFORE:2026-02-02': 'c',
      'lastSeenAt=IS_ON_OR_AFTER:2026-02-02': 'a',
      'lastSeenAt=IS_ON_OR_AFTER:2026-02-03': '',
      'archived=IS:false': 'abcdx',
      'createdBy=IS:unknown': '',
      'createdBy=IS_NOT:unknown, 0x': 'abcdx',
      'createdBy=IS_NONE_OF:': 'abcdx',
    };
    for (const [query, expected] of Object.entries(found)) {
      it(`finds ${expected || 'nothing'} by ${query}`, async () => equal(await set(query), expected));
    }
  });

  describe('in order', () => {
    const orders: Record<string, string> = {
      'sortBy=createdAt&sortOrder=desc': 'xbcda',
      'sortBy=nonsense&sortOrder=sideways': 'acdbx',
      'sortBy=name&sortOrder=desc': 'xdcba',
      'sortBy=type': 'acdbx',
      'sortBy=type&sortOrder=desc': 'dbxca',
      'sortBy=stale&sortOrder=desc': 'bacdx',
      'sortBy=project&sortOrder=desc': 'xacdb',
      'sortBy=lastSeenAt': 'cadbx',
      'sortBy=lastSeenAt&sortOrder=desc': 'acdbx',
      'sortBy=environment:production': 'cdbxa',
      'sortBy=environment:production&sortOrder=desc': 'acdbx',
      'sortBy=environment:moon': 'acdbx',
      'sortBy=reach:production': 'cdbxa',
      'sortBy=reach:production&sortOrder=desc': 'acdbx',
      'sortBy=reach:moon': 'acdbx',
      'favoritesFirst=true': 'cadbx',
      'favoritesFirst=true&sortBy=name&sortOrder=desc': 'cxdba',
      'favoritesFirst=false': 'acdbx',
    };
    for (const [query, expected] of Object.entries(orders)) {
      it(`returns ${expected} by ${query}`, async () => equal(await names(query), expected));
    }

    it('sorts features last that are not in the environment', async () => {
      await write((em) =>
        em
          .getKysely<{ feature_environment: { feature_name: string; environment: string } }>()
          .deleteFrom('feature_environment')
          .where('feature_name', '=', 'b')
          .where('environment', '=', 'production')
          .execute(),
      );
      // The index notices direct writes to the database with the next event of the feature.
      equal((await app.as(app.users.admin).put('/api/admin/projects/default/features/b', { impressionData: true })).status, 200);
      equal(await names('sortBy=environment:production'), 'cdxab');
      equal(await names('sortBy=environment:production&sortOrder=desc'), 'acdxb');
    });

    it('uses only the favorites of the caller, and none for an API token', async () => {
      equal(await names('favoritesFirst=true', app.users.editor), 'acdbx');
      equal(await names('favoritesFirst=true', app.users.adminToken), 'acdbx');
      const { body } = await search('query=c');
      equal(body.features.find(({ name }: { name: string }) => name === 'c').favorite, true);
    });
  });

  describe('in pages', () => {
    const pages: Record<string, readonly [names: string, total: number]> = {
      'limit=2': ['ac', 5],
      'limit=2&offset=2': ['db', 5],
      'limit=2&offset=4': ['x', 5],
      'limit=2&offset=5': ['', 5],
      'limit=2&offset=99999999999999999999': ['', 5],
      'limit=0': ['acdbx', 5],
      'limit=-1&offset=-1': ['acdbx', 5],
      'limit=abc&offset=abc': ['acdbx', 5],
      'limit=100000': ['acdbx', 5],
      'tag=INCLUDE:simple:t1&limit=1': ['a', 2],
    };
    for (const [query, [expected, total]] of Object.entries(pages)) {
      it(`returns ${expected || 'nothing'} of ${total} for ${query}`, async () => {
        const { body } = await search(query);
        equal(body.features.map(({ name }: { name: string }) => name).join(''), expected);
        equal(body.total, total);
      });
    }
  });

  describe('with invalid parameters', () => {
    const bad = [
      'project=default',
      'state=stale',
      'tag=INCLUDE:t1',
      'tag=simple:t1',
      'tag=INCLUDE:simple:a:b',
      'segment=s1',
      'createdAt=IS_BEFORE:2026',
      'lastSeenAt=IS:2026-01-01',
      'archived=true',
      'createdBy=1',
      'status=production:sometimes',
      'status[]=nonsense',
      'lifecycle=live',
      'favorite=true',
      'tags=INCLUDE:simple:t1',
      'tag[]=INCLUDE:simple:t1',
    ];
    for (const query of bad) {
      it(`refuses ${query} with 400 and names the parameter`, async () => {
        const { status, body } = await search(query);
        equal(status, 400);
        equal(body.name, 'ValidationError');
        const path = query.startsWith('status') ? 'status/0' : query.split('=')[0];
        equal(body.details[0].path, path);
      });
    }

    it('refuses an unknown stage with 400 and names it', async () => {
      const { status, body } = await search('lifecycle=IS_ANY_OF:live,prelive');
      deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'lifecycle']);
      match(body.message, /^lifecycle must be one of initial, pre-live, live, completed, archived; got prelive/);
    });

    it('refuses an unknown state with 400 and names it', async () => {
      for (const query of ['state=IS:potentially_stale', 'state=IS_ANY_OF:stale,gone']) {
        const { status, body } = await search(query);
        deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', 'state']);
        match(body.message, /^state must be one of active, stale, potentially-stale; got /);
      }
    });

    for (const day of ['2026-13-01', '2026-02-30', '2026-00-10', '2026-01-00']) {
      it(`refuses the impossible day ${day} with 400`, async () => {
        for (const parameter of ['createdAt', 'lastSeenAt']) {
          const { status, body } = await search(`${parameter}=IS_BEFORE:${day}`);
          deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', parameter]);
          match(body.message, new RegExp(`^${parameter} `));
        }
      });
    }

    const list = (count: number, value: (index: number) => string, separator = ',') =>
      Array.from({ length: count }, (_, index) => value(index)).join(separator);
    const long: Record<string, readonly [query: (count: number) => string, max: number]> = {
      query: [(count) => `query=${list(count, (index) => `é${index}`)}`, 50],
      tag: [(count) => `tag=EXCLUDE_ALL:${list(count, (index) => `simple:${index}`)}`, 100],
    };
    for (const [parameter, [query, max]] of Object.entries(long)) {
      it(`accepts ${max} values of ${parameter} and refuses more with 400`, async () => {
        equal((await search(query(max))).status, 200);
        for (const count of [max + 1, 700]) {
          const { status, body } = await search(query(count));
          equal(status, 400, `${count} values`);
          match(body.message, new RegExp(`^${parameter} .*${max}`));
        }
      });
    }

    it('accepts hundreds of types and statuses, and thousands of projects and segments', async () => {
      equal(await set(`${list(600, (index) => `type=${index}`, '&')}&type=experiment`), 'a');
      equal(await set(`${list(400, (index) => `status=moon-${index}:enabled`, '&')}&status[]=production:enabled`), 'a');
      const thousands = list(3000, (index) => `n${index.toString(36)}`);
      for (const query of [`project=IS_NOT:${thousands}`, `segment=DO_NOT_INCLUDE:${thousands}`]) equal(await set(query), 'abcdx');
      equal(await set(`segment=INCLUDE_ALL_OF:${thousands}`), '');
    });

    it('refuses repeated and unknown parameters with 400', async () => {
      for (const query of ['project=IS:default&project=IS:other', 'query=a&query=b', 'limit=1&limit=2', '__proto__=x', 'constructor=y']) {
        const { status, body } = await search(query);
        deepEqual([status, body.details[0].path], [400, query.split('=')[0]]);
      }
      equal(await set('sortBy=__proto__&tag=DO_NOT_INCLUDE:__proto__:constructor'), 'abcdx');
    });

    it('refuses an anonymous caller with 401', async () => {
      equal((await app.as(null).get('/api/admin/search/features')).status, 401);
    });

    it('refuses an SDK token with 403', async () => {
      equal((await app.as(app.users.clientToken).get('/api/admin/search/features')).status, 403);
    });
  });

  it('returns parents and children, and evaluations in the current hour', async () => {
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/projects/default/features/b/dependencies', { feature: 'c' })).status, 200);
    const hour = Math.floor(clock.getTime() / hourMs) * hourMs;
    const usage = (at: number, yes: number) => ({
      environment: 'production',
      app_name: `app-${yes}`,
      feature_name: 'b',
      hour: at,
      yes,
      no: 1,
    });
    await write((em) =>
      em
        .getKysely<{ usage_hour: ReturnType<typeof usage> }>()
        .insertInto('usage_hour')
        .values([usage(hour, 2), usage(hour, 3), usage(hour - 2 * hourMs, 70)])
        .execute(),
    );
    const found = async (query: string) => (await search(query)).body.features[0];
    const b = await found('query=b&project=IS:default');
    const usageIn = ({ environments }: { environments: { name: string; yes: number; no: number }[] }) =>
      environments.map(({ name, yes, no }) => [name, yes, no]);
    deepEqual(
      [b.name, b.dependencyType, usageIn(b)],
      [
        'b',
        'child',
        [
          ['development', 0, 0],
          ['production', 5, 2],
        ],
      ],
    );
    const detail = (await app.as(app.users.viewer).get('/api/admin/projects/default/features/b')).body;
    deepEqual(usageIn(detail), usageIn(b));
    deepEqual(
      (await search('sortBy=name')).body.features.map((item: { dependencyType: unknown }) => item.dependencyType),
      [null, 'child', 'parent', null, null],
    );
    equal((await admin.delete('/api/admin/projects/default/features/b/dependencies')).status, 200);
  });

  it('executes the same number of statements for any number of features', async () => {
    await search('');
    const few = await statementsOf(app.store('toggles'), () => search('limit=1&query=a'));
    const many = await statementsOf(app.store('toggles'), () => search('limit=4'));
    equal(few.length, many.length);
    equal(many.length, 1);
  });

  describe('with private projects', () => {
    it('hides their features and excludes them from counts', async () => {
      await addProject(app, 'secret');
      await postFeatures(app, ['hidden'], 'secret');
      await app.users.hide('secret');
      const outsider = app.users.someone();
      const { body } = await search('query=hidden', outsider);
      deepEqual(body, { features: [], total: 0 });
      equal((await search('', outsider)).body.total, 5);
      equal((await search('project=IS:secret', outsider)).body.total, 0);
      equal((await search('project=IS:secret', app.users.admin)).body.total, 1);
    });

    it('shows a viewer only the private project with a membership, for any query', async () => {
      await addProject(app, 'vault');
      await postFeatures(app, ['hidden.too'], 'vault');
      for (const name of ['hidden', 'hidden.too']) await addTag(app, name, 'simple', 't1');
      await app.users.hide('vault');
      const member = app.users.someone();
      await app.users.grant(member, roleIds.member, 'vault');
      const seen: Record<string, readonly [names: readonly string[], total: number]> = {
        'query=hidden': [['hidden.too'], 1],
        'tag=INCLUDE:simple:t1&limit=1&sortBy=name&sortOrder=desc': [['hidden.too'], 3],
        'tag=INCLUDE:simple:t1&limit=1&offset=3': [[], 3],
        'project=IS_ANY_OF:secret,vault&status=production:disabled&state=IS:active&query=t1,zzz&favoritesFirst=true': [['hidden.too'], 1],
        'project=IS_NOT:default,other': [['hidden.too'], 1],
        'segment=DO_NOT_INCLUDE:s1&tag=EXCLUDE_ALL:simple:t1,simple:t2&project=IS_NOT:other': [['c', 'b', 'hidden.too'], 3],
      };
      for (const [query, [names, total]] of Object.entries(seen)) {
        const { body } = await search(query, member);
        deepEqual([body.features.map(({ name }: { name: string }) => name), body.total], [names, total], query);
      }
    });
  });

  describe('beyond the specification', () => {
    it('finds only archived features on request', async () => {
      for (const query of [
        '',
        '&tag=INCLUDE:simple:t1',
        '&segment=INCLUDE:s1',
        '&query=GON&sortBy=name',
        '&project=IS:default&type=release',
      ]) {
        const { body } = await search(`archived=IS:true${query}`);
        deepEqual([body.features.map(({ name }: { name: string }) => name), body.total], [['gone'], 1], query);
        equal(body.features[0].archivedAt, clock.toISOString());
        deepEqual(body.features[0].segments, ['s1']);
      }
      equal((await search('archived=IS:true&state=IS:stale')).body.total, 0);
    });

    it('finds features by creator, and an API token is not a user', async () => {
      const { admin, adminToken } = app.users;
      await app.as(adminToken).post('/api/admin/projects/other/features', { name: 'made' });
      const by = async (choice: string) =>
        (await search(`project=IS:other&createdBy=${choice}`)).body.features.map(({ name }: { name: string }) => name);
      deepEqual(await by(`IS:${admin.id}`), ['x']);
      deepEqual(await by(`IS_ANY_OF:${app.users.viewer.id},${admin.id}`), ['x']);
      deepEqual(await by(`IS:${app.users.viewer.id}`), []);
      deepEqual(await by(`IS_NOT:${admin.id}`), ['made']);
      equal((await app.as(admin).post('/api/admin/projects/other/archive', { features: ['made'] })).status, 202);
      equal((await app.as(admin).post('/api/admin/projects/other/delete', { features: ['made'] })).status, 200);
    });
  });

  describe('with many features', () => {
    it('returns fifty features for a missing or invalid limit, and at most a hundred', async () => {
      await addProject(app, 'many');
      const imported = Array.from({ length: 101 }, (_, index) => ({ name: `many.${index}` }));
      const data = { features: imported, featureStrategies: [] };
      const { status } = await app
        .as(app.users.admin)
        .post('/api/admin/features-batch/import', { project: 'many', environment: 'development', data });
      equal(status, 200);
      const sizes: Record<string, number> = { '': 50, 'limit=0': 50, 'limit=x': 50, 'limit=51': 51, 'limit=100': 100, 'limit=101': 100 };
      for (const [limit, size] of Object.entries(sizes)) {
        const { body } = await search(`project=IS:many&${limit}`);
        deepEqual([body.features.length, body.total], [size, 101], limit);
      }
    });

    it('returns each feature on one page if all of them tie', async () => {
      for (const sortBy of ['createdAt', 'type', 'stale', 'lastSeenAt', 'environment:production', 'project']) {
        const seen: string[] = [];
        for (let offset = 0; offset < 101; offset += 30) {
          const { body } = await search(`project=IS:many&favoritesFirst=true&sortOrder=desc&sortBy=${sortBy}&limit=30&offset=${offset}`);
          seen.push(...body.features.map(({ name }: { name: string }) => name));
        }
        deepEqual(seen, seen.toSorted(), sortBy);
        equal(new Set(seen).size, 101);
      }
    });
  });
});
