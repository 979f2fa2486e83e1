import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, proposals, requests, rollOut, switchOn } from './changes-app.fixture.ts';

describe('permissions on change requests', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('shared');
  });
  after(() => at.close());

  it('allow only members and administrators to propose in a protected project (check 10)', async () => {
    equal((await at.operator.post('/api/admin/projects', { id: 'closed', name: 'Closed', mode: 'protected' })).status, 201);
    const config = '/api/admin/projects/closed/environments/production/change-requests/config';
    equal((await at.operator.put(config, { changeRequestsEnabled: true })).status, 200);
    equal((await at.operator.post('/api/admin/projects/closed/features', { name: 'inside' })).status, 201);
    const [outsider, member] = [at.app.users.someone(), at.app.users.someone()];
    await at.app.users.grant(member, roleIds.member, 'closed');
    const path = '/api/admin/projects/closed/environments/production/change-requests';
    await eventually(async () => {
      const { status, body } = await at.app.as(outsider).post(path, switchOn('inside'));
      deepEqual([status, body.name], [403, 'NoAccessError']);
    });
    equal((await at.app.as(member).post(path, switchOn('inside'))).status, 200);
    equal((await at.app.as(at.app.users.admin).post(path, switchOn('inside'))).status, 200);
  });

  it('refuse changes to an environment that requires no change requests, or that the project does not use', async () => {
    const as = at.app.as(at.app.users.someone());
    const unprotected = await as.post(proposals('development'), switchOn('shared'));
    deepEqual([unprotected.status, unprotected.body.name], [403, 'ForbiddenError']);
    equal((await as.post(proposals('nowhere'), switchOn('shared'))).status, 404);
    equal((await as.post(proposals(), switchOn('not-there'))).status, 404);
    const unknown = await as.post(proposals(), { action: 'addNothing', payload: {} });
    deepEqual([unknown.status, unknown.body.name], [400, 'ValidationError']);
  });

  it("refuse an administrator's approval of changes that the same administrator added", async () => {
    const author = at.app.users.someone();
    const { id, features } = await at.propose(author, [switchOn('shared'), rollOut('shared')]);
    const path = `${requests}/${id}/changes/${features[0].changes[1].id}`;
    equal((await at.app.as(at.app.users.admin).put(path, rollOut('shared', '90'))).status, 200);
    equal((await at.ask(author, id, 'In review')).status, 200);
    const { status, body } = await at.ask(at.app.users.admin, id, 'Approved');
    deepEqual([status, body.name], [403, 'ForbiddenError']);
    equal((await at.ask(at.app.users.adminToken, id, 'Approved')).status, 403);
    const stale = await at.ask(at.approver, id, 'Approved', { contentHash: '0'.repeat(64) });
    equal(stale.status, 409);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
  });

  it('refuse the approval of a gate by the author of the request that added its plan, and not by the user who applied it', async () => {
    await at.createFeatures('gated');
    const [author, applier] = [at.app.users.someone(), await at.reviewer()];
    await at.app.users.grant(author, roleIds.approver, 'default');
    const rollout = [{ name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'userId' } }];
    const gated = { id: 'one', name: 'one', strategies: rollout, transitionCondition: { gates: [{ type: 'approval', approvals: 1 }] } };
    const payload = { name: 'plan', milestones: [gated, { name: 'two', strategies: rollout }], activeMilestoneId: 'one' };
    const { id } = await at.approved(author, { action: 'addReleasePlan', feature: 'gated', payload });
    equal((await at.ask(applier, id, 'Applied')).status, 200);
    const plans = '/api/admin/projects/default/features/gated/environments/production/release-plans';
    const [plan] = (await at.operator.get(plans)).body;
    equal(plan.createdByUserId, applier.id);
    const approve = (user: Principal) =>
      at.direct({ ...user, session: `session-${user.id}` }).post(`${plans}/${plan.id}/milestones/${plan.activeMilestoneId}/approve`);
    const { status, body } = await approve(author);
    deepEqual([status, body.name], [403, 'ForbiddenError']);
    equal((await approve(applier)).status, 200);
  });

  it('count approvals of reviewers only, and list these reviewers', async () => {
    await at.protect({ reviewers: { groups: [], roles: [roleIds.owner] } });
    const author = at.app.users.someone();
    const { id } = await at.propose(author, switchOn('shared'));
    await at.ask(author, id, 'In review');
    const { status, body } = await at.ask(at.approver, id, 'Approved');
    equal(status, 403);
    match(body.message, /^Only holders of the roles 4 can approve/);
    await at.protect({ reviewers: null });
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    await at.protect({ reviewers: { groups: [], roles: [roleIds.owner] } });
    const refused = await at.ask(at.applier, id, 'Applied');
    deepEqual([refused.status, /1 are missing/.test(refused.body.message)], [400, true]);
    await at.protect({ reviewers: null });
  });

  it('allow service accounts to approve through a role in the project, not through their root role', async () => {
    const author = at.app.users.someone();
    const robot = Object.assign(at.app.users.someone(roleIds.admin), { kind: 'service-account' as const });
    const { id } = await at.propose(author, switchOn('shared'));
    await at.ask(author, id, 'In review');
    const refused = await at.ask(robot, id, 'Approved');
    equal(refused.status, 403);
    match(refused.body.message, /^Service accounts cannot approve through their root role/);
    await at.app.users.grant(robot, roleIds.approver, 'default');
    equal((await at.ask(robot, id, 'Approved')).body.state, 'Approved');
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
  });

  it("show the caller's open requests, and requests that touch a feature", async () => {
    const author = at.app.users.someone();
    const { id } = await at.propose(author, rollOut('shared'));
    const ids = async (path: string, user = author) =>
      (await at.app.as(user).get(`${requests}/${path}`)).body.map((request: { id: number }) => request.id);
    deepEqual(await ids('pending'), [id]);
    deepEqual(await ids('open'), [id]);
    equal((await ids('pending/shared')).includes(id), true);
    equal((await ids('pending/shared', at.app.users.someone())).includes(id), false);
    deepEqual(await ids('pending/unknown'), []);
  });

  it('limit comments and titles, and emit an event only for a new title', async () => {
    const author = at.app.users.someone();
    const { id } = await at.propose(author, switchOn('shared'));
    const as = at.app.as(author);
    const emitted = await at.app.eventsOf('change-requests', async () => {
      equal((await as.post(`${requests}/${id}/comments`, { text: '  why not  ' })).status, 204);
      equal((await as.post(`${requests}/${id}/comments`, { text: '   ' })).status, 400);
      equal((await as.post(`${requests}/${id}/comments`, { text: 'x'.repeat(1001) })).status, 400);
      equal((await as.put(`${requests}/${id}/title`, { title: ' Christmas\r\n2026 ' })).status, 204);
      equal((await as.put(`${requests}/${id}/title`, { title: 'Christmas 2026' })).status, 204);
      equal((await as.put(`${requests}/${id}/title`, { title: ' ' })).status, 400);
    });
    deepEqual(
      emitted.map(({ type, data, preData }) => ({ type, data, preData })),
      [
        {
          type: 'change-request-title-updated',
          data: { changeRequestId: id, title: 'Christmas 2026' },
          preData: { changeRequestId: id, title: null },
        },
      ],
    );
    const { title, comments } = await at.get(id, author);
    deepEqual([title, comments.map(({ text }: { text: string }) => text)], ['Christmas 2026', ['why not']]);
  });

  it('refuse a new title after the request was applied, rejected or cancelled', async () => {
    const author = at.app.users.someone();
    const { id } = await at.propose(author, switchOn('shared'));
    equal((await at.ask(author, id, 'Cancelled')).status, 200);
    const { status, body } = await at.app.as(author).put(`${requests}/${id}/title`, { title: 'Easter' });
    deepEqual([status, body.message], [400, `Change request ${id} is Cancelled. Its title can no longer change.`]);
  });
});
