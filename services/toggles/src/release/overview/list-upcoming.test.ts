import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { addProject, features, postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { tablesOf } from '../../tables/tables.ts';
import { postPlan, startPath } from '../plan/plan.fixture.ts';
import { guardBy } from '../safeguard/safeguard.fixture.ts';
import { rolloutTo } from '../template/template.fixture.ts';

const path = '/api/admin/release-plans/upcoming';
const soon = new Date('2040-01-01T00:00:00Z');
const later = new Date('2040-01-02T00:00:00Z');

describe('the upcoming milestones of all projects', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
    await addProject(app, 'secret');
    await app.users.hide('secret');
  });
  after(() => app.close());

  /** A release in its first milestone, which is left on the conditions. */
  async function release(name: string, gates: readonly object[], { dueAt = soon, project = 'default', isOn = true } = {}) {
    await postFeatures(app, [name]);
    const milestones = [
      { name: 'Half', strategies: [rolloutTo(50)], transitionCondition: { gates } },
      { name: 'Everyone', strategies: [rolloutTo(100)] },
    ];
    const plan = await postPlan(app, name, { milestones, safeguards: [guardBy('errors')] });
    equal((await app.as(app.users.admin).post(startPath(plan, 0))).status, 200);
    if (isOn) equal((await app.as(app.users.admin).post(`${featureEnvironmentPath(name)}/on`)).status, 200);
    if (project !== 'default')
      equal((await app.as(app.users.admin).post(`${features}/${name}/changeProject`, { newProjectId: project })).status, 200);
    const triggered = JSON.stringify([{ ...plan.safeguards[0], triggeredAt: soon.toISOString(), reason: 'It is 11.' }]);
    await app.store('toggles').transaction((em) =>
      tablesOf(em)
        .updateTable('release_plan')
        .set({ due_at: dueAt.getTime(), ...(name === 'stopped' && { safeguards: triggered }) })
        .where('feature_name', '=', name)
        .execute(),
    );
  }
  const time = { type: 'time', minutes: 60 };
  const window = { type: 'window', days: ['mon'], from: '09:00', to: '15:00', timeZone: 'UTC' };
  const found = async (who = app.users.someone()) => {
    const { status, body } = await app.as(who).get(path);
    equal(status, 200);
    return body;
  };
  const inDevelopment = (featureName: string) => ({ project: 'default', featureName, environment: 'development' });

  it('are listed by time, if nothing else separates them from their start and the feature is on', async () => {
    await release('later', [time, window], { dueAt: later });
    await release('soon', [time]);
    await release('approved', [time, { type: 'approval', approvals: 1 }]);
    await release('off', [time], { isOn: false });
    await release('due', [time], { dueAt: new Date(0) });
    deepEqual(await found(), {
      milestones: [
        { ...inDevelopment('soon'), milestone: 'Everyone', startsAt: soon.toISOString() },
        { ...inDevelopment('later'), milestone: 'Everyone', startsAt: later.toISOString() },
      ],
      stopped: [],
    });
  });

  it('come with the releases that a safeguard stopped', async () => {
    await release('stopped', [{ type: 'approval', approvals: 1 }]);
    deepEqual((await found()).stopped, [{ ...inDevelopment('stopped'), reason: 'It is 11.' }]);
  });

  it('are hidden with their project', async () => {
    await release('hidden', [time], { project: 'secret' });
    const namesFor = async (who?: typeof app.users.admin) =>
      (await found(who)).milestones.map(({ featureName }: { featureName: string }) => featureName);
    deepEqual(
      [await namesFor(), await namesFor(app.users.admin)],
      [
        ['soon', 'later'],
        ['soon', 'hidden', 'later'],
      ],
    );
  });

  it('are not announced for a time in which a freeze prevents their start', async () => {
    const freeze = { name: 'New year', start: '2039-12-31T12:00', end: '2040-01-01T12:00', timeZone: 'UTC', repeats: 'never' };
    const config = '/api/admin/projects/default/environments/development/change-requests/config';
    const body = { changeRequestsEnabled: true, freezes: [freeze] };
    equal((await app.as(app.users.admin).put(config, body)).status, 200);
    deepEqual((await found()).milestones, [{ ...inDevelopment('later'), milestone: 'Everyone', startsAt: later.toISOString() }]);
  });
});
