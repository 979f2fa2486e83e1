import { deepEqual, equal, match } from 'node:assert/strict';
import { type ChangesApp, openChangesApp, requests, rollOut, switchOn } from './changes-app.fixture.ts';

describe('a second approval above a share of affected contexts', () => {
  let at: ChangesApp;
  before(async () => {
    at = await openChangesApp();
    await at.protect({ requiredApprovals: 1, secondApprovalAbove: 0.3 });
    await at.createFeatures('below', 'above', 'grown');
  });
  after(() => at.close());

  const inReview = async (feature: string, rollout: string) => {
    const author = at.app.users.someone();
    const { id } = await at.propose(author, [rollOut(feature, rollout), switchOn(feature)]);
    equal((await at.ask(author, id, 'In review')).status, 200);
    return { id: id as number, author };
  };
  const share = async (id: number) => (await at.app.as(at.approver).get(`${requests}/${id}/impact`)).body.share;

  it('is not required for a request below the share', async () => {
    const { id } = await inReview('below', '10');
    equal((await share(id)) < 0.3, true);
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
  });

  it('is required for a request above it, which cannot be applied without', async () => {
    const { id } = await inReview('above', '80');
    equal((await share(id)) > 0.3, true);
    const first = await at.ask(at.approver, id, 'Approved');
    deepEqual([first.status, first.body.state, first.body.approvals.length], [200, 'In review', 1]);
    equal((await at.ask(at.applier, id, 'Applied')).status, 400);
    const second = await at.ask(await at.reviewer(), id, 'Approved');
    deepEqual([second.body.state, second.body.approvals.length], ['Approved', 2]);
    equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
  });

  it('is required again if an approved request exceeds the share later', async () => {
    await at.protect({ secondApprovalAbove: null });
    const { id } = await inReview('grown', '80');
    equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
    await at.protect({ secondApprovalAbove: 0.3 });
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    equal(status, 400);
    match(body.message, /requires 2 valid approvals.*1 are missing/);
    equal((await at.get(id)).state, 'Approved');
  });

  describe('a second approval for changes of unknown reach', () => {
    const noOne = (constraint: object) => ({ contextName: 'userId', inverted: false, caseInsensitive: false, values: [], ...constraint });
    const dodges: [string, object[], string?][] = [
      ['applications other than the generated one', [noOne({ contextName: 'appName', operator: 'IN', values: ['shop'] })]],
      ['identifiers outside the generated users', [noOne({ operator: 'STR_STARTS_WITH', values: ['customer-'] })]],
      [
        'a minute from now',
        [noOne({ contextName: 'currentTime', operator: 'DATE_AFTER', value: new Date(Date.now() + 60_000).toISOString() })],
      ],
      ['a field only sent by applications', [], 'tenantId'],
    ];
    for (const [index, [title, constraints, stickiness]] of dodges.entries())
      it(`is required: ${title}`, async () => {
        const feature = `dodge-${index}`;
        await at.createFeatures(feature);
        const added = rollOut(feature, '100');
        const payload = { ...added.payload, constraints, parameters: { ...added.payload.parameters, ...(stickiness && { stickiness }) } };
        const author = at.app.users.someone();
        const { id } = await at.propose(author, [{ ...added, payload }, switchOn(feature)]);
        equal((await at.ask(author, id as number, 'In review')).status, 200);
        const impact = (await at.app.as(at.approver).get(`${requests}/${id}/impact`)).body;
        deepEqual(impact.unmeasured, [feature]);
        equal((await at.ask(at.approver, id as number, 'Approved')).body.state, 'In review');
      });

    it('is not required for the inverse: constraints on constant ids and applications exclude nobody', async () => {
      await at.createFeatures('known');
      const constraints = [
        noOne({ contextName: 'appName', operator: 'NOT_IN', values: ['impact'] }),
        noOne({ operator: 'STR_STARTS_WITH', inverted: true, values: ['user-'] }),
      ];
      const added = rollOut('known', '100');
      const author = at.app.users.someone();
      const { id } = await at.propose(author, [{ ...added, payload: { ...added.payload, constraints } }, switchOn('known')]);
      equal((await at.ask(author, id as number, 'In review')).status, 200);
      const { share: reached, unmeasured } = (await at.app.as(at.approver).get(`${requests}/${id}/impact`)).body;
      deepEqual([reached, unmeasured], [1, []]);
    });
  });
});
