import { deepEqual, equal, match } from 'node:assert/strict';
import { changeRequestConfigurationUpdated } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, requests, switchOn } from './changes-app.fixture.ts';

const change = (payload: object) => ({ action: 'updateProtection', payload });
const end = change({ changeRequestsEnabled: false });

describe('a change request that changes the protection of its environment', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
  });
  after(() => at.close());
  beforeEach(() => at.protect({ requiredApprovals: 2, reasonRequired: true, selfApproval: false }));

  const rules = async () => {
    const { body } = await at.operator.get('/api/admin/projects/default/change-requests/config');
    return body.find(({ environment }: { readonly environment: string }) => environment === 'production');
  };

  it('weakens it once it has the approvals that were required before', async () => {
    const author = at.app.users.someone();
    const weaker = { changeRequestsEnabled: true, requiredApprovals: 1, reasonRequired: false };
    const { id } = await at.propose(author, change(weaker));
    equal((await at.ask(author, id, 'In review')).status, 200);
    equal((await at.ask(await at.reviewer(), id, 'Approved')).body.state, 'In review');
    equal((await at.ask(await at.reviewer(), id, 'Approved')).body.state, 'Approved');
    deepEqual([(await rules()).requiredApprovals, (await rules()).reasonRequired], [2, true]);
    const events = await at.app.eventsOf('toggles', async () => {
      equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    });
    deepEqual(
      events.map(({ type }) => type),
      [changeRequestConfigurationUpdated.type],
    );
    deepEqual([(await rules()).requiredApprovals, (await rules()).reasonRequired], [1, false]);
  });

  it('ends it, and shows the rules that end', async () => {
    const author = at.app.users.someone();
    const { id } = await at.propose(author, end);
    const {
      features,
      segments,
      environments: [shown],
    } = await at.get(id);
    deepEqual([features, segments, shown.name], [[], [], 'production']);
    deepEqual([shown.before.requiredApprovals, shown.before.reasonRequired, shown.payload], [2, true, { changeRequestsEnabled: false }]);
    match((await at.get(id)).title, /End the protection of production/);
    equal((await at.ask(author, id, 'In review')).status, 200);
    for (const reviewer of [await at.reviewer(), await at.reviewer()]) equal((await at.ask(reviewer, id, 'Approved')).status, 200);
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    equal((await rules()).changeRequestEnabled, false);
  });

  it('takes effect after the other changes of the request', async () => {
    await at.createFeatures('with-protection');
    const author = at.app.users.someone();
    const { id } = await at.propose(author, [end, switchOn('with-protection')]);
    equal((await at.ask(author, id, 'In review')).status, 200);
    for (const reviewer of [await at.reviewer(), await at.reviewer()]) equal((await at.ask(reviewer, id, 'Approved')).status, 200);
    const events = await at.app.eventsOf('toggles', async () => {
      equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    });
    equal(events.at(-1)?.type, changeRequestConfigurationUpdated.type);
  });

  it('is refused with the name of the property if the rules are invalid', async () => {
    const client = at.app.as(at.app.users.someone());
    const path = '/api/admin/projects/default/environments/production/change-requests';
    for (const [payload, name] of [
      [{}, 'payload'],
      [{ changeRequestsEnabled: true, secondApprovalAbove: 2 }, 'payload/secondApprovalAbove'],
      [
        {
          changeRequestsEnabled: true,
          freezes: [{ name: 'x', start: '2026-02-30T12:00', end: '2026-03-01T12:00', timeZone: 'UTC', repeats: 'never' }],
        },
        'freezes/0/start',
      ],
    ] as const) {
      const { status, body } = await client.post(path, change(payload));
      equal(status, 400);
      match(body.details[0].path, new RegExp(name));
    }
  });

  it('is what a direct write shows to its reviewers', async () => {
    const answer = await at.operator.put('/api/admin/projects/default/environments/production/change-requests/config', {
      changeRequestsEnabled: false,
    });
    equal(answer.status, 200);
    const found = await eventually(async () => {
      const { status, body } = await at.app.as(at.app.users.admin).get(requests);
      equal(status, 200, JSON.stringify(body));
      const newest = body.find(({ state }: { readonly state: string }) => state === 'Applied');
      const shown = await at.get(newest.id, at.app.users.admin);
      match(shown.title, /End the protection of production/);
      return shown;
    });
    equal(found.state, 'Applied');
  });
});
