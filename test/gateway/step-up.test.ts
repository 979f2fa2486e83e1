import { deepEqual, equal } from 'node:assert/strict';
import { gateway } from '@signalbox/gateway';
import { service } from '@signalbox/kit';
import { type GatewayApp, openGatewayApp } from './gateway-app.fixture.ts';

/** The gateway, without messages from the bus. */
const unnotified = service({
  ...gateway,
  async open(parts) {
    if (!gateway.open) throw new Error('the gateway opens nothing');
    return gateway.open({ ...parts, listen: async () => undefined });
  },
});

describe('a step-up through the gateway', () => {
  let opened: GatewayApp;
  before(async () => {
    opened = await openGatewayApp({}, (service) => (service.name === gateway.name ? unnotified : service));
  });
  after(() => opened.app.close());

  it('is valid for the next request of the session, before the gateway receives the event', async () => {
    const { app, password } = opened;
    const { headers } = await app.with({}).post('/auth/simple/login', { username: 'admin', password });
    const cookie = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
    const admin = app.with({ cookie: cookie.join('; ') });
    const enrol = () => admin.post('/api/admin/user/factors/totp');
    deepEqual((await enrol()).body.name, 'StepUpRequired');
    equal((await admin.post('/api/admin/user/step-up', { password })).status, 200);
    equal((await enrol()).status, 200);
  });
});
