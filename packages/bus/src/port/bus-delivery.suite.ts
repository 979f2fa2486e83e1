import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { broadcast, Log, numbered, type Setting, shared } from './bus.fixture.ts';
import type { Bus, Message } from './bus.ts';

/** Delivery of messages, complete and in order. */
export function describeDelivery(setting: Setting): void {
  const bus = () => setting().bus;

  it('delivers a complete message to a subscription that is bound to it', async () => {
    const log = new Log();
    await bus().subscribe(shared('readers', 'toggles.*'), log.handle);
    const message = { id: 'one', exchange: 'facts', key: 'toggles.feature-created', body: '{"name":"lamp"}' };
    await bus().publish([message]);
    await eventually(() => deepEqual(log.messages, [message]));
  });

  it('matches exactly one word with a star', async () => {
    deepEqual(await keysThatMatch(bus(), 'toggles.*', ['toggles', 'toggles.a', 'toggles.a.b', 'audit.a']), ['toggles.a']);
  });

  it('matches any number of words with a hash', async () => {
    const keys = ['toggles', 'toggles.a', 'toggles.a.b', 'audit.a', 'togglesx'];
    deepEqual(await keysThatMatch(bus(), 'toggles.#', keys), ['toggles', 'toggles.a', 'toggles.a.b']);
  });

  it('matches no word with a hash in the middle, too', async () => {
    deepEqual(await keysThatMatch(bus(), 'a.#.z', ['a.z', 'a.b.z', 'a.b.c.z', 'a', 'z.a']), ['a.z', 'a.b.z', 'a.b.c.z']);
  });

  it('delivers nothing of another exchange to a subscription', async () => {
    const log = new Log();
    await bus().subscribe(shared('readers', '#', 'state'), log.handle);
    await bus().publish([...numbered(1), { id: 'other', exchange: 'state', key: 'k', body: '1' }]);
    await bus().idle();
    deepEqual(log.ids, ['other']);
  });

  it('delivers a message once to a queue that two bindings match', async () => {
    const log = new Log();
    const bindings = [
      { exchange: 'facts', pattern: '#' },
      { exchange: 'facts', pattern: 'toggles.*' },
    ];
    await bus().subscribe({ kind: 'shared', queue: 'readers', bindings }, log.handle);
    await bus().publish(numbered(1));
    await bus().idle();
    deepEqual(log.ids, ['m0']);
  });

  it('preserves the order of a thousand messages, many per call', async () => {
    const log = new Log();
    await bus().subscribe(shared(), log.handle);
    await bus().publish(numbered(1_000));
    await bus().idle();
    deepEqual(log.messages, numbered(1_000));
    ok(log.batches.length < 500, `${log.batches.length} calls`);
  });

  it('transports a megabyte', async () => {
    const log = new Log();
    await bus().subscribe(shared(), log.handle);
    const body = JSON.stringify('x'.repeat(1_048_576));
    await bus().publish([{ id: 'large', exchange: 'facts', key: 'k', body }]);
    await bus().idle();
    equal(log.messages[0]?.body, body);
  });

  it('transports texts of every script', async () => {
    const log = new Log();
    await bus().subscribe(shared(), log.handle);
    const message = { id: 'größe-✓', exchange: 'facts', key: 'toggles.größe', body: '"naïve 日本語 🚦 \\u0000"' };
    await bus().publish([message]);
    await bus().idle();
    deepEqual(log.messages, [message]);
  });

  it('delivers a message without an id under the id in its body, or else under a hash of the body', async () => {
    const log = new Log();
    await bus().subscribe(shared(), log.handle);
    const bodies = ['{"id":"inside"}', '{"id":7}', '{"n":1}', 'no JSON', 'null', '{"n":1}', JSON.stringify({ id: 'x'.repeat(256) })];
    await bus().publish(bodies.map((body) => ({ id: '', exchange: 'facts', key: 'k', body })));
    await bus().idle();
    equal(log.ids[0], 'inside');
    equal(new Set(log.ids).size, bodies.length - 1);
    equal(log.ids[2], log.ids[5]);
    ok(log.ids.every((id) => id !== '' && id.length <= 255));
  });

  it('calls no handler within the tick of the publishing', async () => {
    const log = new Log();
    await bus().subscribe(shared(), log.handle);
    const published = bus().publish(numbered(1));
    equal(log.messages.length, 0);
    await published;
  });

  it('gives each receiver its own copy', async () => {
    const spoil = async (messages: readonly Message[]) => {
      for (const message of messages) Object.assign(message, { body: 'spoiled' });
    };
    const log = new Log();
    await bus().subscribe(broadcast(), spoil);
    await bus().subscribe(broadcast(), log.handle);
    const mine = numbered(1);
    const published = bus().publish(mine);
    Object.assign(mine[0] ?? {}, { body: 'changed after publishing' });
    await published;
    await bus().idle();
    deepEqual(log.messages, numbered(1));
  });

  it('is idle only when messages published by handlers are handled too', async () => {
    const log = new Log();
    const relay = async () => void bus().publish([{ id: 'second', exchange: 'state', key: 'k', body: '2' }]);
    await bus().subscribe(shared('first'), relay);
    await bus().subscribe(shared('second', '#', 'state'), log.handle);
    await bus().publish(numbered(1));
    await bus().idle();
    deepEqual(log.ids, ['second']);
  });
}

