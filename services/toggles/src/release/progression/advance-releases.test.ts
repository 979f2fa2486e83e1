import { deepEqual, equal, match } from 'node:assert/strict';
import type { Freeze, Principal } from '@signalbox/contracts';
import { beginningOf, dayMs, hourMs } from '@signalbox/kit';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { archive, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { addSegments, featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import type { SerializedStrategy } from '../../feature/strategy/strategy.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { milestonesFor, rolloutTo } from '../template/template.fixture.ts';
import { plansPath, postPlan, readPlan, startPath } from '../plan/plan.fixture.ts';

const minute = 60_000;
const timed = (minutes: number, ...shares: readonly number[]) =>
  milestonesFor(...shares).map((milestone) => ({ ...milestone, transitionCondition: { intervalMinutes: minutes } }));

describe('releases', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-02T08:00:00.000Z');
  let count = 0;
  before(async () => {
    const jobs = (toggles.jobs ?? []).filter(({ name }) => name === 'advance-releases').map((job) => ({ ...job, everyMs: 20 }));
    app = await start([{ ...toggles, jobs }], { jobs: true, effects: { now: () => new Date(clock) } });
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  /** A feature that is on, in the first milestone of its plan. */
  async function release(milestones: readonly object[]) {
    const name = `advancing-${(count += 1)}`;
    await postFeatures(app, [name]);
    const plan = await postPlan(app, name, { milestones });
    equal((await editor().post(startPath(plan, 0))).status, 200);
    equal((await editor().post(`${featureEnvironmentPath(name)}/on`)).status, 200);
    await wake(name); // The clock may have seen the feature before it was on.
    return { name, plan, path: featureEnvironmentPath(name) };
  }
  const wake = (name: string) =>
    app
      .store('toggles')
      .transaction((em) => tablesOf(em).updateTable('release_plan').set({ due_at: clock }).where('feature_name', '=', name).execute());
  const shareOf = async (name: string) => {
    const strategies: SerializedStrategy[] = (await app.as(app.users.viewer).get(`${featureEnvironmentPath(name)}/strategies`)).body;
    return strategies.map(({ parameters }) => Number(parameters['rollout']));
  };
  const reaches = (name: string, share: number) => eventually(async () => deepEqual(await shareOf(name), [share]));
  const dueAt = async (name: string) => {
    const row = await tablesOf(app.store('toggles').reader())
      .selectFrom('release_plan')
      .where('feature_name', '=', name)
      .select('due_at')
      .executeTakeFirstOrThrow();
    return row.due_at === null ? null : Number(row.due_at);
  };
  /** Waits until the clock has checked the plan, and found nothing to do before this time. */
  const rests = (name: string, until: number | null) => eventually(async () => equal(await dueAt(name), until));
  const started = (events: readonly { type: string; data?: unknown }[]) =>
    events
      .filter(({ type }) => type === 'release-plan-milestone-started')
      .map(({ data }) => data as { milestoneName: string; automatic?: true });
  const progress = async (name: string) => (await app.as(app.users.viewer).get(plansPath(name))).body[0];

  it('advance after their interval, with the plan as the correlation, in the name of the plan', async () => {
    const { name, plan } = await release(timed(10, 10, 50, 100));
    await rests(name, clock + 10 * minute);
    const before = (await app.events('toggles')).length;
    clock += 10 * minute;
    await reaches(name, 50);
    const events = (await app.events('toggles')).slice(before);
    deepEqual(
      events.map(({ correlationid, data: { type, createdBy } }) => [correlationid, type, createdBy]),
      ['feature-strategy-remove', 'feature-strategy-add', 'release-plan-milestone-started'].map((type) => [
        plan.id,
        type,
        `release plan ${plan.name}`,
      ]),
    );
    deepEqual(started(events.map(({ data }) => data)), [
      { releasePlanId: plan.id, milestoneId: plan.milestones[1]?.id, milestoneName: '50 %', automatic: true },
    ]);
    const { milestones, activeMilestoneId } = await readPlan(app, name);
    deepEqual([activeMilestoneId, milestones[0]?.progressionExecutedAt], [plan.milestones[1]?.id, new Date(clock).toISOString()]);
    await rests(name, clock + 10 * minute);
    clock += 10 * minute;
    await reaches(name, 100);
    await rests(name, null);
  });

  it('advance whatever the rules of the project say about direct changes', async () => {
    const { name } = await release(timed(10, 10, 100));
    const rules = (active: object) => app.as(app.users.admin).put('/api/admin/projects/default/rules', active);
    equal((await rules({ maxStep: { environment: 'development', percentage: 5 } })).status, 200);
    await rests(name, clock + 10 * minute);
    clock += 10 * minute;
    await reaches(name, 100);
    equal((await rules({})).status, 200);
  });

  it('fold late steps into one', async () => {
    const { name } = await release(timed(10, 10, 20, 30, 100));
    await rests(name, clock + 10 * minute);
    const events = await app.eventsOf('toggles', async () => {
      clock += 25 * minute;
      await reaches(name, 30);
    });
    deepEqual(
      started(events).map(({ milestoneName }) => milestoneName),
      ['30 %'],
    );
    await rests(name, clock + 10 * minute);
  });

  it('wait while the feature is off, and start the clock again when it is on', async () => {
    const { name, path } = await release(timed(10, 10, 100));
    await editor().post(`${path}/off`);
    clock += 30 * minute;
    await rests(name, clock + minute);
    deepEqual(await shareOf(name), [10]);
    await editor().post(`${path}/on`);
    clock += 2 * minute;
    await rests(name, clock + 8 * minute);
    clock += 8 * minute;
    await reaches(name, 100);
  });

  it('wait while they are paused, and start the clock again when they resume', async () => {
    const { name, plan, path } = await release(timed(10, 10, 100));
    const pause = (verb: string) => editor().post(`${path}/progressions/${plan.id}/${verb}`);
    const events = await app.eventsOf('toggles', async () => {
      for (const verb of ['pause', 'pause']) equal((await pause(verb)).status, 200);
    });
    const milestone = { releasePlanId: plan.id, milestoneId: plan.milestones[0]?.id, milestoneName: '10 %' };
    deepEqual(
      events.map(({ type, data }) => [type, data]),
      [['release-plan-progressions-paused', { ...milestone, reason: null }]],
    );
    clock += 30 * minute;
    await rests(name, null);
    const resumed = await app.eventsOf('toggles', async () => {
      for (const verb of ['resume', 'resume']) equal((await pause(verb)).status, 200);
      await rests(name, clock + 10 * minute);
    });
    deepEqual(
      resumed.map(({ type, data }) => [type, data]),
      [['release-plan-progressions-resumed', milestone]],
    );
    clock += 10 * minute;
    await reaches(name, 100);
  });

  it('wait while the environment is frozen, and continue afterwards', async () => {
    const { name } = await release(timed(10, 10, 50, 100));
    const frozen: Freeze = { name: 'Sale', start: '2020-01-01T00:00', end: '2120-01-01T00:00', timeZone: 'UTC', repeats: 'never' };
    const freeze = async (...freezes: Freeze[]) => {
      const path = '/api/admin/projects/default/environments/development/change-requests/config';
      const body = { changeRequestsEnabled: freezes.length > 0, freezes };
      equal((await app.as(app.users.admin).put(path, body)).status, 200);
    };
    await freeze(frozen);
    equal((await progress(name)).frozen, null);
    clock += 10 * minute;
    await rests(name, clock + minute);
    deepEqual(await shareOf(name), [10]);
    deepEqual((await progress(name)).frozen, { name: 'Sale', until: '2120-01-01T00:00:00.000Z' });
    await freeze();
    clock += minute;
    await reaches(name, 50);
    equal((await progress(name)).frozen, null);
  });

  it('take a new condition at once, and stop without one', async () => {
    const { name, plan, path } = await release(milestonesFor(10, 50, 100));
    const [first, , last] = plan.milestones;
    const to = `${path}/progressions/${first?.id}`;
    await rests(name, null);
    clock += 60 * minute;
    const events = await app.eventsOf('toggles', async () => {
      equal((await editor().put(to, { targetMilestone: last?.id, transitionCondition: { intervalMinutes: 90 } })).status, 200);
      await rests(name, clock + 30 * minute);
      equal((await editor().delete(to)).status, 204);
      equal((await editor().delete(to)).status, 204);
      await rests(name, null);
      equal((await editor().put(to, { targetMilestone: last?.id, transitionCondition: { intervalMinutes: 60 } })).status, 200);
      await reaches(name, 100);
    });
    deepEqual(
      events.map(({ type }) => type).filter((type) => type.startsWith('milestone')),
      ['milestone-progression-created', 'milestone-progression-deleted', 'milestone-progression-created'],
    );
    const back = await editor().put(`${path}/progressions/${last?.id}`, {
      targetMilestone: first?.id,
      transitionCondition: { intervalMinutes: 1 },
    });
    deepEqual([back.status, back.body.details[0].path], [400, 'targetMilestone']);
    const empty = await editor().put(to, { transitionCondition: {} });
    deepEqual([empty.status, empty.body.details[0].path], [400, 'transitionCondition']);
  });

  it('hold at gates that do not hold, with the reason', async () => {
    const gates = [
      { type: 'time', minutes: 5 },
      { type: 'approval', approvals: 2 },
      { type: 'exposure', minimum: 100, unit: 'evaluations' },
      { type: 'window', days: ['mon'], from: '00:00', to: '23:59', timeZone: 'UTC' },
      { type: 'quiet', minutes: 5 },
    ];
    const { name, plan } = await release([{ ...milestonesFor(10)[0], transitionCondition: { gates } }, ...milestonesFor(100)]);
    const approve = (as: Principal) => app.as(as).post(startPath(plan, 0).replace(/start$/, 'approve'));
    const holding = async () => (await progress(name)).gates.map(({ holds }: { holds: boolean }) => holds);
    deepEqual(await holding(), [false, false, false, true, false]);
    for (const { holds, reason } of (await progress(name)).gates) equal(reason === null, holds);
    const inMinutes = (next: string | null) => next && Math.round((Date.parse(next) - clock) / minute);
    deepEqual(
      (await progress(name)).gates.map(({ next }: { next: string | null }) => inMinutes(next)),
      [5, null, 1, null, 5],
    );
    equal((await approve(app.users.viewer)).status, 403);
    match((await approve(app.users.adminToken)).body.message, /API tokens cannot/);
    equal((await approve(app.users.editor)).status, 200);
    equal((await approve(app.users.editor)).status, 200);
    equal((await approve(app.users.admin)).status, 200);
    deepEqual(
      (await readPlan(app, name)).milestones[0]?.approvals?.map(({ name: by }) => by),
      ['editor', 'admin'],
    );
    clock += 70 * minute;
    await rests(name, clock + minute);
    deepEqual(await holding(), [true, true, false, true, true]);
    const usage = { environment: 'development', app_name: 'shop', feature_name: name, no: 3 };
    const day = beginningOf(dayMs, clock) + dayMs;
    await app.store('toggles').transaction(async (em) => {
      const hour = { hour: beginningOf(hourMs, clock), ...usage, yes: 60 };
      await tablesOf(em).insertInto('usage_hour').values(hour).execute();
      // Hours become a day after two days.
      await tablesOf(em)
        .insertInto('usage_day')
        .values({ day, ...usage, yes: 40 })
        .execute();
    });
    clock += minute;
    await reaches(name, 100);
    deepEqual((await readPlan(app, name)).milestones[0]?.approvals?.length, 2);
  });

  it('count only approvals of users who may still approve', async () => {
    const gates = [{ type: 'approval', approvals: 2 }];
    const { name, plan } = await release([{ ...milestonesFor(10)[0], transitionCondition: { gates } }, ...milestonesFor(100)]);
    const member = app.users.someone();
    const approver = await app.users.role({ permission: 'APPROVE_CHANGE_REQUEST' });
    await app.users.grant(member, approver, 'default');
    const approve = (as: Principal) => app.as(as).post(startPath(plan, 0).replace(/start$/, 'approve'));
    equal((await approve(member)).status, 200);
    await app.users.withdraw(member, approver, 'default');
    equal((await approve(app.users.editor)).status, 200);
    await rests(name, clock + minute);
    const [gate] = (await progress(name)).gates;
    deepEqual([gate.holds, gate.reason.includes(member.name)], [false, true]);
    deepEqual(await shareOf(name), [10]);
    await app.users.grant(member, approver, 'default');
    clock += minute;
    await reaches(name, 100);
  });

  it('accept approvals of the named groups only, and none where no gate requires it', async () => {
    const gates = [{ type: 'approval', approvals: 1, groups: [4711] }];
    const { plan } = await release([{ ...milestonesFor(10)[0], transitionCondition: { gates } }, ...milestonesFor(100)]);
    const approve = (index: number) => app.as(app.users.admin).post(startPath(plan, index).replace(/start$/, 'approve'));
    deepEqual((await approve(0)).body.name, 'ForbiddenError');
    equal((await approve(1)).status, 400);
  });

  for (const [what, gate, path] of [
    ['a window without days', { type: 'window', from: '09:00', to: '10:00', timeZone: 'UTC' }, 'days'],
    ['an unknown time zone', { type: 'window', days: ['mon'], from: '09:00', to: '10:00', timeZone: 'Moon/Base' }, 'timeZone'],
    ['a window that ends before it starts', { type: 'window', days: ['mon'], from: '10:00', to: '09:00', timeZone: 'UTC' }, 'to'],
    ['a property of another type', { type: 'time', minutes: 1, approvals: 1 }, 'approvals'],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const { plan, path: at } = await release(milestonesFor(10, 100));
      const { status, body } = await editor().put(`${at}/progressions/${plan.milestones[0]?.id}`, {
        transitionCondition: { gates: [gate] },
      });
      deepEqual([status, body.details[0].path], [400, `transitionCondition/gates/0/${path}`], JSON.stringify(body));
    });
  }

  it('name the reason for which a step is refused, and try it again', async () => {
    const [segment = 0] = await addSegments(app, [`gone-${count}`]);
    const { name } = await release([
      { ...milestonesFor(10)[0], transitionCondition: { intervalMinutes: 5 } },
      { name: 'b', strategies: [rolloutTo(100, { segments: [segment] })] },
    ]);
    await rests(name, clock + 5 * minute);
    await app
      .store('toggles')
      .transaction((em) => em.getKysely<{ segment: { id: number } }>().deleteFrom('segment').where('id', '=', segment).execute());
    clock += 5 * minute;
    await eventually(async () => match(String((await progress(name)).problem), /There is no segment/));
    deepEqual(await shareOf(name), [10]);
    await rests(name, clock + 5 * minute);
    await app.store('toggles').transaction((em) =>
      tablesOf(em)
        .insertInto('segment')
        .values({
          id: segment,
          name: 'back',
          description: null,
          project_id: null,
          constraints: '[]',
          created_by: null,
          created_at: 0,
        } as never)
        .execute(),
    );
    clock += 5 * minute;
    await reaches(name, 100);
    equal((await progress(name)).problem, null);
  });

  it('rest while the feature is archived', async () => {
    const { name } = await release(timed(5, 10, 100));
    await archive(app, name);
    const events = await app.eventsOf('toggles', async () => {
      clock += 5 * minute;
      await rests(name, clock + 5 * minute);
    });
    deepEqual(events, []);
  });

  it('do not repeat a step when the clock finds them due again', async () => {
    const { name } = await release(timed(10, 10, 100));
    await rests(name, clock + 10 * minute);
    const events = await app.eventsOf('toggles', async () => {
      clock += 10 * minute;
      await reaches(name, 100);
      await wake(name);
      await rests(name, null);
    });
    equal(started(events).length, 1);
  });

  it('wait while the clock is back, and take no step twice when it jumps', async () => {
    const { name, plan } = await release(timed(10, 10, 50, 100));
    const begin = clock;
    const before = (await app.events('toggles')).length;
    const checkedAt = async (time: number, until: number | null) => {
      clock = time;
      await wake(name);
      await rests(name, until);
    };
    await checkedAt(begin - 24 * 60 * minute, begin + 10 * minute);
    await checkedAt(begin + 9 * minute, begin + 10 * minute);
    deepEqual(await shareOf(name), [10]);
    clock = begin + 10 * minute;
    await reaches(name, 50);
    await checkedAt(begin, begin + 20 * minute);
    deepEqual(await shareOf(name), [50]);
    await checkedAt(begin + 10_000 * minute, null);
    deepEqual(await shareOf(name), [100]);
    await checkedAt(begin, null);
    deepEqual(await shareOf(name), [100]);
    const own = (await app.events('toggles')).slice(before).filter(({ correlationid }) => correlationid === plan.id);
    deepEqual(
      started(own.map(({ data }) => data)).map(({ milestoneName }) => milestoneName),
      ['50 %', '100 %'],
    );
    clock = begin + 10_001 * minute;
  });
});
