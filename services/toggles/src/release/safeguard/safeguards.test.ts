import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { environmentKeys, featureEnvironmentPath, isOn } from '../../feature/strategy/strategy.fixture.ts';
import { counterOf, reportImpact } from '../../metric/metric.fixture.ts';
import { toggles } from '../../service.ts';
import { plansPath, postPlan, readPlan, startPath } from '../plan/plan.fixture.ts';
import { milestonesFor } from '../template/template.fixture.ts';
import { guardBy } from './safeguard.fixture.ts';

const minute = 60_000;
const jobs = (toggles.jobs ?? [])
  .filter(({ name }) => name === 'advance-releases' || name === 'check-safeguards')
  .map((job) => ({ ...job, everyMs: 20 }));

describe('safeguards', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-02T08:10:00.000Z');
  let count = 0;
  before(async () => {
    app = await start([{ ...toggles, jobs }], { jobs: true, effects: { now: () => new Date(clock) } });
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const guard = (metricName: string, more: object = {}) => guardBy(metricName, { onNoData: 'ignore', ...more });
  /** A feature that is on, in the second milestone of a guarded plan. */
  async function release(safeguard: (metric: string) => object, environment = 'development') {
    const name = `guarded-${(count += 1)}`;
    const metric = `errors_${count}`;
    await postFeatures(app, [name]);
    const milestones = milestonesFor(10, 50, 100).map((milestone) => ({ ...milestone, transitionCondition: { intervalMinutes: 60 } }));
    const plan = await postPlan(app, name, { milestones, safeguards: [safeguard(metric)] }, environment);
    for (const index of [0, 1]) equal((await app.as(app.users.admin).post(startPath(plan, index))).status, 200);
    equal((await app.as(app.users.admin).post(`${featureEnvironmentPath(name, environment)}/on`)).status, 200);
    return { name, metric, plan };
  }
  const report = (name: string, value: number, { environment = 'development', appName = 'shop' } = {}) =>
    reportImpact(app, [counterOf(name, value, { appName })], { environment, at: clock });
  const typesSince = async (before: number) => (await app.events('toggles')).slice(before).map(({ data }) => data.type);
  const paused = (name: string) =>
    eventually(async () =>
      equal(
        (await readPlan(app, name)).milestones.some(({ pausedAt }) => Boolean(pausedAt)),
        true,
      ),
    );
  const active = async (name: string, environment = 'development') => {
    const { activeMilestoneId, milestones } = await readPlan(app, name, environment);
    return milestones.find(({ id }) => id === activeMilestoneId)?.name;
  };

  const statesOf = async (name: string) =>
    (await app.as(app.users.viewer).get(plansPath(name))).body[0].safeguardStates as { state: string; value: number | null }[];

  it('pause a release once the metric passes the threshold, until it is resumed', async () => {
    const { name, metric, plan } = await release((own) => guard(own));
    const before = (await app.events('toggles')).length;
    await report(metric, 8);
    await report(metric, 100, { appName: 'other' });
    await report(metric, 100, { environment: 'production' });
    await report(metric, 3);
    await paused(name);
    const [safeguard] = (await readPlan(app, name)).safeguards;
    match(String(safeguard?.reason), new RegExp(`count of ${metric} in the past hour is 11, above the limit of 10`));
    deepEqual(await typesSince(before), ['safeguard-triggered', 'release-plan-progressions-paused']);
    clock += 60 * minute;
    equal(await active(name), '50 %');
    clock += 60 * minute; // The hour of the errors is over.
    equal((await editor().post(`${featureEnvironmentPath(name)}/progressions/${plan.id}/resume`)).status, 200);
    equal((await readPlan(app, name)).safeguards[0]?.triggeredAt, null);
    clock += 60 * minute;
    await eventually(async () => equal(await active(name), '100 %'));
  });

  it('step back to the previous milestone, and stay there', async () => {
    const { name, metric } = await release((own) => guard(own, { action: 'step-back' }));
    await report(metric, 11);
    await paused(name);
    equal(await active(name), '10 %');
    equal((await readPlan(app, name)).milestones[0]?.pausedAt, new Date(clock).toISOString());
    equal(await isOn(app, featureEnvironmentPath(name)), true);
  });

  it('switch the feature off', async () => {
    const { name, metric } = await release((own) => guard(own, { action: 'off' }));
    equal((await readPlan(app, name)).safeguards[0]?.action, 'disableFeatureEnvironment');
    await report(metric, 11);
    await paused(name);
    equal(await isOn(app, featureEnvironmentPath(name)), false);
  });

  it('only notify, once', async () => {
    const { name, metric } = await release((own) => guard(own, { action: 'notify' }));
    const before = (await app.events('toggles')).length;
    await report(metric, 11);
    await eventually(async () => deepEqual(await typesSince(before), ['safeguard-triggered']));
    equal(await active(name), '50 %');
    const { name: next, metric: other } = await release((own) => guard(own));
    await report(other, 11);
    await paused(next);
    equal((await typesSince(before)).filter((type) => type === 'safeguard-triggered').length, 2);
  });

  it('hold a release whose metric has no values, after the grace period', async () => {
    const { name } = await release((own) => guard(own, { onNoData: 'hold', graceMinutes: 20 }));
    clock += 19 * minute;
    const { name: later } = await release((own) => guard(own, { onNoData: 'hold', graceMinutes: 0 }));
    await paused(later);
    equal(
      (await readPlan(app, name)).milestones.some(({ pausedAt }) => pausedAt),
      false,
    );
    clock += minute;
    await paused(name);
    match(String((await readPlan(app, name)).safeguards[0]?.reason), /has no values/);
  });

  it('step back while a signal fires', async () => {
    const { name } = await release(() => ({
      ...guard('shop-alert', { action: 'step-back', triggerCondition: { operator: '>', threshold: 0 } }),
      impactMetric: { ...guard('shop-alert').impactMetric, source: 'signal' },
    }));
    const send = (firing: boolean) => app.as(app.users.admin).post('/api/signals/shop-alert', { firing, summary: 'Errors' });
    equal((await send(false)).status, 200);
    equal((await statesOf(name))[0]?.state, 'fine');
    equal((await send(true)).status, 200);
    await eventually(async () => equal(await active(name), '10 %'));
    match(String((await readPlan(app, name)).safeguards[0]?.reason), /The signal shop-alert is 1/);
  });

  it('compare users with the feature to those without it, and return what they see', async () => {
    const relative = { compare: 'relative', per: 'requests_total', minimumSample: 1000, triggerCondition: { operator: '>', threshold: 1 } };
    const { name, metric } = await release((own) =>
      guard(own, { ...relative, impactMetric: { ...guard(own).impactMetric, labelSelectors: {} } }),
    );
    equal((await statesOf(name))[0]?.state, 'no data');
    clock += 2 * minute;
    const label = name.replaceAll('-', '_');
    const sides = (treated: number, control: number, called: string) =>
      [
        ['enabled', treated],
        ['disabled', control],
      ].map(([side, value]) => counterOf(called, Number(value), { [label]: String(side) }));
    await reportImpact(app, [...sides(5000, 900, 'requests_total'), ...sides(500, 45, metric)], { at: clock });
    await eventually(async () => equal((await statesOf(name))[0]?.state, 'undecided'));
    await reportImpact(app, [...sides(0, 4100, 'requests_total'), ...sides(0, 205, metric)], { at: clock });
    await paused(name);
    const [state] = await statesOf(name);
    deepEqual([state?.state, state?.value], ['beyond', 2]);
  });

  it('compare with the time before the milestone, and count minutes beyond the limit', async () => {
    const before = {
      compare: 'before',
      graceMinutes: 0,
      triggerCondition: { operator: '>', threshold: 1.5 },
      debounce: { times: 2, minutes: 3 },
    };
    const name = `guarded-${(count += 1)}`;
    const metric = `errors_${count}`;
    await postFeatures(app, [name]);
    const plan = await postPlan(app, name, { milestones: milestonesFor(10, 100), safeguards: [guard(metric, before)] });
    await report(metric, 10);
    clock += 2 * minute;
    for (const path of [startPath(plan, 0), `${featureEnvironmentPath(name)}/on`]) equal((await editor().post(path)).status, 200);
    clock += 3 * minute;
    await report(metric, 20);
    const [first] = plan.safeguards;
    await eventually(async () => equal((await readPlan(app, name)).safeguards[0]?.beyondAt?.length, 1));
    equal((await statesOf(name))[0]?.state, 'beyond');
    deepEqual([first?.triggeredAt, (await readPlan(app, name)).safeguards[0]?.triggeredAt], [null, null]);
    clock += minute;
    await paused(name);
    equal((await readPlan(app, name)).safeguards[0]?.beyondAt?.length, 2);
  });

  it('are refused if their comparison lacks a property or has one of another', async () => {
    const { plan, name } = await release((own) => guard(own));
    const refused = async (more: object) => {
      const { status, body } = await editor().put(`${plansPath(name)}/${plan.id}/safeguards`, guard('x', more));
      return [status, body.details[0].path];
    };
    const { impactMetric } = guard('x');
    deepEqual(await refused({ compare: 'relative' }), [400, 'per']);
    deepEqual(await refused({ compare: 'before', triggerCondition: { operator: '>', threshold: 0 } }), [400, 'triggerCondition/threshold']);
    deepEqual(await refused({ variant: 'red' }), [400, 'variant']);
    deepEqual(await refused({ minimumSample: 5 }), [400, 'minimumSample']);
    deepEqual(await refused({ debounce: { times: 4, minutes: 3 } }), [400, 'debounce/times']);
    deepEqual(await refused({ per: 'y', impactMetric: { ...impactMetric, aggregationMode: 'p95' } }), [
      400,
      'impactMetric/aggregationMode',
    ]);
    deepEqual(await refused({ compare: 'before', impactMetric: { ...impactMetric, source: 'signal' } }), [400, 'compare']);
  });

  it('are added, changed and deleted with events', async () => {
    const { name, plan, metric } = await release((own) => guard(own));
    const [first] = plan.safeguards;
    const path = `${plansPath(name)}/${plan.id}/safeguards`;
    const events = await app.eventsOf('toggles', async () => {
      const { status, body } = await editor().put(path, {
        ...guard(metric),
        id: first?.id,
        triggerCondition: { operator: '>', threshold: 99 },
      });
      equal(status, 200, JSON.stringify(body));
      equal(
        (await editor().put(path, { ...guard(metric), id: first?.id, triggerCondition: { operator: '>', threshold: 99 } })).status,
        200,
      );
      equal((await editor().put(path, guard('another'))).body.safeguards.length, 2);
      equal((await editor().delete(`${path}/${first?.id}`)).status, 204);
      equal((await editor().delete(`${path}/${first?.id}`)).status, 404);
    });
    deepEqual(
      events.map(({ type, preData }) => [type, preData === null]),
      [
        ['safeguard-changed', false],
        ['safeguard-changed', true],
        ['safeguard-deleted', false],
      ],
    );
    deepEqual(events[0]?.preData, { releasePlanId: plan.id, safeguard: first });
    equal(events[0]?.featureName, environmentKeys(name).featureName);
    const external = await editor().put(path, guard('x', { impactMetric: { ...guard('x').impactMetric, source: 'external' } }));
    deepEqual([external.status, external.body.details[0].path], [400, 'impactMetric/source']);
    for (let index = 1; index < 10; index += 1) await editor().put(path, guard(`m${index}`));
    equal((await editor().put(path, guard('one-too-many'))).status, 400);
  });

  it('may go back in a protected environment, which is reviewed afterwards; so may users, but not forward', async () => {
    const { name, metric, plan } = await release((own) => guard(own, { action: 'step-back' }), 'production');
    const { name: manual, plan: own } = await release((unused) => guard(unused), 'production');
    await protect(app, 'default', 'production');
    const member: Principal = app.users.someone();
    await app.users.grant(member, await app.users.role({ permission: 'UPDATE_FEATURE_STRATEGY' }), 'default');
    const before = (await app.events('toggles')).length;
    await report(metric, 11, { environment: 'production' });
    await eventually(async () => equal(await active(name, 'production'), '10 %'));
    const [first, ...others] = (await app.events('toggles')).slice(before);
    deepEqual([first?.data.type, first?.data.createdBy], ['protection-bypassed', `safeguard ${metric}`]);
    equal(
      others.every(({ correlationid }) => correlationid === first?.correlationid && correlationid !== plan.id),
      true,
    );
    equal((await app.as(member).post(startPath(own, 2))).status, 403);
    const events = await app.eventsOf('toggles', async () => equal((await app.as(member).post(startPath(own, 0))).status, 200));
    equal(events[0]?.type, 'protection-bypassed');
    equal(await active(manual, 'production'), '10 %');
    equal((await app.as(member).post(startPath(own, 1))).status, 403);
  });

  it('stay triggered, and the release paused, when a user goes back, until somebody may resume the release', async () => {
    const { name, metric, plan } = await release((own) => guard(own));
    const resume = (as: Principal) => app.as(as).post(`${featureEnvironmentPath(name)}/progressions/${plan.id}/resume`);
    await report(metric, 11);
    await paused(name);
    await protect(app, 'default', 'development');
    const member: Principal = app.users.someone();
    await app.users.grant(member, await app.users.role({ permission: 'UPDATE_FEATURE_STRATEGY' }), 'default');
    const [safeguard] = (await readPlan(app, name)).safeguards;
    const pausedAt = new Date(clock).toISOString();
    clock += 120 * minute;
    equal((await resume(member)).status, 403);
    const { status, body } = await app.as(member).post(startPath(plan, 0));
    deepEqual([status, body.activeMilestoneId, body.milestones[0].pausedAt], [200, plan.milestones[0]?.id, pausedAt]);
    deepEqual(body.safeguards, [safeguard]);
    equal((await resume(app.users.admin)).status, 200);
    const { milestones, safeguards } = await readPlan(app, name);
    deepEqual([milestones[0]?.pausedAt, safeguards[0]?.triggeredAt], [null, null]);
  });
});
