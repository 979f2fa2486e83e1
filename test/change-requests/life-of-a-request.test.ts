import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type ChangesApp, openChangesApp, requests, rollOut, switchOff, switchOn } from './changes-app.fixture.ts';

// Titles with `check 3` refer to a ready-made check of the reference, identity side §8.

interface Item {
  readonly id: number;
  readonly action: string;
}

describe('a change request', () => {
  let at: ChangesApp;
  let author: Principal;
  const events = async (work: () => Promise<unknown>) =>
    (await at.app.eventsOf('change-requests', work)).map(({ type, createdBy }) => `${type} by ${createdBy}`);
  const actions = (request: { features: { changes: Item[] }[] }) =>
    request.features.flatMap(({ changes }) => changes.map(({ action }) => action));

  before(async () => {
    at = await openChangesApp();
    await at.createFeatures('one', 'two', 'three', 'four', 'five', 'six', 'seven');
  });
  after(() => at.close());
  beforeEach(async () => {
    author = at.app.users.someone();
    await at.protect({ requiredApprovals: 1 });
  });

  it('begins with a change that any user proposes, and includes the next one (check 3)', async () => {
    await at.protect({ requiredApprovals: 2 });
    const emitted = await events(async () => {
      const first = await at.propose(author, switchOn('one'));
      deepEqual(
        [first.state, first.minApprovals, first.title, first.project, first.environment, actions(first)],
        ['Draft', 2, 'Turn on one in production', 'default', 'production', ['updateEnabled']],
      );
      equal(first.createdBy.username, author.name);
      const second = await at.propose(author, [rollOut('one'), rollOut('two')]);
      deepEqual([second.id, second.title], [first.id, 'Turn on one in production and 2 more']);
      deepEqual(
        second.features.map(({ name, changes }: { name: string; changes: Item[] }) => [name, changes.map(({ action }) => action)]),
        [
          ['one', ['updateEnabled', 'addStrategy']],
          ['two', ['addStrategy']],
        ],
      );
      deepEqual(second, await at.get(first.id, author));
    });
    deepEqual(emitted, [`change-request-created by ${author.name}`, ...Array(3).fill(`change-added by ${author.name}`)]);
  });

  it('assigns a new id to each edited change (check 4)', async () => {
    const { id, features } = await at.propose(author, [rollOut('one', '10'), switchOn('one')]);
    const [{ changes }] = features as [{ changes: Item[] }];
    const path = `${requests}/${id}/changes/${changes[0]?.id}`;
    let edited = 0;
    const emitted = await at.app.eventsOf('change-requests', async () => {
      const { status, body } = await at.app.as(author).put(path, rollOut('one', '20'));
      equal(status, 200, JSON.stringify(body));
      deepEqual(actions(body), ['addStrategy', 'updateEnabled']);
      equal(body.features[0].changes[0].payload.parameters.rollout, '20');
      equal(
        changes.some((change) => change.id === body.features[0].changes[0].id),
        false,
      );
      deepEqual(body, await at.get(id, author));
      edited = body.features[0].changes[0].id;
    });
    deepEqual(
      emitted.map(({ type, featureName, data, preData }) => ({ type, featureName, data, preData })),
      [
        {
          type: 'change-edited',
          featureName: 'one',
          data: { changeRequestId: id, changeId: edited, ...rollOut('one', '20'), draft: true },
          preData: { changeRequestId: id, changeId: changes[0]?.id, ...rollOut('one', '10'), draft: true },
        },
      ],
    );
    equal((await at.app.as(author).put(path, rollOut('one', '30'))).status, 404);
  });

  it('contains one change of kinds that replace the whole object, no matter how often it is proposed', async () => {
    await at.propose(author, [switchOn('one'), rollOut('one')]);
    const emitted = await events(async () => {
      const { features } = await at.propose(author, [switchOff('one'), switchOn('two')]);
      deepEqual(
        features.map(({ name, changes }: { name: string; changes: { payload: object }[] }) => [name, changes[0]?.payload]),
        [
          ['one', { enabled: false }],
          ['two', { enabled: true }],
        ],
      );
      equal(features[0].changes.length, 2);
    });
    deepEqual(emitted, [`change-edited by ${author.name}`, `change-added by ${author.name}`]);
  });

  it('passes review with the required number of approvals, none from its author (check 5)', async () => {
    await at.protect({ requiredApprovals: 2 });
    const { id } = await at.propose(author, switchOn('one'));
    const other = at.app.users.someone();
    equal((await at.ask(other, id, 'In review')).status, 404);
    const { status, body } = await at.ask(author, id, 'In review', { comment: ' please ' });
    deepEqual([status, body.state, body.comments[0].text], [200, 'In review', 'please']);
    equal((await at.ask(other, id, 'In review')).status, 403);
    equal((await at.ask(author, id, 'Approved')).status, 403);
    const emitted = await events(async () => {
      const first = await at.ask(at.approver, id, 'Approved');
      deepEqual([first.status, first.body.state, first.body.approvals.length], [200, 'In review', 1]);
      equal(first.body.approvals[0].createdBy.id, at.approver.id);
      const again = await at.ask(at.approver, id, 'Approved');
      deepEqual([again.status, again.body], [200, first.body]);
      const second = await at.ask(await at.reviewer(), id, 'Approved');
      deepEqual([second.body.state, second.body.approvals.length], ['Approved', 2]);
      deepEqual(second.body, await at.get(id));
    });
    deepEqual(
      emitted.map((event) => event.split(' ')[0]),
      ['change-request-approval-added', 'change-request-approval-added', 'change-request-approved'],
    );
  });

  it('requires a new review after a change is added, edited or removed (check 6)', async () => {
    const { id } = await at.approved(author, [switchOn('one'), rollOut('one')]);
    const added = await at.propose(author, switchOn('two'));
    deepEqual([added.id, added.state, added.approvals], [id, 'In review', []]);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    const { changes } = added.features[1];
    const edited = await at.app.as(author).put(`${requests}/${id}/changes/${changes[0].id}`, switchOff('two'));
    deepEqual([edited.body.state, edited.body.approvals], ['In review', []]);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    const emitted = await events(async () => {
      equal((await at.app.as(author).delete(`${requests}/${id}/changes/${edited.body.features[1].changes[0].id}`)).status, 200);
    });
    deepEqual(emitted, [`change-discarded by ${author.name}`]);
    const left = await at.get(id);
    deepEqual([left.state, left.approvals, left.features.length], ['In review', [], 1]);
  });

  it('is gone when its author discards the draft, and emits one event', async () => {
    const { id } = await at.propose(author, switchOn('one'));
    const emitted = await events(async () => equal((await at.app.as(author).delete(`${requests}/${id}`)).status, 200));
    deepEqual(emitted, [`change-request-discarded by ${author.name}`]);
    equal((await at.app.as(author).get(`${requests}/${id}`)).status, 404);
  });

  it('is applied atomically by its author if permitted; events share the correlation id, and the response has their revision (check 7)', async () => {
    const own = await at.reviewer();
    const { id } = await at.approved(own, [rollOut('three'), switchOn('three'), switchOn('four')]);
    const before = (await at.app.events('toggles')).length;
    let revision: unknown;
    const emitted = await events(async () => {
      const { status, body, headers } = await at.ask(own, id, 'Applied');
      revision = headers['x-revision'];
      deepEqual([status, body.state], [200, 'Applied'], JSON.stringify(body));
      deepEqual(body, await at.get(id));
    });
    deepEqual(emitted, [`change-request-applied by ${own.name}`]);
    const underlying = (await at.app.events('toggles')).slice(before);
    deepEqual(
      underlying.map(({ data: { type, featureName, createdBy } }) => `${type} ${featureName} by ${createdBy}`),
      [
        'feature-strategy-add three',
        'feature-environment-enabled three',
        'feature-strategy-add four',
        'feature-environment-enabled four',
      ].map((event) => `${event} by ${own.name}`),
    );
    deepEqual(
      underlying.map((event) => String(event.revision)),
      Array(4).fill(revision),
    );
    const [applied] = (await at.app.events('change-requests')).slice(-1);
    deepEqual(new Set(underlying.map(({ correlationid }) => correlationid)), new Set([applied?.correlationid]));
    const again = await at.ask(own, id, 'Applied');
    equal(again.status, 400, JSON.stringify(again.body));
  });

  it('shows conflicts and cannot be applied until they are resolved (check 8)', async () => {
    const { id } = await at.approved(author, [rollOut('five'), switchOn('six')]);
    equal((await at.operator.post('/api/admin/projects/default/archive', { features: ['five'] })).status, 202);
    const shown = await at.get(id);
    match(shown.features[0].conflict, /five is archived$/);
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    deepEqual([status, body.name], [400, 'BadDataError']);
    match(body.message, /five is archived/);
    equal((await at.get(id)).state, 'Approved');
    equal((await at.operator.post('/api/admin/projects/default/revive', { features: ['five'] })).status, 200);
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
  });

  it('names the missing strategy', async () => {
    const environment = '/api/admin/projects/default/features/six/environments/production';
    const { body: strategy } = await at.operator.post(`${environment}/strategies`, { name: 'default' });
    const { id } = await at.approved(author, { action: 'deleteStrategy', feature: 'six', payload: { id: strategy.id } });
    equal((await at.operator.delete(`${environment}/strategies/${strategy.id}`)).status, 200);
    const { features } = await at.get(id);
    match(features[0].changes[0].conflict, new RegExp(`${strategy.id}`));
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    equal(status, 400);
    match(body.message, new RegExp(`${strategy.id}`));
  });

  it('shows the side effect of a change (check 11)', async () => {
    const { features } = await at.propose(author, switchOn('seven'));
    deepEqual([features[0].defaultChange.action, features[0].defaultChange.payload.name], ['addStrategy', 'flexibleRollout']);
    equal(features[0].defaultChange.payload.parameters.rollout, '100');
  });

  it('warns of changes by others since it was written, with the seen, current and future value', async () => {
    const environment = '/api/admin/projects/default/features/seven/environments/production';
    const parameters = (rollout: string) => ({ rollout, stickiness: 'default', groupId: 'seven' });
    const strategy = { name: 'flexibleRollout', title: '', constraints: [], segments: [], variants: [] };
    const { body } = await at.operator.post(`${environment}/strategies`, { ...strategy, parameters: parameters('10') });
    const payload = { ...strategy, id: body.id, parameters: parameters('50') };
    const { id } = await at.propose(author, { action: 'updateStrategy', feature: 'seven', payload });
    equal((await at.get(id)).features[0].changes[0].differences, undefined);
    equal((await at.operator.put(`${environment}/strategies/${body.id}`, { ...strategy, parameters: parameters('20') })).status, 200);
    const { features } = await at.get(id);
    deepEqual(features[0].changes[0].differences, [
      { property: 'parameters', seen: parameters('10'), now: parameters('20'), proposed: parameters('50') },
    ]);
    match(features[0].changes[0].sentence, /^Change a strategy of/);
  });

  it('is not found under invalid ids', async () => {
    for (const malformed of ['abc', '0', '-1', '1.5', '0x1', '9'.repeat(20), '2147483648'])
      for (const path of [malformed, `${malformed}/impact`]) {
        const { status, body } = await at.app.as(author).get(`${requests}/${path}`);
        deepEqual([status, body.name], [404, 'NotFoundError'], path);
      }
  });
});
