import { deepEqual, equal } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { type Answer, eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests, rollOut } from './changes-app.fixture.ts';

describe('an import into a protected environment', () => {
  let at: ChangesApp;
  let importer: Principal;
  before(async () => {
    at = await openChangesApp();
    await at.protect({ requiredApprovals: 2 });
    await at.createFeatures('one', 'two');
  });
  after(() => at.close());
  beforeEach(async () => {
    importer = at.app.users.someone();
    await at.app.users.grant(importer, roleIds.member, 'default');
  });

  const importFeature = async (name: string) => {
    const strategy = { name: 'default', featureName: name, parameters: {}, constraints: [] };
    const data = {
      features: [{ name, type: 'release', project: 'default' }],
      featureStrategies: [strategy],
      featureEnvironments: [{ name, enabled: true }],
    };
    const body = { project: 'default', environment: 'production', data };
    const answer = await at.toggles(importer).post('/api/admin/features-batch/import', body);
    deepEqual([answer.status, answer.headers['x-changes-proposed']], [200, '2'], JSON.stringify(answer.body));
  };
  const pending = async (): Promise<Answer['body']> => (await at.app.as(importer).get(`${requests}/pending`)).body;
  const outline = ({ state, features }: Answer['body']) => [
    state,
    features.map(({ name, changes }: { name: string; changes: { action: string }[] }) => [name, changes.map(({ action }) => action)]),
  ];
  const imported = (name: string) => [name, ['addStrategy', 'updateEnabled']];

  it('creates a draft of the importer, which follows the normal process and is found by the objects that it touches', async () => {
    await importFeature('fresh');
    await eventually(async () => deepEqual((await pending()).map(outline), [['Draft', [imported('fresh')]]]));
    const [{ id, createdBy }] = await pending();
    equal(createdBy.id, importer.id);
    const { body: sent } = await at.ask(importer, id, 'In review');
    deepEqual([sent.state, sent.minApprovals], ['In review', 2]);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'In review');
    equal((await at.ask(await at.reviewer(), id, 'Approved')).body.state, 'Approved');
    const scheduledAt = new Date(Date.now() + 60_000).toISOString();
    equal((await at.ask(at.applier, id, 'Scheduled', { scheduledAt })).status, 200);
    const { body: found } = await at.app.as(importer).get(`${requests}/scheduled?feature=fresh`);
    deepEqual(found, [{ id, environment: 'production' }]);
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    const { body } = await at.operator.get('/api/admin/projects/default/features/fresh/environments/production');
    equal(body.enabled, true);
  });

  it('goes to a draft next to a request in review, which keeps its approvals', async () => {
    const { id } = await at.propose(importer, rollOut('one'));
    await at.ask(importer, id, 'In review');
    await at.ask(at.approver, id, 'Approved');
    await at.ask(await at.reviewer(), id, 'Approved');
    await importFeature('added');
    await importFeature('another');
    const draft = ['Draft', [imported('added'), imported('another')]];
    await eventually(async () => deepEqual((await pending()).map(outline), [draft, ['Approved', [['one', ['addStrategy']]]]]));
    equal((await at.get(id)).approvals.length, 2);
  });

  it('creates a separate draft while an open request is being applied', async () => {
    const { id } = await at.propose(importer, rollOut('two'));
    const note = (since: number | null) =>
      at.app
        .store('change-requests')
        .transaction((em) => em.execute('update change_request set applying_since = ? where id = ?', [since, id]));
    await note(Date.now() + 3_600_000);
    await importFeature('beside');
    await eventually(async () =>
      deepEqual((await pending()).map(outline), [
        ['Draft', [imported('beside')]],
        ['Draft', [['two', ['addStrategy']]]],
      ]),
    );
    await note(null);
    const [beside] = await pending();
    equal((await at.ask(importer, beside.id, 'In review')).body.state, 'In review');
    equal((await at.propose(importer, rollOut('two'))).id, id);
    equal((await at.ask(importer, id, 'In review')).body.state, 'In review');
  });
});
