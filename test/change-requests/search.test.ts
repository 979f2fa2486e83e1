import { deepEqual, equal } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp, requests, rollOut, switchOn } from './changes-app.fixture.ts';

describe('change requests in lists', () => {
  let at: ChangesApp;
  let author: Principal;
  let other: Principal;
  let ids: { draft: number; reviewed: number; approved: number; applied: number };
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('one', 'two');
    [author, other] = [at.app.users.someone(), at.app.users.someone()];
    const applied = await at.approved(author, switchOn('one'));
    equal((await at.ask(at.applier, applied.id, 'Applied')).status, 200);
    const approved = await at.approved(author, [rollOut('two'), switchOn('two')]);
    const reviewed = await at.propose(other, switchOn('two'));
    equal((await at.ask(other, reviewed.id, 'In review')).status, 200);
    const draft = await at.propose(at.approver, switchOn('one'));
    ids = { draft: draft.id, reviewed: reviewed.id, approved: approved.id, applied: applied.id };
  });
  after(() => at.close());

  const search = async (as: Principal, query = '') => {
    const { status, body } = await at.app.as(as).get(`/api/admin/search/change-requests${query}`);
    equal(status, 200, JSON.stringify(body));
    return body;
  };
  const found = async (as: Principal, query?: string) => (await search(as, query)).changeRequests.map(({ id }: { id: number }) => id);
  const count = async (as: Principal, name: string) => (await at.app.as(as).get(`${requests}/${name}`)).body;

  it('are found by author and by open state, newest first, without drafts of others', async () => {
    deepEqual(await found(author), [ids.reviewed, ids.approved, ids.applied]);
    deepEqual(await found(at.approver), [ids.draft, ids.reviewed, ids.approved, ids.applied]);
    deepEqual(await found(other, `?createdBy=IS:${author.id}`), [ids.approved, ids.applied]);
    deepEqual(
      [await found(other, '?state=IS:open'), await found(other, '?state=IS:closed')],
      [[ids.reviewed, ids.approved], [ids.applied]],
    );
    const { changeRequests, total } = await search(other, '?limit=1&offset=1');
    const [{ createdAt, createdBy, ...rest }] = changeRequests;
    deepEqual([total, createdBy.id, typeof createdAt], [3, author.id, 'string']);
    deepEqual(rest, {
      id: ids.approved,
      title: 'Add a strategy to two in production and 1 more',
      project: 'default',
      environment: 'production',
      state: 'Approved',
      features: ['two'],
      segments: [],
    });
    for (const query of ['?state=open', '?createdBy=7', '?createdBy=IS:9999999999', '?limit=1001'])
      equal((await at.app.as(other).get(`/api/admin/search/change-requests${query}`)).status, 400);
  });

  it('are counted by outcome, and by whether they wait for the caller', async () => {
    deepEqual(await count(other, 'count'), { total: 3, applied: 1, rejected: 0, reviewRequired: 1, approved: 1, scheduled: 0 });
    deepEqual(
      await Promise.all(
        [author, other, at.approver, at.applier, await at.reviewer()].map(async (user) => (await count(user, 'actionable')).total),
      ),
      [0, 0, 1, 1, 2],
    );
  });

  it('are found by project, by one state, and by whether they wait for the caller', async () => {
    deepEqual(await found(other, '?project=IS:default&state=IS:Applied'), [ids.applied]);
    deepEqual(await found(other, '?project=IS:elsewhere'), []);
    deepEqual(await found(at.approver, '?waitingFor=me'), [ids.reviewed]);
    deepEqual(await found(at.applier, '?waitingFor=me'), [ids.approved]);
    deepEqual(await found(other, '?waitingFor=me'), []);
    for (const query of ['?waitingFor=you', '?state=IS:Lost', '?project=default', `?project=IS:${'x'.repeat(101)}`])
      equal((await at.app.as(other).get(`/api/admin/search/change-requests${query}`)).status, 400, query);
    deepEqual(await found(other, "?project=IS:' or 1=1 --"), []);
  });

  it('appear in the inbox of the users concerned', async () => {
    const idsIn = async (as: Principal) => {
      const { status, body } = await at.app.as(as).get('/api/admin/inbox');
      equal(status, 200);
      return Object.fromEntries(
        Object.entries<{ total: number; first: { id: number }[] }>(body).map(([part, { total, first }]) => {
          equal(total, first.length);
          return [part, first.map(({ id }) => id)];
        }),
      );
    };
    const nothing = { reviews: [], emergencies: [], drafts: [], scheduled: [] };
    deepEqual(await idsIn(author), nothing);
    deepEqual(await idsIn(at.approver), { ...nothing, reviews: [ids.reviewed], drafts: [ids.draft] });
    deepEqual(await idsIn(at.applier), { ...nothing, reviews: [ids.approved] });
    equal((await at.app.as(null).get('/api/admin/inbox')).status, 401);
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
    equal((await at.ask(at.applier, ids.approved, 'Scheduled', { scheduledAt })).status, 200);
    deepEqual(await idsIn(at.applier), { ...nothing, scheduled: [ids.approved] });
    deepEqual(await idsIn(author), { ...nothing, scheduled: [ids.approved] });
    deepEqual(await idsIn(other), nothing);
  });

  it('are not found in projects that the caller may not see', async () => {
    await at.app.users.hide('default');
    deepEqual([await found(at.app.users.someone()), (await found(at.app.users.admin)).length], [[], 4]);
    equal((await at.app.as(author).get('/api/admin/inbox')).body.scheduled.total, 0);
  });
});
