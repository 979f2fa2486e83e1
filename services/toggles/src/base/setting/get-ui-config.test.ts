import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

const path = '/api/admin/ui-config';

describe('the console configuration', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { settings: { BASE_URL: 'https://flags.example', SEGMENT_VALUES: '7' } });
  });
  after(() => app.close());

  it('contains the name, version and addresses of the server, and its limits', async () => {
    const { status, body } = await app.as(app.users.viewer).get(path);
    equal(status, 200);
    const { version, versionInfo, resourceLimits, ...rest } = body;
    match(version, /^\d+\.\d+\.\d+/);
    deepEqual(versionInfo, { current: { oss: version, enterprise: '' }, latest: {}, isLatest: true });
    deepEqual([resourceLimits.segmentValues, resourceLimits.strategySegments], [7, 5]);
    deepEqual(rest, {
      name: 'Signalbox',
      environment: 'Signalbox',
      unleashUrl: 'https://flags.example',
      baseUriPath: '',
      authenticationType: 'open-source',
      disablePasswordAuth: false,
      emailEnabled: false,
      maintenanceMode: false,
      maxSessionsCount: 0,
      prometheusAPIAvailable: false,
      impactMetrics: 'internal',
      storiesPageEnabled: false,
      unleashContext: {},
      flags: {},
    });
  });

  it('shows whether maintenance mode is on', async () => {
    const admin = app.as(app.users.admin);
    equal((await admin.post('/api/admin/maintenance', { enabled: true })).status, 204);
    equal((await admin.get(path)).body.maintenanceMode, true);
  });

  it('names the place for support if the instance has one', async () => {
    equal('supportUrl' in (await app.as(app.users.viewer).get(path)).body, false);
    const supported = await start([toggles], { settings: { SUPPORT_URL: 'mailto:flags@shop.example' } });
    const { body } = await supported.as(supported.users.viewer).get(path);
    await supported.close();
    equal(body.supportUrl, 'mailto:flags@shop.example');
  });

  it('is only available to users', async () => {
    equal((await app.as(null).get(path)).status, 401);
  });
});
