import { yieldToOthers } from '@signalbox/timing';
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@signalbox/testing/eventually';
import { broadcast, Log, numbered, shared } from '../port/bus.fixture.ts';
import { describeBus } from '../port/bus.suite.ts';
import { type Bus, PublishFailure } from '../port/bus.ts';
import { MemoryBroker } from './memory-broker.ts';
import { openMemoryBus } from './memory-bus.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describeBus('memory bus', async () => {
  const broker = new MemoryBroker();
  const buses: Bus[] = [];
  const connect = async () => {
    const bus = openMemoryBus({ broker });
    buses.push(bus);
    return bus;
  };
  return { connect, end: async () => void (await Promise.all(buses.map((bus) => bus.close()))) };
});

describe('memory bus, beyond the suite', () => {
  it('resolves publishing only when the durable handlers have resolved', async () => {
    const bus = openMemoryBus();
    const finish = Promise.withResolvers<void>();
    const handled: string[] = [];
    await bus.subscribe(shared(), async ([message]) => {
      await finish.promise;
      handled.push(message?.id ?? '');
    });
    const published = bus.publish(numbered(1)).then(() => handled.push('published'));
    await yieldToOthers();
    await yieldToOthers();
    deepEqual(handled, []);
    finish.resolve();
    await published;
    deepEqual(handled, ['m0', 'published']);
    await bus.close();
  });

  it('does not wait for broadcast handlers', async () => {
    const bus = openMemoryBus();
    const finish = Promise.withResolvers<void>();
    await bus.subscribe(broadcast(), () => finish.promise);
    await bus.publish(numbered(1));
    finish.resolve();
    await bus.close();
  });

  it('reports the number of confirmed leading messages when it closes before the rest was handled', async () => {
    const bus = openMemoryBus();
    await bus.declare([shared('slow', 'b')]);
    await bus.subscribe(shared('quick', 'a'), new Log().handle);
    const messages = ['a', 'a', 'b', 'a'].map((key, n) => ({ id: `m${n}`, exchange: 'facts', key, body: '1' }));
    const published = bus.publish(messages);
    const failed = rejects(published, (failure) => failure instanceof PublishFailure && failure.confirmed === 2);
    await bus.idle();
    await bus.close();
    await failed;
  });

  it('delivers every batch twice if configured, in order', async () => {
    const bus = openMemoryBus({ repeatDeliveries: 1 });
    const log = new Log();
    await bus.subscribe(shared(), log.handle);
    await bus.publish(numbered(3));
    await bus.idle();
    deepEqual(log.batches, [numbered(3), numbered(3)]);
    await bus.close();
  });

  it('repeats deliveries by chance if configured', async () => {
    const chances = [0.9, 0.1, 0.9];
    const bus = openMemoryBus({ repeatDeliveries: 0.5, random: () => chances.shift() ?? 1 });
    const log = new Log();
    await bus.subscribe(shared(), log.handle);
    for (const message of numbered(3)) await bus.publish([message]);
    await bus.idle();
    deepEqual(log.ids, ['m0', 'm1', 'm1', 'm2']);
    await bus.close();
  });

  it('reports rejections of handlers', async () => {
    const errors: unknown[] = [];
    const bus = openMemoryBus({ report: (error) => errors.push(error) });
    const error = new Error('not yet');
    await bus.subscribe(shared(), async () => {
      if (errors.length === 0) throw error;
    });
    await bus.publish(numbered(1));
    await eventually(() => equal(errors[0], error));
    await bus.close();
  });

  it('retains nothing of handled messages, whatever their number', async () => {
    const bus = openMemoryBus();
    await bus.subscribe(shared(), async () => undefined);
    const publish = async (count: number) => {
      for (let n = 0; n < count; n += 1) await bus.publish([{ id: 'm', exchange: 'facts', key: 'a', body: '1' }]);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await publish(5000);
    const grown = (await publish(20_000)) - before;
    ok(grown < 2_000_000, `${grown} bytes`);
    await bus.close();
  });
});
