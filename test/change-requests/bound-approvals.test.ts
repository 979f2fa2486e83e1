import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp, requests, rollOut, switchOn } from './changes-app.fixture.ts';

const features = '/api/admin/projects/default/features';

describe('an approval of a change request', () => {
  let at: ChangesApp;
  let author: Principal;
  before(async () => {
    at = await openChangesApp();
  });
  after(() => at.close());
  beforeEach(async () => {
    author = at.app.users.someone();
    await at.protect({ requiredApprovals: 1, reviewers: null, secondApprovalAbove: null });
  });

  const strategyPath = '/api/admin/projects/default/environments/production/default-strategy';
  const setDefault = async (rollout: string) => equal((await at.operator.post(strategyPath, rollOut('', rollout).payload)).status, 200);
  const approved = async (name: string) => {
    await at.createFeatures(name);
    const { id } = await at.propose(author, switchOn(name));
    await at.ask(author, id, 'In review');
    const { contentHash } = await at.get(id);
    const { status, body } = await at.ask(at.approver, id, 'Approved', { contentHash });
    deepEqual([status, body.state], [200, 'Approved'], JSON.stringify(body));
    return { id, contentHash };
  };
  const strategiesOf = async (name: string) =>
    (await at.operator.get(`${features}/${name}/environments/production/strategies`)).body.map(
      ({ parameters }: { parameters: { rollout: string } }) => parameters.rollout,
    );

  it('covers the default strategy that applying would add', async () => {
    await setDefault('1');
    const { id, contentHash } = await approved('bound');
    await setDefault('100');
    for (const more of [{ contentHash }, {}]) {
      const { status, body } = await at.ask(at.applier, id, 'Applied', more);
      deepEqual([status, body.name], [409, 'ConflictError']);
    }
    deepEqual(await strategiesOf('bound'), []);
    equal((await at.get(id)).state, 'Approved');
    equal((await at.ask(await at.reviewer(), id, 'Approved')).body.state, 'Approved');
    equal((await at.ask(at.applier, id, 'Applied')).status, 200);
    deepEqual(await strategiesOf('bound'), ['100']);
  });

  it('covers the strategies that switching on would enable again', async () => {
    await at.createFeatures('again');
    const path = `${features}/again/environments/production/strategies`;
    const strategy = (await at.operator.post(path, { ...rollOut('again', '5').payload, disabled: true })).body;
    const { id } = await at.propose(author, {
      action: 'updateEnabled',
      feature: 'again',
      payload: { enabled: true, shouldActivateDisabledStrategies: true },
    });
    await at.ask(author, id, 'In review');
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    equal((await at.operator.put(`${path}/${strategy.id}`, { ...rollOut('again', '100').payload, disabled: true })).status, 200);
    equal((await at.ask(at.applier, id, 'Applied')).status, 409);
  });

  it('is void if a feature was deleted and created again under the same name', async () => {
    const { id } = await approved('remade');
    equal((await at.operator.delete(`${features}/remade`)).status, 202);
    equal((await at.operator.delete('/api/admin/archive/remade')).status, 200);
    await at.createFeatures('remade');
    equal((await at.ask(at.applier, id, 'Applied')).status, 409);
    deepEqual(await strategiesOf('remade'), []);
  });

  it('counts only while its author may approve', async () => {
    const leaving = at.app.users.someone();
    await at.app.users.grant(leaving, roleIds.approver, 'default');
    await at.createFeatures('left');
    const { id } = await at.propose(author, rollOut('left'));
    await at.ask(author, id, 'In review');
    equal((await at.ask(leaving, id, 'Approved')).body.state, 'Approved');
    await at.app.users.withdraw(leaving, roleIds.approver, 'default');
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    deepEqual([status, /1 are missing/.test(body.message)], [400, true]);
  });

  it('is refused from an administrator who removed a change of the request', async () => {
    await at.createFeatures('taken');
    const { features: shown, id } = await at.propose(author, [switchOn('taken'), rollOut('taken', '1')]);
    await at.ask(author, id, 'In review');
    const last = shown[0].changes.at(-1);
    equal((await at.app.as(at.app.users.admin).delete(`${requests}/${id}/changes/${last.id}`)).status, 200);
    const { status, body } = await at.ask(at.app.users.admin, id, 'Approved');
    equal(status, 403);
    match(body.message, /created or edited/);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
  });

  it('can be added to an approved request if another reviewer is required later', async () => {
    const { id } = await approved('stuck');
    const owner = await at.reviewer();
    await at.app.users.grant(owner, roleIds.owner, 'default');
    equal((await at.ask(owner, id, 'Approved')).status, 400);
    await at.protect({ reviewers: { groups: [], roles: [roleIds.owner] } });
    equal((await at.ask(at.applier, id, 'Applied')).status, 400);
    equal((await at.ask(owner, id, 'Approved')).body.state, 'Approved');
    equal((await at.ask(at.applier, id, 'Applied')).status, 200);
  });

  describe('an approval of changes that affect the whole project', () => {
    const decider = async (environment: string) => {
      const user = at.app.users.someone();
      const rights = (['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST'] as const).map((permission) => ({ permission, environment }));
      await at.app.users.grant(user, await at.app.users.role(...rights), 'default');
      return user;
    };
    const inDevelopment = async (name: string, change: object = { action: 'archiveFeature', feature: name }) => {
      await at.createFeatures(name);
      const { id } = await at.propose(author, change, 'development');
      await at.ask(author, id, 'In review');
      return id;
    };
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const changeSegment = async () => {
      const segment = { name: 'everywhere', project: 'default', constraints: [] };
      const { body } = await at.operator.post('/api/admin/segments', segment);
      const strategies = `${features}/parent/environments/production/strategies`;
      equal((await at.operator.post(strategies, { name: 'default', segments: [body.id] })).status, 200);
      return { action: 'updateSegment', feature: null, payload: { ...segment, id: body.id, constraints } };
    };
    before(() => at.protect({}, 'development'));
    after(() => at.unprotect('development'));

    it('requires the permission in every protected environment of the project', async () => {
      const id = await inDevelopment('wide');
      const tester = await decider('development');
      const { status, body } = await at.ask(tester, id, 'Approved');
      deepEqual([status, body.name], [403, 'NoAccessError']);
      match(body.message, /production/);
      equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
      equal((await at.ask(tester, id, 'Applied')).status, 403);
      equal((await at.ask(at.applier, id, 'Applied')).status, 200);
      await at.createFeatures('parent');
      const dependency = { action: 'addDependency', feature: 'child', payload: { feature: 'parent' } };
      for (const [name, change] of [['child', dependency] as const, ['other', await changeSegment()] as const]) {
        const other = await inDevelopment(name, change);
        equal((await at.ask(tester, other, 'Approved')).status, 403, change.action);
        equal((await at.ask(at.approver, other, 'Approved')).body.state, 'Approved', change.action);
        equal((await at.ask(tester, other, 'Applied')).status, 403, change.action);
      }
    });

    it('requires the reviewers of every protected environment', async () => {
      await at.protect({ reviewers: { groups: [], roles: [roleIds.owner] } });
      await at.protect({ reviewers: { groups: [], roles: [roleIds.approver] } }, 'development');
      const id = await inDevelopment('reviewed');
      equal((await at.ask(at.approver, id, 'Approved')).status, 403);
      const both = await at.reviewer();
      await at.app.users.grant(both, roleIds.owner, 'default');
      equal((await at.ask(both, id, 'Approved')).body.state, 'Approved');
      await at.protect({ reviewers: null }, 'development');
    });
  });
});
