import { deepEqual, equal, match } from 'node:assert/strict';
import type { Principal, Safeguard } from '@signalbox/contracts';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { addProject, archive, features, postFeatures, protect } from '../../feature/feature/feature.fixture.ts';
import { environmentKeys, featureEnvironmentPath, isOn, postStrategies } from '../../feature/strategy/strategy.fixture.ts';
import { counterOf, reportImpact } from '../../metric/metric.fixture.ts';
import { toggles } from '../../service.ts';
import { guardBy } from './safeguard.fixture.ts';

const minute = 60_000;
const jobs = (toggles.jobs ?? []).filter(({ name }) => name === 'check-safeguards').map((job) => ({ ...job, everyMs: 20 }));

describe('safeguards of a feature in an environment', () => {
  let app: TestApp;
  let clock = Date.parse('2026-03-02T08:10:00.000Z');
  let count = 0;
  before(async () => {
    app = await start([{ ...toggles, jobs }], { jobs: true, effects: { now: () => new Date(clock) } });
  });
  after(() => app.close());

  const editor = () => app.as(app.users.editor);
  const path = (name: string, environment = 'development') => `${featureEnvironmentPath(name, environment)}/safeguards`;
  async function put(name: string, input: object, environment = 'development'): Promise<Safeguard> {
    const { status, body } = await app.as(app.users.admin).put(path(name, environment), input);
    equal(status, 200, JSON.stringify(body));
    return body as Safeguard;
  }
  const switchOn = async (name: string, environment = 'development') =>
    equal((await app.as(app.users.admin).post(`${featureEnvironmentPath(name, environment)}/on`)).status, 200);
  /** A feature that is on, with a safeguard and a metric of its own. */
  async function guarded(more: object = {}, environment = 'development') {
    const name = `on-${(count += 1)}`;
    const metric = `failures_${count}`;
    await postFeatures(app, [name]);
    await postStrategies(app, featureEnvironmentPath(name, environment), {});
    await switchOn(name, environment);
    const safeguard = await put(name, guardBy(metric, more), environment);
    return { name, metric, safeguard };
  }
  const report = (name: string, value: number, environment = 'development') =>
    reportImpact(app, [counterOf(name, value, { appName: 'shop' })], { environment, at: clock });
  const off = (name: string, environment = 'development') =>
    eventually(async () => equal(await isOn(app, featureEnvironmentPath(name, environment)), false));
  const read = async (name: string): Promise<Safeguard | undefined> =>
    (await app.as(app.users.viewer).get(featureEnvironmentPath(name))).body.safeguards?.[0];
  const since = async (before: number) => (await app.events('toggles')).slice(before).map(({ data }) => data);
  /** Waits until the job has checked everything: another feature whose safeguard is triggered afterwards is off. */
  async function checked(): Promise<void> {
    const { name, metric } = await guarded();
    await report(metric, 11);
    await off(name);
  }

  it('have only the state that they set themselves, even if a request names another', async () => {
    const state = { setAt: '2999-01-01T00:00:00.000Z', beyondAt: ['2999-01-01T00:00:00.000Z'], restoredId: 'x', surprise: 1 };
    const { safeguard } = await guarded({ ...state, debounce: { times: 2, minutes: 5 } });
    deepEqual([safeguard.setAt, Object.keys(safeguard).filter((name) => name in state)], [new Date(clock).toISOString(), ['setAt']]);
  });

  it('switch the feature off once the metric passes the limit, in their own name, and say why', async () => {
    const { name, metric, safeguard } = await guarded();
    deepEqual(
      [safeguard.action, safeguard.onNoData, safeguard.graceMinutes, safeguard.setAt],
      ['disableFeatureEnvironment', 'ignore', 15, new Date(clock).toISOString()],
    );
    await report(metric, 10);
    await checked();
    equal(await isOn(app, featureEnvironmentPath(name)), true);
    const before = (await app.events('toggles')).length;
    await report(metric, 1);
    await off(name);
    const events = await since(before);
    deepEqual(
      events.map(({ type, createdBy, featureName, environment }) => [type, createdBy, featureName, environment]),
      [
        ['safeguard-triggered', `safeguard ${metric}`, name, 'development'],
        ['feature-environment-disabled', `safeguard ${metric}`, name, 'development'],
      ],
    );
    const triggered = await read(name);
    equal(triggered?.triggeredAt, new Date(clock).toISOString());
    match(String(triggered?.reason), new RegExp(`count of ${metric} in the past hour is 11, above the limit of 10`));
    deepEqual(events[0]?.data, { safeguard: triggered });
    await report(metric, 100);
    await checked();
    equal((await since(before)).filter(({ featureName }) => featureName === name).length, 2);
  });

  it('show no data to a caller who cannot see the feature that a label names', async () => {
    await addProject(app, 'secret');
    await postFeatures(app, ['secret-feature'], 'secret');
    await app.users.hide('secret');
    const { metric: metricName, name } = await guarded();
    const labelSelectors = { secret_feature: ['enabled'] };
    const { id } = (await read(name)) ?? {};
    await put(name, {
      ...guardBy(metricName, { triggerCondition: { operator: '>', threshold: 1000 } }),
      id,
      impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'count', labelSelectors },
    });
    await reportImpact(app, [counterOf(metricName, 154, { secret_feature: 'enabled' })], { at: clock });
    const stateFor = async (user: Principal) => {
      const { state, value } = (await app.as(user).get(path(name))).body.safeguardStates[0];
      return [state, value];
    };
    await eventually(async () => deepEqual(await stateFor(app.users.admin), ['fine', 154]));
    deepEqual(await stateFor(app.users.viewer), ['no data', null]);
  });

  it('act again once the feature is on again', async () => {
    const { name, metric } = await guarded();
    await report(metric, 11);
    await off(name);
    clock += 61 * minute; // The hour of the failures is over.
    await switchOn(name);
    await checked();
    equal(await isOn(app, featureEnvironmentPath(name)), true);
    await report(metric, 11);
    await off(name);
  });

  it('count missing values from the time at which they are set, and only if asked to', async () => {
    const { name } = await guarded({ onNoData: 'off', graceMinutes: 20 });
    const { name: patient } = await guarded({ graceMinutes: 0 });
    clock += 30 * minute;
    await off(name);
    match(String((await read(name))?.reason), /has no values/);
    await switchOn(name);
    await put(name, { ...guardBy('other'), id: (await read(name))?.id, onNoData: 'off', graceMinutes: 40 });
    clock += 39 * minute;
    await checked();
    deepEqual([await isOn(app, featureEnvironmentPath(name)), await isOn(app, featureEnvironmentPath(patient))], [true, true]);
  });

  it('compare with the time before they were set, count minutes, and watch signals', async () => {
    const earlier = { compare: 'before', graceMinutes: 0, triggerCondition: { operator: '>', threshold: 1.5 } };
    const { name, metric, safeguard } = await guarded({ debounce: { times: 2, minutes: 3 } });
    await report(metric, 10);
    clock += 2 * minute;
    await put(name, { ...guardBy(metric, earlier), id: safeguard.id, debounce: { times: 2, minutes: 3 } });
    clock += 3 * minute;
    await report(metric, 20);
    await eventually(async () => equal((await read(name))?.beyondAt?.length, 1));
    equal(await isOn(app, featureEnvironmentPath(name)), true);
    clock += minute;
    await off(name);
    const { name: alerted } = await guarded({
      impactMetric: { ...guardBy('alert').impactMetric, source: 'signal' },
      triggerCondition: { operator: '>', threshold: 0 },
    });
    equal((await app.as(app.users.admin).post('/api/signals/alert', { firing: true, summary: 'Errors' })).status, 200);
    await off(alerted);
  });

  it('are listed with their states while the feature is on', async () => {
    const { name, metric, safeguard } = await guarded();
    await report(metric, 4);
    const list = async () => (await app.as(app.users.viewer).get(path(name))).body;
    await eventually(async () => deepEqual((await list()).safeguardStates[0]?.value, 4));
    const { safeguards, safeguardStates } = await list();
    deepEqual([safeguards, safeguardStates[0].state], [[safeguard], 'fine']);
    const { environments } = (await app.as(app.users.viewer).get(`${features}/${name}`)).body;
    deepEqual(
      environments.map((environment: { safeguards?: unknown }) => environment.safeguards),
      [[safeguard], undefined],
    );
    equal((await editor().post(`${featureEnvironmentPath(name)}/off`)).status, 200);
    deepEqual((await list()).safeguardStates, []);
    equal((await app.as(app.users.viewer).get(path('nobody'))).status, 404);
  });

  it('are added, changed and deleted with events', async () => {
    const { name, metric, safeguard } = await guarded();
    const { id } = safeguard;
    const changed = guardBy(metric, { id, triggerCondition: { operator: '>', threshold: 99 } });
    const events = await app.eventsOf('toggles', async () => {
      equal((await editor().put(path(name), changed)).status, 200);
      equal((await editor().put(path(name), changed)).status, 200);
      equal((await editor().delete(`${path(name)}/${id}`)).status, 204);
      equal((await editor().delete(`${path(name)}/${id}`)).status, 404);
    });
    deepEqual(
      events.map(({ type, data, preData }) => [type, data === null, preData === null]),
      [
        ['safeguard-changed', false, false],
        ['safeguard-deleted', true, false],
      ],
    );
    deepEqual(events[0]?.preData, { safeguard });
    equal(events[0]?.featureName, environmentKeys(name).featureName);
    equal(await read(name), undefined);
    for (let index = 0; index < 10; index += 1) await put(name, guardBy(`m${index}`));
    equal((await editor().put(path(name), guardBy('one-too-many'))).status, 400);
  });

  it('are refused with an action of releases, with an unknown id, and without the permission', async () => {
    const { name } = await guarded();
    for (const more of [{ action: 'step-back' }, { onNoData: 'hold' }, { compare: 'relative' }])
      equal((await editor().put(path(name), guardBy('x', more))).status, 400, JSON.stringify(more));
    equal((await editor().put(path(name), guardBy('x', { id: 'unknown' }))).status, 404);
    equal((await editor().put(path('nobody'), guardBy('x'))).status, 404);
    equal((await app.as(app.users.viewer).put(path(name), guardBy('x'))).status, 403);
    const member = app.users.someone();
    await app.users.grant(
      member,
      await app.users.role({ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'development' }),
      'default',
    );
    equal((await app.as(member).put(path(name), guardBy('x'))).status, 200);
    equal((await app.as(member).put(path(name, 'production'), guardBy('x'))).status, 403);
    await archive(app, name);
    equal((await editor().put(path(name), guardBy('x'))).status, 404);
  });

  it('act at once in a protected environment, where nobody may change them directly', async () => {
    const { name, metric, safeguard } = await guarded({}, 'production');
    await protect(app, 'default', 'production');
    const member = app.users.someone();
    await app.users.grant(member, await app.users.role({ permission: 'UPDATE_FEATURE_ENVIRONMENT', environment: 'production' }), 'default');
    equal((await app.as(member).put(path(name, 'production'), guardBy('x'))).status, 403);
    equal((await app.as(member).delete(`${path(name, 'production')}/${safeguard.id}`)).status, 403);
    const before = (await app.events('toggles')).length;
    await report(metric, 11, 'production');
    await off(name, 'production');
    deepEqual(
      (await since(before)).map(({ type }) => type),
      ['protection-bypassed', 'safeguard-triggered', 'feature-environment-disabled'],
    );
  });
});
