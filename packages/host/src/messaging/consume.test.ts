import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Envelope, exchanges } from '@signalbox/contracts';
import type { Message } from '@signalbox/bus';
import type { Context, EventConsumer } from '@signalbox/kit';
import { baseTables } from '@signalbox/store';
import { type TestApp, eventually, start } from '@signalbox/testing';
import { everyEvent, Heard, items, listener, sampleService } from '../sample-service.fixture.ts';

const record = ({ em }: Context, { data, sequence }: Envelope) => void em.create(Heard, { featureName: data.featureName ?? '', sequence });

function envelope(featureName: string, sequence = 1): Message {
  const data = { type: 'item-created', createdBy: 'x', createdByUserId: null, createdAt: new Date(0).toISOString(), project: null };
  const body: Envelope = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/signalbox/elsewhere',
    type: 'signalbox.item-created.v1',
    time: data.createdAt,
    datacontenttype: 'application/json',
    sequence,
    data: { ...data, environment: null, featureName, data: null, preData: null, tags: [] },
  };
  return { id: body.id, exchange: exchanges.events, key: 'elsewhere.item-created', body: JSON.stringify(body) };
}

describe('a consumer', () => {
  let app: TestApp;
  let handle: EventConsumer['handle'];
  const calls: string[] = [];
  beforeEach(async () => {
    calls.length = 0;
    handle = async (event, context) => record(context, event);
    const handleCurrent: EventConsumer['handle'] = async (event, context, raw) => {
      calls.push(event.data.featureName ?? '');
      await handle(event, context, raw);
    };
    app = await start([sampleService(), listener(handleCurrent)]);
  });
  afterEach(() => app.close());

  const reader = () => app.store('listener').reader();
  const heard = async () => (await reader().find(Heard, {}, { orderBy: { number: 'asc' } })).map(({ featureName }) => featureName);
  const deadLetters = () => baseTables(reader()).selectFrom('dead_letter').selectAll().execute();
  const handled = async () => (await baseTables(reader()).selectFrom('inbox').selectAll().execute()).length;

  it('receives the events of another service in order and once', async () => {
    for (const name of ['a', 'b', 'c']) await app.as(app.users.editor).post(items, { name });
    await eventually(async () => deepEqual(await heard(), ['a', 'b', 'c']));
  });

  it('applies a repeated message once, within a batch and later', async () => {
    const message = envelope('once');
    await app.host.bus.publish([message, message, envelope('other')]);
    await app.host.bus.publish([message]);
    await app.host.bus.publish([envelope('last')]);
    await eventually(async () => deepEqual(await heard(), ['once', 'other', 'last']));
    equal(await handled(), 3);
  });

  /** Number of messages that took effect, according to the metric. */
  async function countDone(): Promise<number> {
    const { values } = await app.host.metrics.handled.get();
    return values.find(({ labels }) => labels.outcome === 'done' && labels.service === 'listener')?.value ?? 0;
  }

  it('leaves no trace of a failed attempt, not even in the metrics, and retries', async () => {
    let failures = 2;
    const before = await countDone();
    handle = async (event, context) => {
      record(context, event);
      await context.em.flush();
      failures -= 1;
      // The write error appears after the handler.
      if (failures >= 0) context.em.create(Heard, { featureName: 'x'.repeat(101), sequence: Number.NaN });
    };
    await app.host.bus.publish([envelope('third-time')]);
    await eventually(async () => deepEqual(await heard(), ['third-time']));
    deepEqual([calls.length >= 3, await deadLetters()], [true, []]);
    await eventually(async () => equal(await countDone(), before + 1));
  });

  it('turns a message that fails three times into a dead letter with the reason, and continues', async () => {
    handle = async (event, context) => {
      record(context, event);
      if (event.data.featureName === 'poison') throw new Error('cannot be handled');
    };
    const poison = envelope('poison');
    await app.host.bus.publish([envelope('before'), poison, envelope('after')]);
    await eventually(async () => deepEqual(await heard(), ['before', 'after']));
    const [letter, ...more] = await deadLetters();
    deepEqual(
      [letter?.message_id, letter?.routing_key, letter?.reason, letter?.body, more],
      [poison.id, poison.key, 'cannot be handled', poison.body, []],
    );
    await app.host.bus.publish([poison, envelope('later')]);
    await eventually(async () => deepEqual(await heard(), ['before', 'after', 'later']));
    equal((await deadLetters()).length, 1);
  });

  it('handles the messages of a failed batch one by one', async () => {
    handle = async (event, context) => {
      record(context, event);
      if (event.data.featureName === 'm2') throw new Error('cannot be handled');
    };
    await app.host.bus.publish(Array.from({ length: 5 }, (_, index) => envelope(`m${index}`)));
    await eventually(async () => deepEqual(await heard(), ['m0', 'm1', 'm3', 'm4']));
    deepEqual(
      (await deadLetters()).map(({ reason }) => reason),
      ['cannot be handled'],
    );
  });

  for (const code of ['ECONNREFUSED', 'ER_LOCK_WAIT_TIMEOUT']) {
    it(`waits for its database and gives up no message (${code})`, async () => {
      let failures = code === 'ECONNREFUSED' ? 5 : 14;
      handle = async (event, context) => {
        failures -= 1;
        if (failures >= 0) throw Object.assign(new Error('the database is away'), { code });
        record(context, event);
      };
      await app.host.bus.publish([envelope('patient'), envelope('next')]);
      await eventually(async () => deepEqual(await heard(), ['patient', 'next']));
      deepEqual(await deadLetters(), []);
      ok(failures < 0);
    });
  }

  it('turns a message that is not an event into a dead letter', async () => {
    const broken = { ...envelope('x'), body: '{"data":' };
    const foreign = { ...envelope('y'), body: '{"specversion":"0.3"}' };
    await app.host.bus.publish([broken, foreign, envelope('sound')]);
    await eventually(async () => deepEqual(await heard(), ['sound']));
    deepEqual((await deadLetters()).map(({ message_id }) => message_id).sort(), [broken.id, foreign.id].sort());
  });
});

