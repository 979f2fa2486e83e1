import { deepEqual, equal, ok } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, addTag, archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';

describe('search across kinds', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'payments');
    await addProject(app, 'hidden');
    await postFeatures(app, ['repay', 'express-pay', 'pay-later', 'pay', 'checkout', 'gone-pay']);
    await postFeatures(app, ['pay-secretly'], 'hidden');
    await addTag(app, 'checkout', 'simple', 'payers');
    await archive(app, 'gone-pay');
    const { admin } = app.users;
    for (const body of [{ name: 'Paying guests' }, { name: 'late payers', project: 'hidden' }, { name: 'Éclair' }])
      equal((await app.as(admin).post('/api/admin/segments', { ...body, constraints: [] })).status, 201);
    await app.users.hide('hidden');
  });
  after(() => app.close());

  const search = async (query: string, who = app.users.admin) => app.as(who).get(`/api/admin/search?${query}`);
  const found = async (query: string, who = app.users.admin): Promise<string[]> => {
    const { status, body } = await search(query, who);
    equal(status, 200, JSON.stringify(body));
    return body.found.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`);
  };

  it('finds all kinds, sorted by prefix, start of a word, then middle of a word', async () =>
    deepEqual(await found('q=PAY'), [
      'feature pay',
      'feature pay-later',
      'feature pay-secretly',
      'segment Paying guests',
      'project payments',
      'feature express-pay',
      'segment late payers',
      'feature repay',
      'feature checkout',
    ]));

  it('requires all words, regardless of case', async () => {
    deepEqual(await found('q=exp%20%20Pay'), ['feature express-pay']);
    deepEqual(await found(`q=${encodeURIComponent('éCLAIR')}`), ['segment Éclair']);
    deepEqual(await found('q=%20'), []);
  });

  it('filters by kind and limits the number of each', async () => {
    deepEqual(await found('q=pay&kinds=segment,project'), ['segment Paying guests', 'project payments', 'segment late payers']);
    deepEqual(await found('q=pay&limit=1'), ['feature pay', 'segment Paying guests', 'project payments']);
  });

  it('treats special characters literally', async () => {
    for (const q of ['%', '_', '(', '.*', "'", '"', '\\', '<b>'])
      ok(Array.isArray(await found(`q=${encodeURIComponent(q)}&kinds=segment`)));
    deepEqual(await found('q=%25'), []);
  });

  it('hides objects of private projects', async () => {
    const shown = (await found('q=pay', app.users.someone())).join();
    equal(/secretly|late payers/.test(shown), false);
    ok(shown.includes('express-pay'));
    deepEqual(await found('q=hidden', app.users.someone()), []);
  });

  it('refuses invalid parameters', async () => {
    for (const query of ['', 'q=', `q=${'x'.repeat(101)}`, 'q=a&kinds=user', 'q=a&kinds=', 'q=a&limit=0', 'q=a&limit=51', 'q=a&other=1']) {
      const { status, body } = await search(query);
      deepEqual([status, body.name], [400, 'ValidationError'], query);
    }
    equal((await app.as(null).get('/api/admin/search?q=a')).status, 401);
  });
});
