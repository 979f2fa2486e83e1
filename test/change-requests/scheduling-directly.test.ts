import { deepEqual, equal, match } from 'node:assert/strict';
import { type Principal, roleIds } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, rollOut, switchOn } from './changes-app.fixture.ts';

const inAMinute = 60_000;
const path = (environment: string) => `/api/admin/projects/default/environments/${environment}/scheduled-changes`;

describe('a change that is scheduled in an unprotected environment', () => {
  let at: ChangesApp;
  let author: Principal;
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const later = (ms = inAMinute) => new Date(now().getTime() + ms).toISOString();

  before(async () => {
    at = await openChangesApp({ effects: { now } });
    await at.createFeatures('one', 'two', 'three', 'four', 'five');
    author = at.app.users.someone();
    await at.app.users.grant(author, roleIds.member, 'default');
  });
  after(() => at.close());

  const schedule = (changes: readonly object[], more: object = {}, as = author) =>
    at.app.as(as).post(path('development'), { changes, scheduledAt: later(), ...more });
  const isOn = async (feature: string) =>
    (await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/development`)).body.enabled;

  it('needs no approval, is listed with its title, and takes effect at its time in the name of its author', async () => {
    const scheduledAt = later();
    const emitted = await at.app.eventsOf('change-requests', async () => {
      const { status, body } = await schedule([switchOn('one')], { scheduledAt });
      equal(status, 201, JSON.stringify(body));
      deepEqual([body.state, body.title, body.schedule.scheduledAt], ['Scheduled', 'Turn on one in development', scheduledAt]);
    });
    deepEqual(
      emitted.map(({ type }) => type),
      ['change-request-created', 'change-added', 'change-request-scheduled'],
    );
    const inbox = await at.app.as(author).get('/api/admin/inbox');
    deepEqual([inbox.body.scheduled.total, inbox.body.scheduled.first[0].title], [1, 'Turn on one in development']);
    equal(await isOn('one'), false);
    offsetMs += inAMinute;
    await eventually(async () => equal(await isOn('one'), true));
    const underlying = (await at.app.events('toggles')).findLast(({ data }) => data.type === 'feature-environment-enabled');
    equal(underlying?.data.createdBy, author.name);
  });

  it('can be moved and cancelled by its author, and by no other member', async () => {
    const { id } = (await schedule([rollOut('two'), switchOn('two')], { title: 'Start of two' })).body;
    const scheduledAt = later(2 * inAMinute);
    const other = at.app.users.someone();
    await at.app.users.grant(other, roleIds.member, 'default');
    equal((await at.ask(other, id, 'Scheduled', { scheduledAt })).status, 403);
    const moved = await at.ask(author, id, 'Scheduled', { scheduledAt });
    deepEqual([moved.status, moved.body.title, moved.body.schedule?.scheduledAt], [200, 'Start of two', scheduledAt]);
    offsetMs += inAMinute;
    equal((await at.ask(author, id, 'Rejected')).status, 200);
    offsetMs += inAMinute;
    equal((await at.get(id)).state, 'Rejected');
    equal(await isOn('two'), false);
  });

  it('requires the permission for the direct change, and so does moving it', async () => {
    const viewer = await schedule([switchOn('three')], {}, at.app.users.viewer);
    deepEqual([viewer.status, viewer.body.permissions], [403, ['UPDATE_FEATURE_ENVIRONMENT']]);
    const { id } = (await schedule([switchOn('three')])).body;
    await at.app.users.withdraw(author, roleIds.member, 'default');
    equal((await at.ask(author, id, 'Scheduled', { scheduledAt: later() })).status, 403);
    await at.app.users.grant(author, roleIds.member, 'default');
    equal((await at.ask(author, id, 'Scheduled', { scheduledAt: later() })).status, 200);
  });

  it('is refused in a protected environment, for a past time, and if it affects all environments or is impossible', async () => {
    const inProduction = await at.app
      .as(at.app.users.admin)
      .post(path('production'), { changes: [switchOn('four')], scheduledAt: later() });
    equal(inProduction.status, 400);
    for (const more of [{ scheduledAt: later(-1000) }, { scheduledAt: 'soon' }, { changes: [] }])
      equal((await schedule([switchOn('four')], more)).status, 400);
    equal((await schedule([{ action: 'archiveFeature', feature: 'four' }])).status, 400);
    equal((await schedule([switchOn('nowhere')])).status, 404);
    const { body } = await at.app.as(at.app.users.admin).get('/api/admin/projects/default/change-requests/scheduled?feature=four');
    deepEqual(body, []);
  });

  it('fails at its time if the environment has become protected since', async () => {
    const { id } = (await schedule([switchOn('five')])).body;
    await at.protect({}, 'development');
    offsetMs += inAMinute;
    await eventually(async () => equal((await at.get(id)).schedule?.status, 'failed'));
    equal(await isOn('five'), false);
    await at.unprotect('development');
  });

  it('requires the approvals of an environment that has become protected since', async () => {
    await at.createFeatures('six');
    const { id } = (await schedule([switchOn('six')])).body;
    await at.protect({ requiredApprovals: 3 }, 'development');
    equal((await at.get(id)).minApprovals, 3);
    for (const reviewer of [at.approver, await at.reviewer(), await at.reviewer()]) {
      equal((await at.ask(at.applier, id, 'Applied')).status, 400);
      equal((await at.ask(reviewer, id, 'Approved')).status, 200);
    }
    equal((await at.ask(await at.reviewer(), id, 'Approved')).status, 400);
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    await at.unprotect('development');
    deepEqual([status, body.state, body.minApprovals, body.approvals.length], [200, 'Applied', 3, 3]);
  });

  describe('and affects all environments', () => {
    const features = '/api/admin/projects/default/features';
    const isThere = async (feature: string) => (await at.operator.get(`${features}/${feature}`)).status === 200;
    /** A draft in development, which is no longer protected. */
    async function draftOf(feature: string): Promise<{ readonly id: number; readonly member: Principal }> {
      const member = at.app.users.someone();
      await at.app.users.grant(member, roleIds.member, 'default');
      await at.createFeatures(feature);
      await at.protect({}, 'development');
      const { id } = await at.propose(member, { action: 'archiveFeature', feature }, 'development');
      await at.unprotect('development');
      return { id, member };
    }

    it('needs the approvals of every protected environment', async () => {
      const { id, member } = await draftOf('everywhere');
      equal((await at.direct(member).delete(`${features}/everywhere`)).status, 403);
      const refused = await at.ask(member, id, 'Scheduled', { scheduledAt: later() });
      equal(refused.status, 400);
      match(refused.body.message, /^Environment production .* requires change requests/);
      equal((await at.ask(member, id, 'In review')).status, 200);
      equal((await at.app.as(member).post(`/api/admin/projects/default/change-requests/${id}/comments`, { text: 'Unused' })).status, 204);
      equal((await at.ask(at.applier, id, 'Applied')).status, 400);
      equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
      equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
      equal(await isThere('everywhere'), false);
    });

    it('waits for the end of a freeze in every protected environment', async () => {
      const { id, member } = await draftOf('frozen');
      await at.ask(member, id, 'In review');
      equal((await at.ask(at.approver, id, 'Approved')).body.state, 'Approved');
      const freeze = { name: 'Holidays', start: '2020-01-01T00:00', end: '2100-01-01T00:00', timeZone: 'Europe/Oslo', repeats: 'never' };
      await at.protect({ freezes: [freeze] });
      const refused = await at.ask(at.applier, id, 'Applied');
      await at.protect({ freezes: [] });
      equal(refused.status, 400);
      match(refused.body.message, /^Environment production .* is frozen/);
    });

    it('fails at its time if another environment has become protected since', async () => {
      await at.unprotect();
      const { id, member } = await draftOf('later');
      equal((await at.ask(member, id, 'Scheduled', { scheduledAt: later() })).status, 200);
      await at.protect();
      offsetMs += inAMinute;
      await eventually(async () => equal((await at.get(id)).schedule?.status, 'failed'));
      equal(await isThere('later'), true);
    });
  });
});
