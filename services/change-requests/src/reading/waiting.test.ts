import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Principal, principalKey } from '@signalbox/contracts';
import { executedStatementsOf, start, type TestApp } from '@signalbox/testing';
import { CompiledQuery } from 'kysely';
import { ChangeRequest } from '../request/change-request.ts';
import { Approval } from '../tables/decision.ts';
import type { State } from '../tables/change-request.ts';
import { changeRequests } from '../service.ts';

const closed = 4096;

/** Requests that return few of many change requests. */
const paths: readonly string[] = [
  '/api/admin/inbox',
  '/api/admin/search/change-requests?waitingFor=me',
  '/api/admin/search/change-requests?state=IS:open',
  '/api/admin/search/change-requests?state=IS:In review',
  '/api/admin/projects/default/change-requests/actionable',
];

describe('open requests among many closed ones', () => {
  let app: TestApp;
  before(async () => {
    app = await start([changeRequests]);
    const of = (state: State, author: Principal, review: 'due' | null = null) => row(state, author, review);
    const { editor, viewer } = app.users;
    await app.store('change-requests').transaction(async (em) => {
      await em.insertMany(ChangeRequest, [
        ...Array.from({ length: closed }, () => of('Applied', editor)),
        of('In review', editor),
        of('Approved', editor),
        of('Draft', viewer),
        of('Applied', editor, 'due'),
      ]);
    });
    if (app.store('change-requests').dialect === 'mysql') await run('analyze table change_request');
  });
  after(() => app.close());

  for (const path of paths)
    it(`are found by GET ${path} with indexes only, for administrators and others`, async () => {
      for (const user of [app.users.admin, app.users.viewer]) {
        const statements = await executedStatementsOf(app.store('change-requests'), async () =>
          equal((await app.as(user).get(path)).status, 200),
        );
        const read = statements.filter(({ sql }) => /from [`"]change_request[`"]/.test(sql));
        ok(read.length > 0);
        for (const { sql, parameters } of read) await usesIndex(sql, parameters);
      }
    });

  it('are listed newest first', async () => {
    const { body } = await app.as(app.users.admin).get('/api/admin/search/change-requests?waitingFor=me');
    deepEqual(statesOf(body), ['Applied', 'Approved', 'In review']);
    const { total } = (await app.as(app.users.admin).get('/api/admin/search/change-requests?state=IS:closed&limit=1')).body;
    equal(total, closed + 1);
  });

  it('wait for an application by users who have approved them, but not for their review', async () => {
    const { id, name } = app.users.admin;
    await app.store('change-requests').transaction(async (em) => {
      const content = { userName: name, contentHash: '', roles: [], groups: [], createdAt: new Date() };
      for (const request of await em.find(ChangeRequest, { state: { $in: ['In review', 'Approved'] } }))
        em.create(Approval, { requestId: request.id, userId: Number(id), ...content });
    });
    const { body } = await app.as(app.users.admin).get('/api/admin/search/change-requests?waitingFor=me');
    deepEqual(statesOf(body), ['Applied', 'Approved']);
  });

  const statesOf = ({ changeRequests: found }: { changeRequests: { state: State }[] }) => found.map(({ state }) => state);

  async function usesIndex(sql: string, parameters: readonly unknown[]): Promise<void> {
    const isMysql = app.store('change-requests').dialect === 'mysql';
    const plan = await run(`${isMysql ? 'explain' : 'explain query plan'} ${sql}`, parameters);
    const steps = plan.rows as { type?: string | null; detail?: string }[];
    ok(
      !steps.some(({ type, detail }) => type === 'ALL' || type === 'index' || detail?.startsWith('SCAN')),
      `${sql}\n${JSON.stringify(steps)}`,
    );
  }

  const run = (sql: string, parameters: readonly unknown[] = []) =>
    app
      .store('change-requests')
      .reader()
      .getKysely()
      .executeQuery(CompiledQuery.raw(sql, [...parameters]));
});

let made = 0;

const row = (state: State, author: Principal, review: 'due' | null) => ({
  origin: '00000000-0000-7000-8000-000000000000',
  project: 'default',
  environment: 'production',
  author: principalKey(author),
  active: null,
  state,
  title: `number ${(made += 1)}`,
  minApprovals: 1,
  createdByUserId: author.id,
  createdBy: author.name,
  createdAt: new Date('2026-06-01T00:00:00Z'),
  stateTimestamps: {},
  lastCommentId: 0,
  attempt: 0,
  applyingSince: null,
  applyingActor: null,
  applyingByClock: false,
  bypass: null,
  review,
});
