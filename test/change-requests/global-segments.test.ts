import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp } from './changes-app.fixture.ts';

const projects = ['default', 'shop', 'depot'];

describe('a change request for a global segment', () => {
  let at: ChangesApp;
  let segment: number;
  let author: Principal;
  let number = 0;

  before(async () => {
    at = await openChangesApp();
    for (const id of projects.slice(1)) await well(at.operator.post('/api/admin/projects', { id, name: id }));
    for (const project of projects) await well(at.operator.post(`/api/admin/projects/${project}/features`, { name: `in-${project}` }));
  });
  after(() => at.close());
  beforeEach(async () => {
    segment = (await well(at.operator.post('/api/admin/segments', { name: `night-${++number}`, constraints: [] }))).id;
    author = at.app.users.someone(roleIds.editor);
    await use('default');
    await use('shop');
    await protect('shop', { requiredApprovals: 1 });
  });

  async function well(answer: ReturnType<typeof at.operator.post>) {
    const { status, body } = await answer;
    equal(status < 300, true, JSON.stringify(body));
    return body;
  }
  const use = (project: string) =>
    well(
      at.operator.post(`/api/admin/projects/${project}/features/in-${project}/environments/production/strategies`, {
        name: 'default',
        segments: [segment],
      }),
    );
  const protect = (project: string, rules: object = {}) =>
    well(
      at.operator.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        ...rules,
      }),
    );
  const approverIn = async (...ofProjects: string[]) => {
    const user = at.app.users.someone();
    for (const project of ofProjects) await at.app.users.grant(user, roleIds.approver, project);
    return user;
  };
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
  const change = () => ({ action: 'updateSegment', payload: { id: segment, name: `night-${number}`, constraints } });
  const inReview = async () => {
    const request = await at.propose(author, change());
    equal((await at.ask(author, request.id, 'In review')).status, 200);
    return request;
  };
  const stateAfter = async (id: number, user: Principal) => {
    const { status, body } = await at.ask(user, id, 'Approved');
    return status === 200 ? body.state : status;
  };
  const valuesNow = async () => (await at.operator.get(`/api/admin/segments/${segment}`)).body.constraints.length;

  it('requires the approval of every project in which a protected environment uses it', async () => {
    const { id, otherProjects, minApprovals } = await inReview();
    deepEqual([minApprovals, otherProjects], [1, { projects: 1, environments: 1, requiredApprovals: 1 }]);
    equal(await stateAfter(id, await approverIn('default')), 'In review');
    const early = await at.ask(at.applier, id, 'Applied');
    equal(early.status, 400);
    equal(await stateAfter(id, await approverIn('depot')), 403);
    equal(await stateAfter(id, await approverIn('shop')), 'Approved');
    equal(await valuesNow(), 0);
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    deepEqual([status, body.state], [200, 'Applied']);
    equal(await valuesNow(), 1);
  });

  it('is approved at once by a user who may approve in all of them', async () => {
    const { id } = await inReview();
    equal(await stateAfter(id, await approverIn('default', 'shop')), 'Approved');
  });

  it('counts the approvals of each project by its own rules', async () => {
    await protect('shop', { requiredApprovals: 2 });
    const { id, otherProjects } = await inReview();
    equal(otherProjects.requiredApprovals, 2);
    for (const project of ['default', 'shop']) equal(await stateAfter(id, await approverIn(project)), 'In review');
    equal(await stateAfter(id, await approverIn('shop')), 'Approved');
  });

  it('needs the approval of a project that begins to use it before it is applied', async () => {
    const { id } = await inReview();
    equal(await stateAfter(id, await approverIn('default', 'shop')), 'Approved');
    await use('depot');
    await protect('depot');
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    equal(status, 400);
    match(body.message, /1 are missing/);
    equal(await valuesNow(), 0);
  });

  it('is refused to authors who could not change any global segment', async () => {
    const member = at.app.users.someone();
    await at.app.users.grant(member, roleIds.member, 'default');
    const { status, body } = await at.app.as(member).post('/api/admin/projects/default/environments/production/change-requests', change());
    deepEqual([status, body.permissions], [403, ['UPDATE_SEGMENT']]);
  });
});
