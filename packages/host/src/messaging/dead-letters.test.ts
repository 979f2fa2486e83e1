import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Envelope, exchanges, Failure } from '@signalbox/contracts';
import type { Message } from '@signalbox/bus';
import type { EventConsumer } from '@signalbox/kit';
import { type TestApp, type Client, eventually, start } from '@signalbox/testing';
import { Heard, itemCreated, listener, sampleService } from '../sample-service.fixture.ts';

const letters = '/api/admin/dead-letters/listener';

function messageOf(featureName: string): Message {
  const data = { type: 'item-created', createdBy: 'x', createdByUserId: null, createdAt: new Date(0).toISOString(), project: null };
  const body: Envelope = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/signalbox/elsewhere',
    type: 'signalbox.item-created.v1',
    time: data.createdAt,
    datacontenttype: 'application/json',
    sequence: 1,
    data: { ...data, environment: null, featureName, data: null, preData: null, tags: [] },
  };
  return { id: body.id, exchange: exchanges.events, key: 'elsewhere.item-created', body: JSON.stringify(body) };
}

describe('a dead letter', () => {
  let app: TestApp;
  let admin: Client;
  /** Names that the handler currently rejects. */
  const poison = new Set<string>();
  let isAway = false;
  const handle: EventConsumer['handle'] = async ({ source, data, sequence }, context) => {
    if (source === '/signalbox/listener') return; // Ignores its own events.
    const featureName = data.featureName ?? '';
    context.em.create(Heard, { featureName, sequence });
    context.publish(itemCreated, { featureName });
    await context.em.flush();
    if (isAway) throw new Failure('UnavailableError', 'The database is away.');
    if (poison.has(featureName)) throw new Error(`${featureName} cannot be swallowed${featureName === 'verbose' ? '!'.repeat(2000) : ''}`);
  };

  beforeEach(async () => {
    poison.clear();
    isAway = false;
    app = await start([listener(handle), sampleService()]);
    admin = app.as(app.users.admin);
  });
  afterEach(() => app.close());

  const heard = async () =>
    (
      await app
        .store('listener')
        .reader()
        .find(Heard, {}, { orderBy: { number: 'asc' } })
    ).map(({ featureName }) => featureName);

  /** Creates dead letters for these names, in order, between other messages. */
  async function bury(...names: string[]): Promise<Message[]> {
    for (const name of names) poison.add(name);
    const messages = names.map(messageOf);
    await app.host.bus.publish([messageOf('before'), ...messages, messageOf('after')]);
    await eventually(async () => {
      equal((await admin.get(letters)).body.total, names.length);
      deepEqual((await heard()).at(-1), 'after');
    });
    return messages;
  }

  it('has a reason of at most a thousand characters', async () => {
    await bury('verbose');
    const reasonOf = async () => (await admin.get(letters)).body.messages[0].reason.length;
    equal(await reasonOf(), 1000);
    equal((await admin.post(`${letters}/replay`, {})).body.replayed, 0);
    equal(await reasonOf(), 1000);
  });

  it('is listed with its reason, oldest first, for administrators only', async () => {
    const messages = await bury('a', 'b');
    const { status, body } = await admin.get(letters);
    equal(status, 200);
    deepEqual(
      body.messages.map(({ id, key, reason }: Record<string, string>) => [id, key, reason]),
      messages.map(({ id, key }, index) => [id, key, `${'ab'[index]} cannot be swallowed`]),
    );
    match(body.messages[0].failedAt, /^\d{4}-.*Z$/);
    for (const [user, status] of [
      [null, 401],
      [app.users.editor, 403],
    ] as const) {
      const client = app.as(user);
      const answers = [await client.get(letters), await client.post(`${letters}/replay`, {}), await client.delete(`${letters}/x`)];
      deepEqual(
        answers.map((answer) => answer.status),
        [status, status, status],
      );
    }
  });

  it('is replayed in order once the cause is fixed, with its events', async () => {
    await bury('a', 'b', 'c');
    poison.clear();
    const before = (await app.events('listener')).length;
    const answers = await Promise.all([admin.post(`${letters}/replay`, {}), admin.post(`${letters}/replay`, {})]);
    for (const { status, body } of answers) deepEqual([status, body.left, body.failure], [200, 0, null]);
    deepEqual(await heard(), ['before', 'after', 'a', 'b', 'c']);
    equal((await app.events('listener')).length - before, 3);
    deepEqual((await admin.get(letters)).body, { messages: [], total: 0 });
  });

  it('stays together with all later ones when it fails again, with the latest reason', async () => {
    const [, second] = await bury('a', 'b', 'c');
    poison.delete('a');
    const { body } = await admin.post(`${letters}/replay`, {});
    deepEqual(body, { replayed: 1, left: 2, failure: { id: second?.id, reason: 'b cannot be swallowed' } });
    deepEqual(await heard(), ['before', 'after', 'a']);
  });

  it('keeps its reason if a replay fails because the database is unavailable', async () => {
    await bury('a');
    isAway = true;
    const { status, body } = await admin.post(`${letters}/replay`, {});
    deepEqual([status, body.name], [503, 'UnavailableError']);
    equal((await admin.get(letters)).body.messages[0].reason, 'a cannot be swallowed');
  });

  it('is replayed once by requests with the same Idempotency-Key', async () => {
    await bury('a');
    const replay = () => admin.post(`${letters}/replay`, {}, { headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await replay(), await replay()];
    deepEqual([first.status, second.status, second.body.name], [200, 409, 'ConflictError']);
  });

  it('is replayed alone by id', async () => {
    const [, second] = await bury('a', 'b');
    poison.clear();
    deepEqual((await admin.post(`${letters}/replay`, { id: second?.id })).body, { replayed: 1, left: 1, failure: null });
    deepEqual(await heard(), ['before', 'after', 'b']);
    equal((await admin.post(`${letters}/replay`, { id: second?.id })).status, 404);
  });

  it('can be deleted for good', async () => {
    const [message] = await bury('a');
    equal((await admin.delete(`${letters}/${message?.id}`)).status, 204);
    equal((await admin.delete(`${letters}/${message?.id}`)).status, 404);
    poison.clear();
    if (message) await app.host.bus.publish([message, messageOf('last')]);
    await eventually(async () => deepEqual(await heard(), ['before', 'after', 'last']));
  });

  it('does not become readable through a replay', async () => {
    const broken = { ...messageOf('x'), body: '{"data":' };
    await app.host.bus.publish([broken]);
    await eventually(async () => equal((await admin.get(letters)).body.total, 1));
    const { body } = await admin.post(`${letters}/replay`, {});
    deepEqual(body, { replayed: 0, left: 1, failure: { id: broken.id, reason: 'not JSON' } });
  });
});
