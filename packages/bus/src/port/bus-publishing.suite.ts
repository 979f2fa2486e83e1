import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { broadcast, line, Log, numbered, type Setting, shared } from './bus.fixture.ts';
import { type Bus, PublishFailure, type Subscription } from './bus.ts';

/** Guarantees for publishers. */
export function describePublishing(setting: Setting): void {
  it('confirms and drops a message without a bound queue', async () => {
    const { bus } = setting();
    const log = new Log();
    await bus.publish(numbered(1));
    await bus.subscribe(shared(), log.handle);
    await bus.publish(numbered(2).slice(1));
    await bus.idle();
    deepEqual(log.ids, ['m1']);
  });

  it('accepts an empty list', async () => {
    await setting().bus.publish([]);
  });

  it('preserves the order of each of two publishers', async () => {
    const { bus, connect } = setting();
    const log = new Log();
    await bus.subscribe(shared(), log.handle);
    const other = await connect();
    const run = async (publisher: Bus, name: string) => {
      for (let batch = 0; batch < 10; batch++) {
        const part = numbered((batch + 1) * 20).slice(batch * 20);
        await publisher.publish(part.map((message) => ({ ...message, id: `${name}-${message.id}`, key: name })));
      }
    };
    await Promise.all([run(bus, 'a'), run(other, 'b')]);
    await bus.idle();
    for (const name of ['a', 'b']) {
      const ids = log.messages.filter(({ key }) => key === name).map(({ id }) => id);
      deepEqual(
        ids,
        numbered(200).map(({ id }) => `${name}-${id}`),
      );
    }
  });

  it('has lost nothing once publishing resolved and its publisher closed', async () => {
    const { bus, connect } = setting();
    const log = new Log();
    const other = await connect();
    await other.subscribe(shared(), log.handle);
    await bus.publish(numbered(150));
    await bus.close();
    await eventually(() => equal(log.line, line(150)));
  });
}

/** Closing of consumers and buses. */
export function describeEnd(setting: Setting): void {
  it('closes a consumer only when its running handler has settled, and counts that batch as handled', async () => {
    const { bus, connect } = setting();
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const log = new Log();
    const consumer = await bus.subscribe(shared(), async () => {
      started.resolve();
      await finish.promise;
    });
    const published = bus.publish(numbered(1));
    await started.promise;
    let isClosed = false;
    const closing = consumer.close().then(() => (isClosed = true));
    await yieldToOthers();
    equal(isClosed, false);
    finish.resolve();
    await Promise.all([closing, published]);
    const other = await connect();
    await other.subscribe(shared(), log.handle);
    await other.publish(numbered(2).slice(1));
    await other.idle();
    deepEqual(log.ids, ['m1']);
  });

  it('delivers nothing to a closed consumer', async () => {
    const { bus } = setting();
    const [closed, open] = [new Log(), new Log()];
    const consumer = await bus.subscribe(broadcast(), closed.handle);
    await bus.subscribe(broadcast(), open.handle);
    await consumer.close();
    await consumer.close();
    await bus.publish(numbered(1));
    await bus.idle();
    deepEqual([closed.ids, open.ids], [[], ['m0']]);
  });

  it('accepts nothing after it is closed', async () => {
    const { bus } = setting();
    equal(bus.connected, true);
    await bus.close();
    await bus.close();
    equal(bus.connected, false);
    await rejects(bus.publish(numbered(1)), (failure) => failure instanceof PublishFailure && failure.confirmed === 0);
    await rejects(bus.subscribe(shared(), new Log().handle));
    await rejects(bus.declare([shared()] satisfies Subscription[]));
  });
}
