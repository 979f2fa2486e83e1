import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { Failure, type Principal } from '@signalbox/contracts';
import { eventually } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { type ChangesApp, openChangesApp, requests, rollOut, switchOn } from './changes-app.fixture.ts';

const inAMinute = 60_000;

describe('a scheduled change request', () => {
  let at: ChangesApp;
  let author: Principal;
  let offsetMs = 0;
  let fault: Error | null = null;
  let refused = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const later = (ms = inAMinute) => new Date(now().getTime() + ms).toISOString();
  const statesOf = async (id: number) => {
    const { state, schedule } = await at.get(id);
    return [state, schedule?.status ?? null];
  };
  const scheduled = async (changes: object | readonly object[], scheduledAt = later()) => {
    const { id } = await at.approved(author, changes);
    const answer = await at.ask(at.applier, id, 'Scheduled', { scheduledAt });
    equal(answer.status, 200, JSON.stringify(answer.body));
    return { id, body: answer.body };
  };
  const kinds = async (work: () => Promise<unknown>) =>
    (await at.app.eventsOf('change-requests', work)).map(({ type, data }) => ({ type, data }));
  const isOn = async (feature: string) =>
    (await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/production`)).body.enabled;

  before(async () => {
    const answers = (toggles.answers ?? []).map((own): typeof own => ({
      ...own,
      async answer(input, context) {
        if (!fault) return own.answer(input, context);
        refused += 1;
        throw fault;
      },
    }));
    at = await openChangesApp({ effects: { now }, answers });
    await at.createFeatures(
      'one',
      'two',
      'three',
      'four',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
      'ten',
      'eleven',
      'twelve',
      'thirteen',
      'fourteen',
      'fifteen',
      'sixteen',
    );
  });
  after(() => at.close());
  beforeEach(() => {
    author = at.app.users.someone();
  });

  it('is applied at its time on behalf of the scheduler', async () => {
    const scheduledAt = later();
    const { id, body } = await scheduled(switchOn('one'), scheduledAt);
    deepEqual(
      [body.state, body.schedule],
      ['Scheduled', { scheduledAt, status: 'pending', failureReason: null, scheduledBy: at.applier.name }],
    );
    equal((await at.propose(author, switchOn('two'))).state, 'Draft');
    for (const state of ['Cancelled', 'In review']) equal((await at.ask(author, id, state)).status, 400);
    const emitted = await kinds(async () => {
      offsetMs += inAMinute;
      await eventually(async () => equal((await at.get(id)).state, 'Applied'));
    });
    const reported = { title: 'Turn on one in production', author: author.id, scheduledBy: at.applier.id };
    deepEqual(emitted, [
      { type: 'change-request-applied', data: { changeRequestId: id } },
      { type: 'change-request-scheduled-application-success', data: { changeRequestId: id, ...reported } },
    ]);
    equal(await isOn('one'), true);
    const underlying = (await at.app.events('toggles')).findLast(({ data }) => data.type === 'feature-environment-enabled');
    equal(underlying?.data.createdBy, at.applier.name);
    equal((await at.get(id)).schedule, undefined);
  });

  it('is refused for a past time, without a time, and for users who may not apply', async () => {
    const { id } = await at.approved(author, switchOn('two'));
    const ask = (more: object, as = at.applier) => at.ask(as, id, 'Scheduled', more);
    const past = await ask({ scheduledAt: later(-1000) });
    deepEqual([past.status, past.body.details[0].path], [400, 'scheduledAt']);
    deepEqual([(await ask({})).status, (await ask({ scheduledAt: 'soon' })).status], [400, 400]);
    equal((await ask({ scheduledAt: later() }, author)).status, 403);
    equal((await at.get(id)).state, 'Approved');
  });

  it('fails with the reason if there is a conflict, can be rescheduled, and is then applied', async () => {
    const { id } = await scheduled([rollOut('three'), switchOn('three')]);
    const archive = () => at.operator.post('/api/admin/projects/default/archive', { features: ['three'] });
    const emitted = await kinds(async () => {
      equal((await archive()).status, 202);
      await eventually(async () => deepEqual(await statesOf(id), ['Scheduled', 'failed']));
    });
    deepEqual(
      emitted.map(({ type }) => type),
      ['change-request-scheduled-application-failure'],
    );
    match((await at.get(id)).schedule.failureReason, /The feature three was archived by .+ after this was scheduled/);
    offsetMs += inAMinute;
    equal((await at.operator.post('/api/admin/projects/default/revive', { features: ['three'] })).status, 200);
    const again = await at.ask(at.applier, id, 'Scheduled', { scheduledAt: later() });
    deepEqual([again.status, again.body.schedule.status, again.body.schedule.failureReason], [200, 'pending', null]);
    offsetMs += inAMinute;
    await eventually(async () => equal((await at.get(id)).state, 'Applied'));
    equal(await isOn('three'), true);
  });

  it('waits while toggles is unavailable, however long and for whatever reason, and is applied afterwards', async () => {
    const { id } = await scheduled(switchOn('fifteen'));
    const [unavailable, early, busy] = (['UnavailableError', 'TooEarlyError', 'RateLimitError'] as const).map(
      (name) => new Failure(name, 'Try again shortly.'),
    );
    for (const reason of [unavailable, early, busy, new Error('the connection was lost')]) {
      fault = reason ?? null;
      offsetMs += 20 * inAMinute;
      const before = refused;
      await eventually(() => ok(refused > before + 1));
    }
    fault = null;
    await eventually(async () => deepEqual(await statesOf(id), ['Applied', null]));
    equal(await isOn('fifteen'), true);
  });

  it('fails if its feature changes afterwards, even if the clock of toggles is behind', async () => {
    const { id } = await scheduled(switchOn('fourteen'));
    offsetMs -= 2 * inAMinute;
    equal((await at.operator.post('/api/admin/projects/default/archive', { features: ['fourteen'] })).status, 202);
    await eventually(async () => deepEqual(await statesOf(id), ['Scheduled', 'failed']));
    offsetMs += 2 * inAMinute;
  });

  it('fails if a segment of its strategies, or a strategy of the feature that it switches on, changes', async () => {
    const constraint = (value: string) => ({ contextName: 'userId', operator: 'IN', values: [value] });
    const segment = { name: 'scheduled', constraints: [constraint('1')] };
    const { body: made } = await at.operator.post('/api/admin/segments', segment);
    const strategies = (feature: string) => `/api/admin/projects/default/features/${feature}/environments/production/strategies`;
    const withSegment = { name: 'default', segments: [made.id] };
    const adding = await scheduled({ action: 'addStrategy', feature: 'eleven', payload: withSegment });
    equal((await at.operator.post(strategies('twelve'), { name: 'default' })).status, 200);
    const { id: proposed } = await at.approved(author, switchOn('twelve'));
    equal((await at.operator.post(strategies('twelve'), withSegment)).status, 200);
    equal((await at.ask(at.applier, proposed, 'Scheduled', { scheduledAt: later() })).status, 200);
    const switching = await scheduled(switchOn('thirteen'));
    const off = await scheduled({ action: 'updateEnabled', feature: 'thirteen', payload: { enabled: false } });
    equal((await at.operator.put(`/api/admin/segments/${made.id}`, { ...segment, constraints: [] })).status, 204);
    equal((await at.operator.post(strategies('thirteen'), { name: 'default' })).status, 200);
    const reasonOf = async (id: number) => (await at.get(id)).schedule.failureReason;
    await eventually(async () => match(await reasonOf(adding.id), /^The segment \d+ was changed by/));
    await eventually(async () => match(await reasonOf(proposed), /^The segment \d+ was changed by/));
    await eventually(async () => match(await reasonOf(switching.id), /^A strategy of thirteen .* was added by/));
    deepEqual(await statesOf(off.id), ['Scheduled', 'pending']);
    for (const { id } of [adding, { id: proposed }, switching, off]) equal((await at.ask(at.approver, id, 'Rejected')).status, 200);
  });

  it('fails if the default strategy that it would add differs from the approved one', async () => {
    const path = '/api/admin/projects/default/environments/production/default-strategy';
    const setDefault = async (rollout: string) => equal((await at.operator.post(path, rollOut('', rollout).payload)).status, 200);
    await setDefault('1');
    const { id } = await scheduled(switchOn('sixteen'));
    await setDefault('100');
    offsetMs += inAMinute;
    await eventually(async () => deepEqual(await statesOf(id), ['Scheduled', 'failed']));
    equal(await isOn('sixteen'), false);
    equal((await at.ask(at.approver, id, 'Rejected')).status, 200);
  });

  it('fails if a strategy that it changes was changed, or its environment is frozen', async () => {
    const path = '/api/admin/projects/default/features/four/environments/production/strategies';
    const { body: strategy } = await at.operator.post(path, { name: 'default', title: 'old' });
    const { id } = await scheduled({
      action: 'updateStrategy',
      feature: 'four',
      payload: { id: strategy.id, name: 'default', title: 'new' },
    });
    equal((await at.operator.put(`${path}/${strategy.id}`, { name: 'default', title: 'other' })).status, 200);
    await eventually(async () => deepEqual(await statesOf(id), ['Scheduled', 'failed']));
    match((await at.get(id)).schedule.failureReason, /A strategy of four .* was changed by/);
    const other = await scheduled(switchOn('four'));
    const freeze = { name: 'Holidays', start: '2020-01-01T00:00', end: '2100-01-01T00:00', timeZone: 'Europe/Oslo', repeats: 'never' };
    await at.protect({ freezes: [freeze] });
    offsetMs += inAMinute;
    await eventually(async () => deepEqual(await statesOf(other.id), ['Scheduled', 'failed']));
    match((await at.get(other.id)).schedule.failureReason, /frozen until .*Holidays/);
    await at.protect({ freezes: [] });
  });

  it('is applied even if the environment no longer requires change requests', async () => {
    const { id } = await scheduled(switchOn('five'));
    await at.unprotect();
    offsetMs += inAMinute;
    await eventually(async () => equal((await at.get(id)).state, 'Applied'));
    equal(await isOn('five'), true);
    await at.protect();
  });

  it('can be applied or rejected manually before its time', async () => {
    const [first, second] = [await scheduled(switchOn('six')), await scheduled(switchOn('seven'))];
    equal((await at.ask(at.applier, first.id, 'Applied')).body.state, 'Applied');
    equal((await at.ask(at.approver, second.id, 'Rejected')).body.state, 'Rejected');
    offsetMs += inAMinute;
    equal(await isOn('seven'), false);
    deepEqual(
      [await statesOf(first.id), await statesOf(second.id)],
      [
        ['Applied', null],
        ['Rejected', null],
      ],
    );
    const left = await at.app
      .store('change-requests')
      .reader()
      .execute('select request_id from request_schedule where request_id in (?, ?)', [first.id, second.id]);
    deepEqual(left, [], 'completed requests would conflict with due ones');
  });

  it('is found by the feature, strategy and variants that it touches', async () => {
    const { id } = await scheduled({ action: 'patchVariant', feature: 'eight', payload: { variants: [] } });
    const find = async (query: string) => {
      const { status, body } = await at.app.as(author).get(`${requests}/scheduled${query}`);
      equal(status, 200, JSON.stringify(body));
      return body.map((request: { id: number }) => request.id);
    };
    deepEqual(await find('?feature=eight'), [id]);
    deepEqual(await find('?variantForFlag=eight&feature=nothing'), [id]);
    deepEqual([await find('?strategyId=eight'), await find('?feature=one'), await find('')], [[], [], []]);
  });

  it('is listed with changes to the same objects in other requests of the environment, or of all environments for project-wide changes', async () => {
    const { id } = await scheduled([switchOn('nine'), rollOut('nine')]);
    equal((await at.app.as(author).put(`${requests}/${id}/title`, { title: 'Christmas' })).status, 204);
    const beside = ({ features }: { features: { changes: { action: string; scheduleConflicts?: object }[] }[] }) =>
      features.flatMap(({ changes }) => changes.map(({ action, scheduleConflicts }) => [action, scheduleConflicts ?? null]));
    const christmas = { changeRequests: [{ id, title: 'Christmas' }] };
    const other = at.app.users.someone();
    const proposed = await at.propose(other, [rollOut('nine'), switchOn('ten')]);
    deepEqual(beside(proposed), [
      ['addStrategy', christmas],
      ['updateEnabled', null],
    ]);
    deepEqual(beside(await at.get(id)), [
      ['updateEnabled', null],
      ['addStrategy', null],
    ]);
    await at.protect({}, 'development');
    const archiving = { action: 'archiveFeature', feature: 'nine' };
    deepEqual(beside(await at.propose(other, [rollOut('nine'), archiving], 'development')), [
      ['addStrategy', null],
      ['archiveFeature', christmas],
    ]);
    await at.unprotect('development');
    equal((await at.ask(at.approver, id, 'Rejected')).body.state, 'Rejected');
    deepEqual(beside(await at.get(proposed.id)), [
      ['addStrategy', null],
      ['updateEnabled', null],
    ]);
  });
});
