import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal, Rules } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { type ChangesApp, openChangesApp, proposals, requests, rollOut, switchOn } from './changes-app.fixture.ts';

const project = '/api/admin/projects/default';
const always = { name: 'always', start: '2000-01-01T00:00', end: '2999-01-01T00:00', timeZone: 'UTC', repeats: 'never' as const };

describe('the rules of a project and its change requests', () => {
  let at: ChangesApp;
  let author: Principal;
  let offsetMs = 0;
  let number = 0;
  let feature: string;
  const now = () => new Date(Date.now() + offsetMs);

  before(async () => {
    at = await openChangesApp({ effects: { now } });
  });
  after(() => at.close());
  beforeEach(async () => {
    await set({});
    author = at.app.users.someone();
    feature = `ruled-${++number}`;
    await at.createFeatures(feature);
  });

  const set = async (rules: Rules) => equal((await at.operator.put(`${project}/rules`, rules)).status, 200);
  const propose = (changes: object | readonly object[]) => at.app.as(author).post(proposals(), changes);
  const isOn = async () => (await at.operator.get(`${project}/features/${feature}/environments/production`)).body.enabled;

  const broken: readonly (readonly [Rules, () => object])[] = [
    [{ stagedFirst: { environment: 'production', after: 'development' } }, () => switchOn(feature)],
    [{ maxStep: { environment: 'production', percentage: 25 } }, () => rollOut(feature, '26')],
    [{ ownerRequired: { environments: ['production'] } }, () => switchOn(feature)],
    [{ requiredTag: { type: 'simple', environments: ['production'] } }, () => switchOn(feature)],
    [{ description: {} }, () => switchOn(feature)],
  ];

  for (const [rules, change] of broken) {
    const [rule = ''] = Object.keys(rules);

    it(`refuse a proposal that breaks ${rule}, with the sentence of the direct write`, async () => {
      await set(rules);
      const proposed = await propose(change());
      deepEqual([proposed.status, proposed.body.name, proposed.body.rule, proposed.body.permissions], [403, 'NoAccessError', rule, []]);
      await at.unprotect();
      const { action, payload } = change() as { action: string; payload: object };
      const path = `${project}/features/${feature}/environments/production`;
      const direct = await (action === 'addStrategy' ? at.operator.post(`${path}/strategies`, payload) : at.operator.post(`${path}/on`));
      deepEqual([direct.status, direct.body.rule, direct.body.message], [403, rule, proposed.body.message]);
      await at.protect();
    });

    it(`refuse to apply an approved change that breaks ${rule} by then`, async () => {
      const { id } = await at.approved(author, change());
      await set(rules);
      const { status, body } = await at.ask(at.applier, id, 'Applied');
      deepEqual([status, body.rule], [400, rule], JSON.stringify(body));
      equal((await at.get(id)).state, 'Approved');
      equal(await isOn(), false);
      await set({});
      equal((await at.ask(at.applier, id, 'Applied')).body.state, 'Applied');
    });
  }

  it('refuse only the change of a proposal that breaks one', async () => {
    const described = `described-${number}`;
    equal((await at.operator.post(`${project}/features`, { name: described, description: 'Shortens the way' })).status, 201);
    await set({ description: {} });
    const { status, body } = await propose([switchOn(described), switchOn(feature)]);
    equal(status, 403);
    match(body.message, new RegExp(`Describe ${feature}\\.$`));
    equal((await propose(switchOn(described))).status, 200);
  });

  it('leave proposals alone in quiet hours, and refuse to apply them', async () => {
    await set({ quietHours: { environments: ['production'], freezes: [always] } });
    const { id } = await at.approved(author, rollOut(feature));
    const { status, body } = await at.ask(at.applier, id, 'Applied');
    deepEqual([status, body.rule], [400, 'quietHours']);
    match(body.message, /do not change until 2999/);
    await set({});
    equal((await at.ask(at.applier, id, 'Applied')).status, 200);
  });

  it('fail a scheduled change that breaks one at its time, with the reason', async () => {
    const { id } = await at.approved(author, switchOn(feature));
    const scheduledAt = new Date(now().getTime() + 60_000).toISOString();
    equal((await at.ask(at.applier, id, 'Scheduled', { scheduledAt })).status, 200);
    await set({ ownerRequired: { environments: ['production'] } });
    offsetMs += 120_000;
    await eventually(async () => {
      const { schedule } = (await at.app.as(at.app.users.admin).get(`${requests}/${id}`)).body;
      equal(schedule.status, 'failed');
      match(schedule.failureReason, /need an owner/);
    });
    equal(await isOn(), false);
  });
});
