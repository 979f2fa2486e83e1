import { deepEqual, equal, match } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { type Client, start, type TestApp } from '@signalbox/testing';
import { roleIds, validator } from '@signalbox/contracts';
import { addProject, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { branchParams } from './references.schema.ts';

const root = '/api/admin/projects/default/code-references';
const urlTemplate = 'https://code.example/acme/shop/blob/{commit}/{path}#L{line}';
const noon = Date.parse('2026-03-02T12:00:00.000Z');

describe('code references', () => {
  let app: TestApp;
  let now = noon;
  let count = 0;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(now) } });
    await addProject(app, 'other');
    await addProject(app, 'secret');
    await app.users.hide('secret');
  });
  after(() => app.close());
  afterEach(() => {
    now = noon;
  });

  const iso = (ms = now) => new Date(ms).toISOString();
  const fresh = async () => {
    const name = `cart-${++count}`;
    await postFeatures(app, [name]);
    return name;
  };
  const at = (repository: string, branch = 'main') => `${root}/${encodeURIComponent(repository)}/branches/${encodeURIComponent(branch)}`;
  const use = (feature: string, path = 'src/cart.ts', line = 3, more: object = {}) => ({
    feature,
    path,
    line,
    kind: 'evaluation',
    ...more,
  });
  const scan = (references: readonly object[], more: object = {}) => ({
    commit: 'abc1234',
    scannedAt: iso(),
    sequence: 1,
    urlTemplate,
    references,
    ...more,
  });
  const upload = (repository: string, references: readonly object[], more: object = {}, client: Client = app.as(app.users.editor)) =>
    client.put(at(repository), scan(references, more));
  const of = async (feature: string, query = '') =>
    (await app.as(app.users.viewer).get(`${features}/${feature}/code-references${query}`)).body;
  const scanned = async () => (await app.as(app.users.viewer).get(root)).body.repositories as { repository: string; branches: object[] }[];

  it('are stored by branch, with links, and listed by feature and by repository', async () => {
    const feature = await fresh();
    const { status, body } = await upload('acme/shop', [
      use(feature, 'src/zoo b.ts', 9),
      use(feature, 'src/cart.ts', 12, { column: 5, symbol: 'useFlag', kind: 'definition' }),
      use(feature, 'src/cart.ts', 3, { text: 'if (useFlag("cart")) {' }),
    ]);
    deepEqual([status, body], [200, { references: 3, features: 1, unknown: [], otherProjects: [] }]);
    const location = { repository: 'acme/shop', branch: 'main', commit: 'abc1234' };
    const link = 'https://code.example/acme/shop/blob/abc1234/src';
    deepEqual(await of(feature), {
      repositories: [{ repository: 'acme/shop', references: 3, files: 2, firstSeen: iso(), lastSeen: iso(), extinctSince: null }],
      total: 3,
      references: [
        { ...location, path: 'src/cart.ts', line: 3, kind: 'evaluation', text: 'if (useFlag("cart")) {', link: `${link}/cart.ts#L3` },
        { ...location, path: 'src/cart.ts', line: 12, column: 5, kind: 'definition', symbol: 'useFlag', link: `${link}/cart.ts#L12` },
        { ...location, path: 'src/zoo b.ts', line: 9, kind: 'evaluation', link: `${link}/zoo%20b.ts#L9` },
      ],
    });
    deepEqual(
      (await scanned()).find(({ repository }) => repository === 'acme/shop'),
      {
        repository: 'acme/shop',
        lastScan: iso(),
        branches: [{ branch: 'main', commit: 'abc1234', sequence: 1, scannedAt: iso(), references: 3, features: 1 }],
      },
    );
  });

  it('replace those of the last scan: a feature without any is extinct since then, and an empty list clears all', async () => {
    const [stays, gone] = [await fresh(), await fresh()];
    await upload('replaced', [use(stays), use(gone)]);
    now = noon + dayMs;
    await upload('replaced', [use(stays, 'src/moved.ts', 8)], { sequence: 2 });
    const repository = { repository: 'replaced', firstSeen: iso(noon) };
    deepEqual((await of(gone)).repositories, [{ ...repository, references: 0, files: 0, lastSeen: iso(noon), extinctSince: iso() }]);
    deepEqual(
      (await of(stays)).references.map(({ path, line }: { path: string; line: number }) => [path, line]),
      [['src/moved.ts', 8]],
    );
    await upload('replaced', [], { sequence: 3 });
    deepEqual((await of(stays)).repositories, [{ ...repository, references: 0, files: 0, lastSeen: iso(), extinctSince: iso() }]);
    now = noon + 2 * dayMs;
    await upload('replaced', [use(gone)], { sequence: 4 });
    deepEqual((await of(gone)).repositories, [{ ...repository, references: 1, files: 1, lastSeen: iso(), extinctSince: null }]);
  });

  it('are extinct in a repository only once no branch has any', async () => {
    const feature = await fresh();
    const client = app.as(app.users.editor);
    await client.put(at('two', 'main'), scan([use(feature)]));
    await client.put(at('two', 'feature/x'), scan([use(feature), use(feature, 'src/other.ts')]));
    await client.put(at('two', 'main'), scan([], { sequence: 2 }));
    const [{ references, extinctSince }] = (await of(feature)).repositories;
    deepEqual([references, extinctSince], [2, null]);
  });

  it('are refused with 409 if a later scan is stored, and accepted again with the same sequence', async () => {
    const feature = await fresh();
    await upload('late', [use(feature)], { sequence: 7 });
    const { status, body } = await upload('late', [], { sequence: 6 });
    deepEqual([status, body.message], [409, 'A later scan is stored: its sequence is 7; got 6.']);
    equal((await of(feature)).total, 1);
    equal((await upload('late', [use(feature)], { sequence: 7 })).status, 200);
  });

  it('emit an event with counts only when features or the number of references change', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const events = await app.eventsOf('toggles', async () => {
      await upload('reported', [use(one)]);
      await upload('reported', [use(one, 'src/elsewhere.ts', 80)], { sequence: 2 });
      await upload('reported', [use(two), use(two, 'src/b.ts')], { sequence: 3 });
      await app.as(app.users.editor).delete(`${root}/reported`);
    });
    const scanOf = { repository: 'reported', branch: 'main', commit: 'abc1234' };
    deepEqual(
      events.map(({ type, project, data }) => [type, project, data]),
      [
        { ...scanOf, references: 1, features: 1, appeared: 1, disappeared: 0 },
        { ...scanOf, references: 2, features: 1, appeared: 1, disappeared: 1 },
        { repository: 'reported', branch: null, commit: null, references: 0, features: 0, appeared: 0, disappeared: 1 },
      ].map((data) => ['code-references-updated', 'default', data]),
    );
    deepEqual((await of(two)).repositories, []);
  });

  it('name unknown features and visible ones of other projects, and store neither', async () => {
    const feature = await fresh();
    await postFeatures(app, ['abroad'], 'other');
    await postFeatures(app, ['hidden'], 'secret');
    const uses = ['abroad', 'hidden', 'nowhere', feature].map((name) => use(name));
    const scanner = app.users.someone();
    await app.users.grant(scanner, roleIds.member, 'default');
    const { body } = await upload('names', uses, {}, app.as(scanner));
    deepEqual(body, { references: 1, features: 1, unknown: ['hidden', 'nowhere'], otherProjects: ['abroad'] });
    const all = await upload('names', uses, {}, app.as(app.users.admin));
    deepEqual(all.body.otherProjects, ['abroad', 'hidden']);
    equal((await app.as(app.users.admin).get('/api/admin/projects/other/features/abroad/code-references')).body.total, 0);
  });

  it('have pages across branches', async () => {
    const feature = await fresh();
    const lines = (from: number) => [0, 1, 2].map((step) => use(feature, 'src/a.ts', from + step));
    await upload('page-a', lines(10));
    await upload('page-b', lines(20));
    const page = async (offset: number, limit: number) => {
      const { total, references } = await of(feature, `?offset=${offset}&limit=${limit}`);
      return [total, ...references.map(({ line }: { line: number }) => line)];
    };
    deepEqual(await page(0, 4), [6, 10, 11, 12, 20]);
    deepEqual(await page(4, 4), [6, 21, 22]);
    deepEqual(await page(6, 4), [6]);
    equal((await app.as(app.users.viewer).get(`${features}/${feature}/code-references?limit=501`)).status, 400);
  });

  it('have a link to http or https only, whose host no path changes', async () => {
    const feature = await fresh();
    for (const template of [
      'javascript:alert(1)//{path}',
      'https://{path}/x',
      'https://code.example',
      'https://good.example@evil.example/{path}',
      'data:text/html,{path}',
      'https://code.example\\@evil.example/{path}',
      'ftp://code.example/{path}',
      'https://code.example/\n{path}',
    ]) {
      const { status, body } = await upload('unsafe', [], { urlTemplate: template });
      equal(status, 400, template);
      match(body.message, /urlTemplate must be a URL that starts with https/);
    }
    await upload('safe', [use(feature, '../"><script>/@evil.example?#')], { urlTemplate: 'http://code.example/{path}?l={line}' });
    const [{ link }] = (await of(feature)).references;
    equal(link, 'http://code.example/../%22%3E%3Cscript%3E/%40evil.example%3F%23?l=3');
    equal(new URL(link).host, 'code.example');
    equal((await upload('plain', [use(feature)], { urlTemplate: null })).status, 200);
    equal((await of(feature)).references[0].link, null);
  });

  it('are refused with an invalid location, name or number', async () => {
    const feature = await fresh();
    for (const [what, references, more] of [
      ['a line of 0', [use(feature, 'a', 0)], {}],
      ['a path with a line feed', [use(feature, 'a\nb')], {}],
      ['an unknown kind', [use(feature, 'a', 1, { kind: 'guess' })], {}],
      ['a long text', [use(feature, 'a', 1, { text: 'x'.repeat(501) })], {}],
      ['a commit with blanks', [], { commit: 'a b' }],
      ['a negative sequence', [], { sequence: -1 }],
      ['25,001 references', Array.from({ length: 25_001 }, () => use('x', 'a')), {}],
    ] as const)
      equal((await upload('bad', references, more)).status, 400, what);
    for (const name of ['a%0Ab', '%20a', 'x'.repeat(256)])
      equal((await app.as(app.users.editor).put(`${root}/${name}/branches/main`, scan([]))).status, 400, name);
  });

  it('have no repository or branch whose name leads clients to another path', () => {
    const isValid = validator(branchParams);
    for (const [name, expected] of [
      ['..', false],
      ['.', false],
      ['...', true],
      ['../shop', true],
    ] as const)
      deepEqual(
        [
          isValid({ projectId: 'default', repository: name, branch: 'main' }),
          isValid({ projectId: 'default', repository: 'shop', branch: name }),
        ],
        [expected, expected],
        name,
      );
  });

  it('are stored for 25,000 references with long paths', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const uses = Array.from({ length: 25_000 }, (_, line) => use(line % 2 ? one : two, `${'x'.repeat(200)}.ts`, line + 1));
    const { status, body } = await upload('large', uses);
    deepEqual([status, body.references], [200, 25_000]);
    const { total, references } = await of(one, '?offset=12400&limit=500');
    deepEqual([total, references.length, references[0].line], [12_500, 100, 24_802]);
    await app.as(app.users.editor).delete(`${root}/large`);
  });

  it('are stored for 50 branches: the oldest drop 14 days after their last scan, others are refused', async () => {
    const client = app.as(app.users.editor);
    for (let branch = 0; branch < 50; branch += 1) await client.put(at('many', `b${branch}`), scan([]));
    const { status, body } = await client.put(at('many', 'more'), scan([]));
    deepEqual([status, body.message], [400, 'branch must be one of the 50 branches of many that were scanned within 14 days']);
    now = noon + 14 * dayMs;
    await client.put(at('many', 'b0'), scan([], { sequence: 2 }));
    now += 1;
    equal((await client.put(at('many', 'more'), scan([]))).status, 200);
    equal((await scanned()).find(({ repository }) => repository === 'many')?.branches.length, 2);
  });

  it('are refused for more than 200 repositories until one is removed', async () => {
    await app.as(app.users.admin).post('/api/admin/projects', { id: 'full', name: 'Full' });
    const client = app.as(app.users.admin);
    const path = (repository: string) => `/api/admin/projects/full/code-references/${repository}`;
    const put = (repository: string) => client.put(`${path(repository)}/branches/main`, scan([]));
    for (let repository = 0; repository < 200; repository += 1) equal((await put(`r${repository}`)).status, 200);
    match((await put('more')).body.message, /^repository must be one of the 200 repositories of project full/);
    equal((await client.delete(path('r0'))).status, 200);
    equal((await put('more')).status, 200);
    equal((await client.delete(path('r0'))).status, 404);
  });

  it('need the permission, which members, owners and roles of one project can hold', async () => {
    const feature = await fresh();
    const someone = async (...roles: readonly number[]) => {
      const user = app.users.someone();
      for (const role of roles) await app.users.grant(user, role, 'default');
      return app.as(user);
    };
    const statusOf = async (client: Client) => (await upload('permitted', [use(feature)], {}, client)).status;
    equal(await statusOf(app.as(null)), 401);
    equal(await statusOf(app.as(app.users.viewer)), 403);
    equal(await statusOf(app.as(app.users.clientToken)), 403);
    equal(await statusOf(await someone(roleIds.member)), 200);
    equal(await statusOf(await someone(roleIds.owner)), 200);
    equal(await statusOf(await someone(roleIds.approver)), 403);
    const scanner = app.users.someone(await app.users.role({ permission: 'UPDATE_CODE_REFERENCES', project: 'default' }));
    equal(await statusOf(app.as(scanner)), 200);
    equal((await app.as(scanner).put('/api/admin/projects/other/code-references/a/branches/b', scan([]))).status, 403);
    equal((await app.as(app.users.viewer).delete(`${root}/permitted`)).status, 403);
  });

  it('answer 404 for an unknown feature, one of another project and a hidden project', async () => {
    await postFeatures(app, ['of-other'], 'other');
    const viewer = app.as(app.users.viewer);
    for (const name of ['nowhere', 'of-other']) equal((await viewer.get(`${features}/${name}/code-references`)).status, 404);
    equal((await viewer.get('/api/admin/projects/secret/code-references')).status, 404);
    equal((await viewer.get('/api/admin/projects/nowhere/code-references')).status, 404);
  });
});
