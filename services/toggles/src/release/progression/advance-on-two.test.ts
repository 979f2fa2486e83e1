import { deepEqual } from 'node:assert/strict';
import { eventually, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { postFeatures } from '../../feature/feature/feature.fixture.ts';
import { featureEnvironmentPath } from '../../feature/strategy/strategy.fixture.ts';
import { toggles } from '../../service.ts';
import { postPlan, readPlan, startPath } from '../plan/plan.fixture.ts';
import { milestonesFor } from '../template/template.fixture.ts';

const minute = 60_000;
const shares = [10, 20, 30, 40];

// Requires a second process.
if (testEnvironment.way === 'distributed')
  describe('releases that two processes advance at the same time', () => {
    let app: TestApp;
    let second: TestApp;
    let clock = Date.parse('2026-03-02T08:00:00.000Z');
    before(async () => {
      const jobs = (toggles.jobs ?? [])
        .filter(({ name }) => name === 'advance-releases')
        .map((job) => ({ ...job, everyMs: 20, oneAtATime: false }));
      const effects = { now: () => new Date(clock) };
      app = await start([{ ...toggles, jobs }], { jobs: true, effects });
      second = await start([{ ...toggles, jobs }], { jobs: true, effects, workspace: app.workspace });
    });
    after(async () => {
      await second.close({ keepData: true });
      await app.close();
    });

    it('take each step once and in order', async () => {
      const names = Array.from({ length: 8 }, (_, index) => `raced-${index}`);
      await postFeatures(app, names);
      const milestones = milestonesFor(...shares).map((milestone) => ({ ...milestone, transitionCondition: { intervalMinutes: 10 } }));
      for (const name of names) {
        const plan = await postPlan(app, name, { milestones });
        await app.as(app.users.admin).post(startPath(plan, 0));
        await app.as(app.users.admin).post(`${featureEnvironmentPath(name)}/on`);
      }
      for (const [step] of shares.slice(1).entries()) {
        clock += 10 * minute;
        await eventually(async () => {
          for (const name of names) {
            const { activeMilestoneId, milestones: own } = await readPlan(app, name);
            deepEqual(
              own.findIndex(({ id }) => id === activeMilestoneId),
              step + 1,
              name,
            );
          }
        });
      }
      const events = (await app.events('toggles')).filter(({ data }) => data.type === 'release-plan-milestone-started');
      for (const name of names) {
        const own = events
          .filter(({ data }) => data.featureName === name)
          .map(({ data }) => (data.data as { milestoneName: string }).milestoneName);
        deepEqual(
          own,
          shares.map((share) => `${share} %`),
          name,
        );
        const { body } = await app.as(app.users.viewer).get(`${featureEnvironmentPath(name)}/strategies`);
        deepEqual(
          body.map(({ parameters }: { parameters: { rollout: string } }) => parameters.rollout),
          ['40'],
          name,
        );
      }
    });
  });
