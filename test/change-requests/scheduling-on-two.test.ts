import { deepEqual, equal } from 'node:assert/strict';
import { changeRequests } from '@signalbox/change-requests';
import { eventually, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { type ChangesApp, openChangesApp, rollOut } from './changes-app.fixture.ts';

const minuteMs = 60_000;

// Requires a second process.
if (testEnvironment.way === 'distributed')
  describe('a schedule with several processes', () => {
    let at: ChangesApp;
    let second: TestApp;
    let ahead = 0;
    const effects = { now: () => new Date(Date.now() + ahead) };
    before(async () => {
      at = await openChangesApp({ effects });
      second = await start([changeRequests, toggles], { effects, jobs: true, workspace: at.app.workspace });
      await at.createFeatures('first', 'second', 'third');
    });
    after(async () => {
      await second.close({ keepData: true });
      await at.close();
    });

    it('is applied once, when its time has come', async () => {
      const features = ['first', 'second', 'third'];
      const requests = await Promise.all(features.map((feature) => at.approved(at.app.users.someone(), rollOut(feature))));
      const scheduledAt = new Date(Date.now() + 60 * minuteMs);
      for (const { id } of requests)
        equal((await at.ask(at.applier, id, 'Scheduled', { scheduledAt: scheduledAt.toISOString() })).status, 200);
      ahead = 60 * minuteMs;
      for (const { id } of requests)
        await eventually(async () => {
          const { state, schedule } = await at.get(id);
          equal(state, 'Applied', JSON.stringify(schedule));
        });
      const applied = (await at.app.events('change-requests')).filter(({ data }) => data.type === 'change-request-applied');
      equal(applied.length, features.length);
      for (const feature of features) {
        const { body } = await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/production`);
        deepEqual(body.strategies.length, 1, feature);
      }
    });
  });
