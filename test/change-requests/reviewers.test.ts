import { deepEqual, equal, match } from 'node:assert/strict';
import { roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { requests } from './changes-app.fixture.ts';
import { becomes, must, openAccountsApp, type AccountsApp, type Account } from './accounts-app.fixture.ts';

describe('reviewers of change requests', () => {
  let at: AccountsApp;
  let approves: number;
  let author: Account;
  let direct: Account;
  let grouped: Account;
  let bystander: Account;
  before(async () => {
    at = await openAccountsApp();
    must(await at.admin.post('/api/admin/projects/default/features', { name: 'lamp' }));
    approves = await at.role('approves', 'APPROVE_CHANGE_REQUEST');
    author = await at.account('author');
    direct = await at.account('direct');
    grouped = await at.account('grouped');
    bystander = await at.account('bystander');
    await at.grant(`users/${direct.id}`, approves);
    await at.grant(`groups/${await at.group('crew', [grouped])}`, approves);
  });
  after(() => at.close());

  const list = (environment = 'production', as = author.client, project = 'default') =>
    as.get(`/api/admin/projects/${project}/change-requests/available-reviewers/${environment}`);
  const idsIn = async (...which: Parameters<typeof list>) => (must(await list(...which)).reviewers as { id: number }[]).map(({ id }) => id);
  const administrator = 1;

  it('are administrators, and users with the permission through a project role or its groups', async () => {
    await becomes(() => idsIn(), administrator, direct.id, grouped.id);
    await becomes(() => idsIn('development'), administrator);
    const { reviewers } = must(await list());
    const { imageUrl, ...rest } = reviewers[1];
    deepEqual(rest, { id: direct.id, email: direct.email, username: 'direct', name: null });
    match(imageUrl, /^https:\/\/gravatar\.com\/avatar\//);
  });

  it("change with their groups, the groups' root roles, and their accounts", async () => {
    const leaving = await at.account('leaving');
    const board = await at.group('board', [leaving], { rootRole: roleIds.admin });
    await becomes(() => idsIn('development'), administrator, leaving.id);
    must(await at.admin.put(`/api/admin/groups/${board}`, { name: 'board', users: [], rootRole: roleIds.admin }));
    await becomes(() => idsIn('development'), administrator);
    must(await at.admin.put(`/api/admin/user-admin/${leaving.id}`, { rootRole: roleIds.admin }));
    await becomes(() => idsIn('development'), administrator, leaving.id);
    must(await at.admin.delete(`/api/admin/user-admin/${leaving.id}`));
    await becomes(() => idsIn('development'), administrator);
  });

  it('are hidden from users who cannot see the project, and returned for no environment that it does not use', async () => {
    must(await at.admin.post('/api/admin/projects', { id: 'hidden', name: 'Hidden', mode: 'private' }));
    await eventually(async () => equal((await list('production', author.client, 'hidden')).status, 404));
    deepEqual(await idsIn('production', at.admin, 'hidden'), [administrator]);
    equal((await list('nowhere')).status, 404);
  });

  describe('requested reviewers', () => {
    let id: number;
    const path = () => `${requests}/${id}/approvers`;
    const ask = (reviewers: unknown, as = author.client) => as.put(path(), { reviewers });
    const requested = async () => (must(await author.client.get(path())).reviewers as { id: number }[]).map((user) => user.id);
    before(async () => {
      id = await at.inReview(author, 'lamp');
      await becomes(() => idsIn(), administrator, direct.id, grouped.id);
    });

    it('are shown with the request and found by the search, and each change emits one event', async () => {
      const emitted = await at.app.eventsOf('change-requests', async () => {
        must(await ask([grouped.id, direct.id, direct.id]));
        must(await ask([direct.id, grouped.id]));
        deepEqual(await requested(), [direct.id, grouped.id]);
        must(await ask([grouped.id]));
      });
      const title = 'Turn on lamp in production';
      const reported = (...reviewers: number[]) => ({ changeRequestId: id, reviewers });
      deepEqual(
        emitted.map(({ type, project, environment, data, preData }) => ({ type, project, environment, data, preData })),
        [
          { data: { ...reported(direct.id, grouped.id), title }, preData: reported() },
          { data: { ...reported(grouped.id), title }, preData: reported(direct.id, grouped.id) },
        ].map((content) => ({
          type: 'change-request-requested-approvers-updated',
          project: 'default',
          environment: 'production',
          ...content,
        })),
      );
      const found = async (user: Account, more = '') =>
        must(await bystander.client.get(`/api/admin/search/change-requests?requestedApproverId=IS:${user.id}${more}`)).changeRequests.map(
          (request: { id: number }) => request.id,
        );
      deepEqual([await found(grouped), await found(direct), await found(grouped, '&state=IS:closed')], [[id], [], []]);
    });

    it('are at most ten users who may approve there, and not the author', async () => {
      for (const [reviewers, property] of [
        [[direct.id, bystander.id], 'reviewers/1'],
        [[author.id], 'reviewers/0'],
        [[4711], 'reviewers/0'],
      ] as const) {
        const { status, body } = await ask(reviewers);
        deepEqual([status, body.name, body.details[0].path], [400, 'BadDataError', property], JSON.stringify(body));
      }
      for (const reviewers of [Array.from({ length: 11 }, () => direct.id), ['x'], null]) equal((await ask(reviewers)).status, 400);
    });

    it('can be set only by the author and administrators, while approvals are open', async () => {
      for (const { client } of [bystander, direct]) equal((await ask([direct.id], client)).body.name, 'ForbiddenError');
      must(await ask([direct.id], at.admin));
      const draft = must(await direct.client.post(`/api/admin/projects/default/environments/production/change-requests`, isLit));
      for (const answer of [
        await author.client.get(`${requests}/${draft.id}/approvers`),
        await author.client.put(`${requests}/${draft.id}/approvers`, { reviewers: [] }),
      ])
        equal(answer.status, 404);
      const { id: over } = must(await bystander.client.post('/api/admin/projects/default/environments/production/change-requests', isLit));
      must(await bystander.client.put(`${requests}/${over}/state`, { state: 'Cancelled' }));
      equal((await bystander.client.put(`${requests}/${over}/approvers`, { reviewers: [direct.id] })).body.name, 'BadDataError');
    });

    it('have pending requests until they approve, and none after their account is deleted', async () => {
      const actionable = async () => must(await grouped.client.get(`${requests}/actionable`)).total;
      equal(await actionable(), 1);
      must(await at.admin.put('/api/admin/projects/default/environments/production/change-requests/config', twoApprovals));
      must(await author.client.post('/api/admin/projects/default/environments/production/change-requests', isLit));
      must(await grouped.client.put(`${requests}/${id}/state`, { state: 'Approved' }));
      equal(await actionable(), 0);
      must(await ask([direct.id, grouped.id]));
      must(await at.admin.delete(`/api/admin/user-admin/${grouped.id}`));
      await becomes(requested, direct.id);
      const { approvals, state } = must(await author.client.get(`${requests}/${id}`));
      deepEqual([approvals.map((approval: { createdBy: { id: number } }) => approval.createdBy.id), state], [[grouped.id], 'In review']);
    });
  });

  const isLit = { action: 'updateEnabled', feature: 'lamp', payload: { enabled: true } };
  const twoApprovals = { changeRequestsEnabled: true, requiredApprovals: 2 };
});
