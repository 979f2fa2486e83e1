import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { broadcast, competing, line, Log, numbered, type Setting, shared } from './bus.fixture.ts';
import type { Message } from './bus.ts';

/** One active consumer per queue. */
export function describeShared(setting: Setting): void {
  it('uses one of two shared consumers, and the other one once that closes', async () => {
    const { bus, connect } = setting();
    const [first, second] = [new Log(), new Log()];
    const consumer = await bus.subscribe(shared(), first.handle);
    const other = await connect();
    await other.subscribe(shared(), second.handle);
    await bus.publish(numbered(250));
    await bus.idle();
    deepEqual([first.messages, second.messages], [numbered(250), []]);
    await consumer.close();
    await bus.publish(numbered(5));
    await eventually(() => equal(second.line, line(5)));
    equal(first.messages.length, 250);
  });

  it('stores messages of a declared queue for a late subscriber', async () => {
    const { bus, connect } = setting();
    await bus.declare([shared()]);
    const published = bus.publish(numbered(3));
    const log = new Log();
    await (await connect()).subscribe(shared(), log.handle);
    await published;
    await eventually(() => equal(log.line, line(3)));
  });

  it('accepts the same declaration twice', async () => {
    const { bus } = setting();
    const log = new Log();
    await bus.declare([shared(), broadcast()]);
    await bus.declare([shared()]);
    await bus.subscribe(shared(), log.handle);
    await bus.publish(numbered(1));
    await bus.idle();
    deepEqual(log.ids, ['m0']);
  });

  it('rejects a queue that exists as another kind', async () => {
    const { bus } = setting();
    await bus.declare([shared()]);
    await rejects(bus.declare([competing('readers')]));
    await rejects(bus.subscribe(competing('readers'), new Log().handle));
    await bus.idle();
  });

  it('delivers messages left at close to the next consumer, in order', async () => {
    const { bus, connect } = setting();
    const log = new Log();
    let rejected = 0;
    const consumer = await bus.subscribe(shared(), async () => {
      rejected++;
      throw new Error('never');
    });
    const published = bus.publish(numbered(300));
    await eventually(() => ok(rejected > 0));
    await (await connect()).subscribe(shared(), log.handle);
    await consumer.close();
    await published;
    await eventually(() => equal(log.line, line(300)));
  });
}

/** Every subscriber receives each message. */
export function describeBroadcast(setting: Setting): void {
  it('reaches every subscriber of a broadcast, on this and another connection', async () => {
    const { bus, connect } = setting();
    const logs = [new Log(), new Log(), new Log()] as const;
    const other = await connect();
    await bus.subscribe(broadcast(), logs[0].handle);
    await bus.subscribe(broadcast(), logs[1].handle);
    await other.subscribe(broadcast(), logs[2].handle);
    await bus.publish(numbered(200));
    for (const log of logs) await eventually(() => equal(log.line, line(200)));
  });

  it('delivers only later messages to a late subscriber of a broadcast', async () => {
    const { bus } = setting();
    const [early, late] = [new Log(), new Log()];
    await bus.subscribe(broadcast(), early.handle);
    await bus.publish(numbered(1));
    await bus.subscribe(broadcast(), late.handle);
    await bus.publish(numbered(2).slice(1));
    await bus.idle();
    deepEqual([early.ids, late.ids], [['m0', 'm1'], ['m1']]);
  });

  it('redelivers a broadcast that its handler rejected', async () => {
    const { bus } = setting();
    const log = new Log();
    let calls = 0;
    await bus.subscribe(broadcast(), async (messages) => {
      if (calls++ === 0) throw new Error('not yet');
      await log.handle(messages);
    });
    await bus.publish(numbered(3));
    await bus.idle();
    deepEqual(log.messages, numbered(3));
  });

  it('calls `connected` of a broadcast once messages flow', async () => {
    const { bus } = setting();
    const log = new Log();
    let calls = 0;
    const connected = () => {
      calls++;
      void bus.publish(numbered(1));
    };
    await bus.subscribe({ ...broadcast(), connected }, log.handle);
    await eventually(() => deepEqual(log.ids, ['m0']));
    equal(calls, 1);
  });
}

/** One of several active consumers. */
export function describeCompeting(setting: Setting): void {
  it('distributes messages among competing consumers, each once', async () => {
    const { bus, connect } = setting();
    const [first, second] = [new Log(), new Log()];
    const bothWork = Promise.withResolvers<void>();
    const working = (log: Log, other: Log) => async (messages: readonly Message[]) => {
      await log.handle(messages);
      if (other.messages.length > 0) bothWork.resolve();
      await bothWork.promise;
    };
    await bus.subscribe(competing(), working(first, second));
    await (await connect()).subscribe(competing(), working(second, first));
    await bus.publish(numbered(400));
    await eventually(() => equal(first.messages.length + second.messages.length, 400));
    deepEqual(
      [...first.ids, ...second.ids].toSorted(),
      numbered(400)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
}