async function keysThatMatch(bus: Bus, pattern: string, keys: readonly string[]): Promise<string[]> {
  const log = new Log();
  await bus.subscribe(shared('readers', pattern), log.handle);
  await bus.publish(keys.map((key) => ({ id: key, exchange: 'facts', key, body: '1' })));
  await bus.idle();
  return log.ids;
}

/** Redelivery after a handler rejects. */
export function describeRedelivery(setting: Setting): void {
  it('redelivers a rejected batch and preserves the order', async () => {
    const { bus } = setting();
    const log = new Log();
    let rejections = 0;
    await bus.subscribe(shared(), async (messages) => {
      if (messages.some(({ id }) => id === 'm250') && rejections++ < 2) throw new Error('not yet');
      await log.handle(messages);
    });
    await bus.publish(numbered(500));
    await bus.idle();
    deepEqual(log.messages, numbered(500));
    equal(rejections, 3);
  });

  it('delays later messages while a batch is rejected', async () => {
    const { bus } = setting();
    const attempts: string[][] = [];
    let willing = false;
    await bus.subscribe(shared(), async (messages) => {
      attempts.push(messages.map(({ id }) => id));
      if (!willing) throw new Error('not yet');
    });
    const published = [bus.publish(numbered(1))];
    await eventually(() => equal(attempts.length, 1));
    published.push(bus.publish(numbered(2).slice(1)));
    await eventually(() => ok(attempts.length >= 3));
    ok(
      attempts.every((ids) => ids[0] === 'm0' && ids.length === 1),
      JSON.stringify(attempts),
    );
    willing = true;
    await Promise.all([...published, bus.idle()]);
    deepEqual(attempts.slice(-2), [['m0'], ['m1']]);
  });

  it('continues after a message that its handler skips by resolving', async () => {
    const { bus } = setting();
    const [handled, setAside]: [string[], string[]] = [[], []];
    const failures = new Map<string, number>();
    await bus.subscribe(shared(), async (messages) => {
      for (const { id } of messages) {
        if (id !== 'm3') handled.push(id);
        else if (count(failures, id) === 3) setAside.push(id);
        else throw new Error('poison');
      }
    });
    await bus.publish(numbered(10));
    await bus.idle();
    deepEqual(setAside, ['m3']);
    deepEqual(new Set(handled), new Set(['m0', 'm1', 'm2', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9']));
    deepEqual(handled.slice(-6), ['m4', 'm5', 'm6', 'm7', 'm8', 'm9']);
  });

  it('redelivers after a handler throws synchronously', async () => {
    const { bus } = setting();
    const log = new Log();
    let calls = 0;
    await bus.subscribe(shared(), (messages) => {
      if (calls++ === 0) throw new Error('before any promise');
      return log.handle(messages);
    });
    await bus.publish(numbered(1));
    await bus.idle();
    deepEqual(log.ids, ['m0']);
  });

  it('waits for the handler before it calls it again', async () => {
    const { bus } = setting();
    let [running, max, seen] = [0, 0, 0];
    await bus.subscribe(shared(), async (messages) => {
      max = Math.max(max, ++running);
      await yieldToOthers();
      seen += messages.length;
      running--;
    });
    await Promise.all(numbered(300).map((message) => bus.publish([message])));
    await bus.idle();
    deepEqual([max, seen], [1, 300]);
  });
}

function count(counts: Map<string, number>, key: string): number {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts.get(key) ?? 0;
}
