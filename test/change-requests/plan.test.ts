import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, rollOut } from './changes-app.fixture.ts';

const project = '/api/admin/projects/default';
const feature = (name: string, spec: object) => ({ apiVersion: 'signalbox.dev/v1', kind: 'Feature', metadata: { name }, spec });
const on = { enabled: true, strategies: [{ name: 'default' }] };

describe('a plan for a protected environment', () => {
  let at: ChangesApp;
  let author: Principal;
  let count = 0;
  before(async () => {
    at = await openChangesApp();
    await at.protect({ requiredApprovals: 1 });
  });
  after(() => at.close());
  beforeEach(async () => {
    author = at.app.users.someone();
    await at.app.users.grant(author, roleIds.member, 'default');
  });

  const fresh = () => `planned-${++count}`;

  async function apply(...documents: readonly object[]) {
    const body = { set: 'ours', documents };
    const plan = await at.toggles(author).post(`${project}/plan`, body);
    equal(plan.status, 200, JSON.stringify(plan.body));
    const answer = await at.toggles(author).post(`${project}/apply`, { ...body, expect: { hash: plan.body.hash } });
    equal(answer.status, 200, JSON.stringify(answer.body));
    return { hash: plan.body.hash as string, ...answer.body };
  }

  it('becomes a change request in review with the hash of the plan, and is complete once it is applied', async () => {
    const name = fresh();
    const documents = [feature(name, { environments: { production: { ...on, strategies: [{ name: 'default', key: 'all' }] } } })];
    const { applied, changeRequests, hash } = await apply(...documents);
    equal(applied, 1);
    const [{ id, url }] = changeRequests;
    deepEqual(changeRequests, [{ id, environment: 'production', url: `/projects/default/change-requests/${id}`, hash }]);
    const { state, planHash, createdBy, features } = await at.get(id);
    deepEqual([state, planHash, createdBy.id], ['In review', hash, author.id]);
    deepEqual(
      features.map((own: { name: string; changes: { action: string }[] }) => [own.name, own.changes.map(({ action }) => action)]),
      [[name, ['addStrategy', 'updateEnabled']]],
    );
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    const plan = await at.toggles(author).post(`${project}/plan`, { set: 'ours', documents });
    deepEqual(plan.body.actions, []);
    match(url, /^\/projects\/default\/change-requests\/\d+$/);
  });

  it('requires the configured number of approvals from the beginning, in lists too', async () => {
    const name = fresh();
    await at.protect({ requiredApprovals: 2 });
    const { changeRequests } = await apply(feature(name, { environments: { production: on } }));
    await at.protect({ requiredApprovals: 1 });
    const { body } = await at.app.as(author).get(`${project}/change-requests`);
    const listed = body.find(({ id }: { id: number }) => id === changeRequests[0].id);
    deepEqual([listed.state, listed.minApprovals], ['In review', 2]);
  });

  it('contains changes of parents, and the archiving of features that the documents no longer contain', async () => {
    const [parent, child, gone] = [fresh(), fresh(), fresh()];
    await apply(feature(parent, {}), feature(child, {}), feature(gone, {}));
    const body = {
      set: 'ours',
      documents: [feature(parent, {}), feature(child, { stale: true, parents: [{ feature: parent }] })],
      prune: true,
    };
    const { hash } = (await at.toggles(author).post(`${project}/plan`, body)).body;
    const { applied, changeRequests } = (await at.toggles(author).post(`${project}/apply`, { ...body, expect: { hash } })).body;
    deepEqual([applied, changeRequests.length], [1, 1]);
    const { features } = await at.get(changeRequests[0].id);
    const actions = features.map((own: { name: string; changes: { action: string }[] }) => [
      own.name,
      own.changes.map(({ action }) => action),
    ]);
    deepEqual(
      actions.filter(([name]: [string]) => [child, gone].includes(name)),
      [
        [child, ['addDependency']],
        [gone, ['archiveFeature']],
      ],
    );
  });

  it('is refused above the size of a change request', async () => {
    const values = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(100, 'x'));
    const constraints = Array.from({ length: 5 }, () => ({ contextName: 'userId', operator: 'IN', values }));
    const strategies = [{ name: 'default', key: 'large', constraints }];
    const documents = Array.from({ length: 10 }, () => feature(fresh(), { environments: { production: { enabled: true, strategies } } }));
    const body = { set: 'large', documents };
    const { hash } = (await at.toggles(author).post(`${project}/plan`, body)).body;
    const refused = await at.toggles(author).post(`${project}/apply`, { ...body, expect: { hash } });
    equal(refused.status, 400, JSON.stringify(refused.body));
    match(refused.body.message, /requires changes of \d+ bytes in environment production; a plan can propose at most 900000/);
  });

  it('is never merged into the open draft of its author', async () => {
    const [drafted, planned] = [fresh(), fresh()];
    await at.createFeatures(drafted);
    const draft = await at.propose(author, rollOut(drafted));
    const { changeRequests } = await apply(feature(planned, { environments: { production: on } }));
    deepEqual([changeRequests[0].id === draft.id, (await at.get(draft.id)).features.length], [false, 1]);
  });

  it('has one open request, however often it is applied', async () => {
    const name = fresh();
    await at.createFeatures(name);
    const document = feature(name, { environments: { production: on } });
    const first = await apply(document);
    const second = await apply(document);
    deepEqual(second.changeRequests, first.changeRequests);
  });

  it('no longer matches a request that somebody edited, and gets a new one', async () => {
    const name = fresh();
    await at.createFeatures(name);
    const document = feature(name, { environments: { production: on } });
    const first = await apply(document);
    const { id } = first.changeRequests[0];
    const [change] = (await at.get(id)).features[0].changes;
    const edited = await at.app.as(author).delete(`${project}/change-requests/${id}/changes/${change.id}`);
    equal(edited.status, 200, JSON.stringify(edited.body));
    equal((await at.get(id)).planHash, undefined);
    await eventually(async () => {
      const second = await apply(document);
      equal(typeof second.changeRequests[0].id === 'number' && second.changeRequests[0].id !== id, true);
    });
  });
});