describe('a consumer with keepUnreadable', () => {
  const stored: { id: string; reason: string }[] = [];
  let app: TestApp;
  before(async () => {
    const consumers: EventConsumer[] = [
      {
        queue: everyEvent.queue,
        handle: async (event, context) => {
          record(context, event);
          if (event.data.featureName?.startsWith('poison')) throw new Error('cannot be handled');
        },
        keepUnreadable: async ({ id, body }, reason, { em }) => {
          if (body.includes('poison of poisons')) throw new Error('cannot be stored');
          stored.push({ id, reason });
          em.create(Heard, { featureName: body.slice(0, 20), sequence: 0 });
        },
      },
    ];
    app = await start([sampleService(), listener(async () => undefined, { consumers })]);
  });
  after(() => app.close());

  const deadLetters = () => baseTables(app.store('listener').reader()).selectFrom('dead_letter').select('reason').execute();

  it('stores messages that it cannot handle, and continues', async () => {
    const poison = envelope('poison');
    await app.host.bus.publish([poison, envelope('beyond')]);
    const count = (featureName: string) => app.store('listener').reader().count(Heard, { featureName });
    await eventually(async () => equal(await count('beyond'), 1));
    deepEqual([await deadLetters(), await count('poison')], [[], 0]);
    deepEqual(stored.splice(0), [{ id: poison.id, reason: 'cannot be handled' }]);
    await app.store('listener').transaction((em) => em.nativeDelete(Heard, {}));
  });

  it('stores messages that are not events, instead of dead letters', async () => {
    const broken = { ...envelope('x'), body: '{"data":' };
    await app.host.bus.publish([broken, envelope('sound')]);
    const heard = () =>
      app
        .store('listener')
        .reader()
        .find(Heard, {}, { orderBy: { number: 'asc' } });
    await eventually(async () =>
      deepEqual(
        (await heard()).map(({ featureName }) => featureName),
        ['{"data":', 'sound'],
      ),
    );
    deepEqual(await baseTables(app.store('listener').reader()).selectFrom('dead_letter').selectAll().execute(), []);
    deepEqual(stored[0], { id: broken.id, reason: 'not JSON' });
  });

  it('creates a dead letter for a message that it cannot even store', async () => {
    await app.host.bus.publish([envelope('poison of poisons')]);
    await eventually(async () => deepEqual(await deadLetters(), [{ reason: 'cannot be handled' }]));
  });
});

describe('a consumer that writes no inbox rows', () => {
  let app: TestApp;
  const handled: string[] = [];
  before(async () => {
    const consumers: EventConsumer[] = [
      {
        queue: everyEvent.queue,
        recognizesRepetitions: 'because this test counts them',
        ignores: async (em, batch) => {
          equal(await em.count(Heard), 0);
          return (event) => batch.includes(event) && event.data.featureName === 'ignored';
        },
        handle: async ({ data }) => void handled.push(data.featureName ?? ''),
      },
    ];
    app = await start([sampleService(), listener(async () => undefined, { consumers })]);
  });
  after(() => app.close());
  beforeEach(() => void handled.splice(0));

  const inbox = () => baseTables(app.store('listener').reader()).selectFrom('inbox').selectAll().execute();

  it('passes over events that it ignores, but not over unreadable messages', async () => {
    const broken = { ...envelope('x'), body: '{"data":' };
    await app.host.bus.publish([envelope('ignored'), broken, envelope('other'), envelope('ignored')]);
    // A unit of work may run again.
    await eventually(() => deepEqual([...new Set(handled)], ['other']));
    const dead = await baseTables(app.store('listener').reader()).selectFrom('dead_letter').select('message_id').execute();
    deepEqual(
      [dead, await inbox()],
      [[{ message_id: broken.id }], [{ message_id: broken.id, handled_at: (await inbox())[0]?.handled_at }]],
    );
  });

  it('handles a message once per batch, and again when it arrives later', async () => {
    const message = envelope('again');
    await app.host.bus.publish(Array.from({ length: 50 }, () => message));
    await app.host.bus.publish([envelope('last')]);
    await eventually(() => equal(handled.at(-1), 'last'));
    ok(handled.length < 51, 'the copies of a batch were handled one by one');
    await app.host.bus.publish([message]);
    await eventually(() => equal(handled.at(-1), 'again'));
  });
});
