import { deepEqual, equal } from 'node:assert/strict';
import { audit } from '@signalbox/audit';
import { type Client, eventually, start, type TestApp } from '@signalbox/testing';
import { toggles } from '@signalbox/toggles';

const features = '/api/admin/projects/default/features';

describe('an event of the log', () => {
  let app: TestApp;
  before(async () => {
    app = await start([toggles, audit]);
  });
  after(() => app.close());

  const newestOf = (client: Client, feature: string, type: string) =>
    eventually(async () => {
      const { body } = await client.get(`/api/admin/events/${feature}`);
      equal(body.events[0]?.type, type);
      return (await client.get(`/api/admin/audit/events/${body.events[0].id}`)).body;
    });

  it('can be undone as returned by audit, and so can the undo', async () => {
    const admin = app.as(app.users.admin);
    await admin.post(features, { name: 'cart', description: 'first' });
    await admin.put(`${features}/cart`, { description: 'second' });
    const written = await newestOf(admin, 'cart', 'feature-metadata-updated');
    deepEqual(written.difference, [{ op: 'replace', path: '/description', value: 'second' }]);
    deepEqual((await admin.post('/api/admin/undo/preview', written)).body.sentence, 'Change description of cart');
    equal((await admin.post('/api/admin/undo', written)).status, 200);
    equal((await admin.get(`${features}/cart`)).body.description, 'first');
    const undone = await eventually(async () => {
      const event = await newestOf(admin, 'cart', 'feature-metadata-updated');
      equal(event.id > written.id, true);
      return event;
    });
    equal((await admin.post('/api/admin/undo', undone)).status, 200);
    equal((await admin.get(`${features}/cart`)).body.description, 'second');
  });
});
