import { deepEqual, equal, ok } from 'node:assert/strict';
import { changeRequests } from '@signalbox/change-requests';
import { eventually, start, type TestApp, testEnvironment } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';
import { type ChangesApp, openChangesApp, rollOut } from './changes-app.fixture.ts';

const punctualMs = 5000;

// Requires a second process.
if (testEnvironment.way === 'distributed')
  describe('a schedule with several processes', () => {
    let at: ChangesApp;
    let second: TestApp;
    before(async () => {
      at = await openChangesApp();
      second = await start([changeRequests, toggles], { workspace: at.app.workspace });
      await at.createFeatures('first', 'second', 'third');
    });
    after(async () => {
      await second.close({ keepData: true });
      await at.close();
    });

    it('is applied once, within five seconds of its time', async () => {
      const features = ['first', 'second', 'third'];
      const requests = await Promise.all(features.map((feature) => at.approved(at.app.users.someone(), rollOut(feature))));
      const scheduledAt = new Date(Date.now() + 3000);
      for (const { id } of requests)
        equal((await at.ask(at.applier, id, 'Scheduled', { scheduledAt: scheduledAt.toISOString() })).status, 200);
      for (const { id } of requests) {
        const { stateTimestamps } = await eventually(async () => {
          const request = await at.get(id);
          equal(request.state, 'Applied', JSON.stringify(request.schedule));
          return request;
        });
        const lateMs = new Date(stateTimestamps.Applied).getTime() - scheduledAt.getTime();
        ok(lateMs >= 0 && lateMs <= punctualMs, `request ${id} was applied ${lateMs} ms after its time`);
      }
      const applied = (await at.app.events('change-requests')).filter(({ data }) => data.type === 'change-request-applied');
      equal(applied.length, features.length);
      for (const feature of features) {
        const { body } = await at.operator.get(`/api/admin/projects/default/features/${feature}/environments/production`);
        deepEqual(body.strategies.length, 1, feature);
      }
    });
  });
