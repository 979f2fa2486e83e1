import { deepEqual, equal, match } from 'node:assert/strict';
import type { Permission, Principal, ReleasePlanShape } from '@signalbox/contracts';
import { start, type TestApp } from '@signalbox/testing';
import { addProject, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { toggles } from '../../service.ts';
import { milestonesFor } from '../template/template.fixture.ts';

/** The user in a session of the console. */
const inSession = (user: Principal): Principal => ({ ...user, session: `session-${user.id}` });

describe('an approval of a gate in a protected environment', () => {
  let app: TestApp;
  let number = 0;
  let project: string;
  let author: Principal;
  let plan: ReleasePlanShape;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());
  beforeEach(async () => {
    project = `gated-${(number += 1)}`;
    await addProject(app, project);
    await postFeatures(app, [`${project}.cart`], project);
    author = await holder('APPROVE_CHANGE_REQUEST', 'CREATE_FEATURE_STRATEGY', 'UPDATE_FEATURE_STRATEGY');
    const gated = { ...milestonesFor(10)[0], transitionCondition: { gates: [{ type: 'approval', approvals: 1 }] } };
    const answer = await app.as(author).post(plans(), { name: 'plan', milestones: [gated, ...milestonesFor(100)] });
    equal(answer.status, 201);
    plan = answer.body;
    equal((await app.as(app.users.admin).post(milestone('start'))).status, 200);
  });

  const plans = () => `/api/admin/projects/${project}/features/${project}.cart/environments/production/release-plans`;
  const milestone = (verb: string) => `${plans()}/${plan.id}/milestones/${plan.milestones[0]?.id}/${verb}`;
  const protect = async (policy = {}) => {
    const path = `/api/admin/projects/${project}/environments/production/change-requests/config`;
    equal((await app.as(app.users.admin).put(path, { changeRequestsEnabled: true, ...policy })).status, 200);
  };
  const holder = async (...permissions: Permission[]) => {
    const user = app.users.someone();
    for (const permission of permissions)
      await app.users.grant(user, await app.users.role({ permission, environment: 'production' }), project);
    return inSession(user);
  };
  const approve = async (user: Principal) => {
    const { status, body } = await app.as(user).post(milestone('approve'));
    return { status, name: body.name, message: body.message ?? '', permissions: body.permissions };
  };
  const gate = async () => (await app.as(app.users.viewer).get(plans())).body[0].gates[0];

  it('counts if a reviewer gives it in a session', async () => {
    await protect();
    equal((await approve(await holder('APPROVE_CHANGE_REQUEST'))).status, 200);
    equal((await gate()).holds, true);
  });

  it('requires APPROVE_CHANGE_REQUEST, which changing strategies does not replace', async () => {
    await protect();
    const { status, name, permissions } = await approve(await holder('UPDATE_FEATURE_STRATEGY'));
    deepEqual([status, name, permissions], [403, 'NoAccessError', ['APPROVE_CHANGE_REQUEST']]);
  });

  it('is refused to the author of the plan, to the user who started it, and to editors of its conditions', async () => {
    const editor = await holder('APPROVE_CHANGE_REQUEST', 'UPDATE_FEATURE_STRATEGY');
    const path = `${plans().replace(/release-plans$/, 'progressions')}/${plan.milestones[0]?.id}`;
    const condition = { transitionCondition: { gates: [{ type: 'approval', approvals: 1 }], intervalMinutes: 1 } };
    equal((await app.as(editor).put(path, condition)).status, 200);
    await protect();
    for (const user of [author, editor, inSession(app.users.admin)]) {
      const { status, name, message } = await approve(user);
      deepEqual([status, name], [403, 'ForbiddenError'], user.name);
      match(message, /added, edited or started. Ask another user/);
    }
  });

  it('is refused to tokens of users and to service accounts', async () => {
    await protect();
    const { session: _session, ...byToken } = await holder('APPROVE_CHANGE_REQUEST');
    const account: Principal = { ...(await holder('APPROVE_CHANGE_REQUEST')), kind: 'service-account' };
    for (const caller of [byToken, account]) {
      const { status, message } = await approve(caller);
      equal(status, 403);
      match(message, /Tokens and service accounts cannot/);
    }
  });

  it('counts of authors too if the environment allows them to approve', async () => {
    await protect({ selfApproval: true });
    equal((await approve(author)).status, 200);
    equal((await gate()).holds, true);
  });

  it('counts of reviewers of the environment only, if it names any', async () => {
    await protect({ reviewers: { groups: [4711], roles: [] } });
    const reviewer = await holder('APPROVE_CHANGE_REQUEST');
    match((await approve(reviewer)).message, /Only members of the groups 4711/);
    equal((await approve({ ...reviewer, groups: [4711] })).status, 200);
  });

  it('does not count if it was given before the protection and breaks its rules', async () => {
    equal((await approve(author)).status, 200);
    equal((await gate()).holds, true);
    await protect();
    equal((await gate()).holds, false);
    match((await gate()).reason, new RegExp(`do not count: .*${author.name}`));
  });
});
