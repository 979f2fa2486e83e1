import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

describe('console-only endpoints', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles]);
  });
  after(() => app.close());

  const call = (method: 'get' | 'post' | 'put', path: string, body?: unknown) => {
    const viewer = app.as(app.users.viewer);
    return method === 'get' ? viewer.get(`/api/admin/${path}`) : viewer[method](`/api/admin/${path}`, body);
  };

  it('reject a feedback id of more than 255 characters in the path and in the body', async () => {
    equal((await call('put', `feedback/${'x'.repeat(256)}`, { neverShow: true })).status, 400);
    equal((await call('post', 'feedback', { feedbackId: 'x'.repeat(256), neverShow: true })).status, 400);
  });

  it('return minimal responses and store nothing', async () => {
    const userId = app.users.viewer.id;
    const events = await app.eventsOf('toggles', async () => {
      const error = await call('post', 'record-ui-error', { errorMessage: 'boom', errorStack: 'x' });
      deepEqual([error.status, error.body], [204, '']);
      deepEqual((await call('post', 'splash/gitBranch')).body, { splashId: 'gitBranch', userId, seen: true });
      const request = { feedbackId: 'newStrategy', neverShow: true };
      deepEqual((await call('post', 'feedback', request)).body, { ...request, userId, given: null });
      deepEqual((await call('put', 'feedback/newStrategy', { neverShow: true })).body, { ...request, userId, given: null });
    });
    deepEqual(events, []);
    deepEqual((await call('get', 'banners')).body, { banners: [] });
    const telemetry = { versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false };
    deepEqual((await call('get', 'telemetry/settings')).body, telemetry);
  });

  it('accept every logged-in user and reject anonymous callers with 401', async () => {
    equal((await app.as(null).post('/api/admin/record-ui-error', {})).status, 401);
    equal((await app.as(null).get('/api/admin/banners')).status, 401);
  });
});
