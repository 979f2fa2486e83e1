import { surface } from '@signalbox/kit';
import { deepEqual, equal, match } from 'node:assert/strict';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { delivery } from './service.ts';

const surfaces = [delivery.surface, surface({ name: 'toggles' }), surface({ name: 'identity' })];

const unreachable = 'http://127.0.0.1:1';
const features = '/api/client/features';
const registration = { appName: 'shop', strategies: [], started: '2026-03-01T12:00:00Z', interval: 1000 };

describe('delivery without features', () => {
  let app: TestApp;
  before(async () => {
    app = await start([delivery], { surfaces, settings: { TOGGLES_URL: unreachable } });
  });
  after(() => app.close());

  it('answers 503 with Retry-After and the reason', async () => {
    const authorization = await app.users.token({});
    const { status, headers, body } = await eventually(async () => {
      const response = await app.with({ authorization }).get(features);
      equal(response.status, 503);
      return response;
    });
    equal(status, 503);
    equal(headers['retry-after'], '2');
    equal(body.name, 'UnavailableError');
    equal(headers['x-signalbox-stale'], undefined);
    const { state, reason } = await app.host.readinessOf('delivery');
    equal(state, 'away');
    match(String(reason), /No features loaded: toggles/);
  });

  it('still refuses an unknown token', async () => {
    equal((await app.with({ authorization: 'default:development.unknown' }).get(features)).status, 401);
  });

  it('accepts a new token before its message arrives', async () => {
    const register = async (authorization: string) => (await app.with({ authorization }).post('/api/client/register', registration)).status;
    app.users.silent = true;
    equal(await register(await app.users.token({})), 202);
    equal(await register(`default:development.${'a'.repeat(56)}`), 401);
  });
});

describe('delivery without tokens', () => {
  let app: TestApp;
  before(async () => {
    app = await start([delivery], { ownIdentity: true, surfaces, settings: { TOGGLES_URL: unreachable, IDENTITY_URL: unreachable } });
  });
  after(() => app.close());

  it('answers 503 instead of 401, because SDKs stop polling at a 401', async () => {
    const application = app.with({ authorization: 'default:development.unknown' });
    const responses = [await application.get(features), await application.post('/api/client/register', registration)];
    deepEqual(
      responses.map(({ status, headers, body }) => [status, headers['retry-after'], body.name]),
      [
        [503, '2', 'UnavailableError'],
        [503, '2', 'UnavailableError'],
      ],
    );
    match(String((await app.host.readinessOf('delivery')).reason), /No features or tokens loaded: toggles and identity/);
  });
});
