import { deepEqual, equal } from 'node:assert/strict';
import { type TestApp, start } from '@signalbox/testing';
import { toggles } from '../../service.ts';

const path = '/api/signals/checkout-errors';
const since = '2026-03-02T10:30:00.000Z';

describe('signals', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles], { effects: { now: () => new Date(since) } });
  });
  after(() => app.close());

  const sender = async () => app.as(app.users.someone(await app.users.role({ permission: 'SEND_SIGNAL' })));

  it('are reported in three shapes, with an event when one starts or stops firing', async () => {
    const send = async (body: object) => {
      const { status, body: answer } = await (await sender()).post(path, body);
      return [status, answer.firing, answer.summary];
    };
    const alert = { version: '4', groupKey: '{}', receiver: 'signalbox', alerts: [], commonLabels: {} };
    const canary = { name: 'shop', namespace: 'default', checksum: '1' };
    const events = await app.eventsOf('toggles', async () => {
      deepEqual(await send({ firing: true, summary: 'Too many errors' }), [200, true, 'Too many errors']);
      deepEqual(await send({ ...alert, status: 'firing', commonAnnotations: { summary: 'Errors' } }), [200, true, 'Errors']);
      deepEqual(await send({ ...alert, status: 'resolved' }), [200, false, null]);
      deepEqual(await send({ ...canary, phase: 'Progressing', metadata: { eventMessage: 'Step 2' } }), [200, false, 'Step 2']);
      deepEqual(await send({ ...canary, phase: 'Failed' }), [200, true, null]);
    });
    deepEqual(
      events.map(({ type, data }) => [type, (data as { firing: boolean }).firing]),
      [
        ['signal-changed', true],
        ['signal-changed', false],
        ['signal-changed', true],
      ],
    );
    deepEqual((await app.as(app.users.viewer).get('/api/admin/signals')).body, [
      { name: 'checkout-errors', firing: true, summary: null, since },
    ]);
  });

  it('are refused in another shape, and without the permission, which editors lack', async () => {
    for (const body of [{}, { status: 'sunny' }, { firing: 'yes' }]) equal((await (await sender()).post(path, body)).status, 400);
    equal((await (await sender()).post('/api/signals/a%20b', { firing: true })).status, 400);
    for (const user of [app.users.editor, app.users.viewer]) equal((await app.as(user).post(path, { firing: true })).status, 403);
    equal((await app.as(null).post(path, { firing: true })).status, 401);
    equal((await app.as(app.users.admin).post(path, { firing: true })).status, 200);
  });
});
