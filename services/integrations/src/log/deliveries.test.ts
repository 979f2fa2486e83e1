import { deepEqual, equal, ok } from 'node:assert/strict';
import { dayMs } from '@signalbox/kit';
import { type Client, eventually } from '@signalbox/testing';
import { type IntegrationsApp, openReceiver, type Receiver, startIntegrations } from '../integrations-app.fixture.ts';
import { EventDelivery, StoredEvent } from '../tables/delivery.ts';

describe('the delivery log', () => {
  let app: IntegrationsApp;
  let admin: Client;
  let receiver: Receiver;
  let addon: string;
  before(async () => {
    app = await startIntegrations();
    admin = app.as(app.users.admin);
    receiver = await openReceiver();
  });
  after(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(async () => {
    receiver.answer = () => 200;
    receiver.received.length = 0;
    const parameters = { url: receiver.url };
    const { body } = await admin.post('/api/admin/addons', { provider: 'webhook', enabled: true, events: ['feature-created'], parameters });
    addon = `/api/admin/addons/${body.id}`;
  });
  afterEach(() => admin.delete(addon));

  interface Delivery {
    id: string;
    state: string;
    stateDetails: string;
    event: { featureName: string };
    details: { attempts: number; status: number | null };
  }
  const log = async (query = ''): Promise<Delivery[]> => (await admin.get(`${addon}/events${query}`)).body.integrationEvents;
  const states = async () => (await log()).map(({ state, event }) => `${event.featureName} ${state}`);
  const featureNames = () => receiver.received.map(({ body }) => JSON.parse(body).featureName as string);
  /** Makes the receiver refuse these features permanently. */
  async function refuse(...names: string[]): Promise<void> {
    receiver.answer = ({ body }) => (names.includes(JSON.parse(body).featureName) ? 410 : 200);
    for (const featureName of names) await app.emit({ featureName });
    await eventually(async () => {
      app.wait(60_000);
      return (await log('?state=failed')).length === names.length;
    });
    receiver.answer = () => 200;
    receiver.received.length = 0;
  }

  it('shows the outcome of each event to administrators only, newest first', async () => {
    const messageId = await app.emit({ featureName: 'a' });
    await refuse('b');
    const [bad, good, ...more] = (await admin.get(`${addon}/events`)).body.integrationEvents;
    equal(more.length, 0);
    const { id, integrationId, createdAt, event, details, ...rest } = good;
    deepEqual(rest, { state: 'success', stateDetails: '' });
    deepEqual([event.featureName, event.type], ['a', 'feature-created']);
    deepEqual([details.messageId, details.attempts, details.status], [messageId, 1, 200]);
    ok(Number(id) > 0 && `/api/admin/addons/${integrationId}` === addon && createdAt <= details.finishedAt);
    deepEqual([bad.state, bad.stateDetails, bad.details.attempts, bad.details.status], ['failed', 'the receiver returned 410', 4, 410]);
    deepEqual(
      (await log('?limit=1&offset=1')).map((delivery) => delivery.id),
      [id],
    );
    deepEqual(
      (await log('?state=failed')).map((delivery) => delivery.id),
      [bad.id],
    );
    equal((await app.as(app.users.editor).get(`${addon}/events`)).status, 403);
    equal((await admin.get('/api/admin/addons/4711/events')).status, 404);
  });

  it('sends a test event, whatever the filter is, unless the add-on is disabled', async () => {
    equal((await app.as(app.users.viewer).post(`${addon}/test`)).status, 403);
    equal((await admin.post('/api/admin/addons/4711/test')).status, 404);
    equal((await admin.post(`${addon}/test`)).status, 202);
    await eventually(async () => deepEqual(await states(), ['signalbox-test success']));
    const [{ body } = { body: '{}' }] = receiver.received;
    const { type, featureName, createdBy } = JSON.parse(body);
    deepEqual([type, featureName, createdBy], ['feature-environment-enabled', 'signalbox-test', app.users.admin.name]);
    const disabled = { provider: 'webhook', enabled: false, events: ['feature-created'], parameters: { url: receiver.url } };
    equal((await admin.put(addon, disabled)).status, 200);
    equal((await admin.post(`${addon}/test`)).status, 400);
    equal((await states()).length, 1);
  });

  it('resends a single event, whatever its outcome was', async () => {
    await refuse('a');
    await app.emit({ featureName: 'b' });
    await eventually(async () => deepEqual(await states(), ['b success', 'a failed']));
    for (const { id } of (await log()).toReversed()) {
      equal((await admin.post(`${addon}/events/${id}/replay`)).status, 202);
      await eventually(async () => equal((await log('?state=waiting')).length, 0));
    }
    deepEqual(await states(), ['b success', 'a success']);
    deepEqual(featureNames(), ['b', 'a', 'b']);
    equal((await admin.post(`${addon}/events/4711/replay`)).status, 404);
  });

  it('refuses to resend an event that the filter excludes now', async () => {
    await app.emit({ featureName: 'a' });
    await eventually(async () => deepEqual(await states(), ['a success']));
    const elsewhere = await openReceiver();
    const body = { provider: 'webhook', enabled: true, events: ['feature-created'], parameters: { url: elsewhere.url } };
    equal((await admin.put(addon, { ...body, projects: ['elsewhere'] })).status, 200);
    const [{ id } = { id: '' }] = await log();
    const refused = await admin.post(`${addon}/events/${id}/replay`);
    deepEqual(
      [refused.status, refused.body.message],
      [400, 'The filter of the add-on excludes this event, or its owner cannot see the project.'],
    );
    deepEqual(await states(), ['a success']);
    equal((await admin.put(addon, body)).status, 200);
    equal((await admin.post(`${addon}/events/${id}/replay`)).status, 202);
    await eventually(() => equal(elsewhere.received.length, 1));
    await elsewhere.close();
  });

  it('resends all failed events from a given one on, in order', async () => {
    await refuse('a', 'b', 'c');
    const from = Number((await log())[1]?.id);
    deepEqual((await admin.post(`${addon}/events/replay`, { from })).body, { replayed: 2 });
    await eventually(async () => deepEqual(await states(), ['c success', 'b success', 'a failed']));
    deepEqual(featureNames(), ['b', 'c']);
    deepEqual((await admin.post(`${addon}/events/replay`, {})).body, { replayed: 1 });
    await eventually(async () => deepEqual(await states(), ['c success', 'b success', 'a success']));
    deepEqual((await admin.post(`${addon}/events/replay`, {})).body, { replayed: 0 });
  });

  it('drops finished deliveries after two weeks, and events that no delivery needs', async () => {
    await refuse('a');
    app.wait(14 * dayMs);
    await app.emit({ featureName: 'b' });
    await eventually(async () => deepEqual(await states(), ['b success']));
    const em = app.store('integrations').reader().fork();
    await eventually(async () => equal(await em.count(StoredEvent), await em.count(EventDelivery)));
  });

  it('exposes metrics for waiting events, their age, and failed ones', async () => {
    await refuse('a');
    receiver.answer = () => 500;
    await app.emit({ featureName: 'b' });
    await eventually(async () => equal((await log('?state=waiting'))[0]?.details.attempts, 1));
    app.wait(3000);
    const shown = async (name: string) => (await app.host.metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value ?? -1;
    await eventually(async () => equal(await shown('signalbox_integrations_waiting'), 1));
    await eventually(async () => {
      const oldest = await shown('signalbox_integrations_oldest_waiting_seconds');
      ok(oldest >= 3 && oldest < 60, String(oldest));
    });
    equal(await shown('signalbox_integrations_dead_letters'), 1);
    const attempts = await app.host.metrics.registry.getSingleMetric('signalbox_integrations_attempts_total')?.get();
    const counts = Object.fromEntries((attempts?.values ?? []).map(({ labels, value }) => [labels['outcome'], value]));
    ok((counts['delivered'] ?? 0) > 0 && (counts['retried'] ?? 0) > 0 && (counts['failed'] ?? 0) > 0);
  });
});
