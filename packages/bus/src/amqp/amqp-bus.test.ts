import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { testEnvironment } from '@signalbox/testing/environment';
import { type AmqpSpace, deleteQueue, openAmqpSpace, publishWithoutId } from './amqp-space.fixture.ts';
import { broadcast, line, Log, numbered, shared } from '../port/bus.fixture.ts';
import { describeBus } from '../port/bus.suite.ts';
import { type Bus, PublishFailure } from '../port/bus.ts';
import { type Cable, layCable } from './cable.fixture.ts';
import { openBus } from '../open-bus.ts';

const { amqpUrl, prefix } = testEnvironment;

if (amqpUrl !== undefined) {
  describeBus('amqp bus', async () => openAmqpSpace(amqpUrl, prefix));
  describeLosses(amqpUrl);
}

function describeLosses(brokerUrl: string): void {
  describe('amqp bus, when the connection is lost', () => {
    let space: AmqpSpace;
    let cable: Cable;
    let bus: Bus;

    beforeEach(async () => {
      space = openAmqpSpace(brokerUrl, prefix);
      cable = await layCable(brokerUrl);
    });
    afterEach(async () => {
      cable.unmuffle();
      await space.end();
      await cable.unplug();
    });
    const connect = async (confirmTimeoutMs = 5_000) => {
      bus = await space.connect({ urls: [cable.url], confirmTimeoutMs });
    };
    const isDown = () => eventually(() => equal(bus.connected, false));
    const isUp = () => eventually(() => equal(bus.connected, true));

    it('opens while the broker is down and connects when it comes up', async () => {
      await cable.unplug();
      await connect();
      equal(bus.connected, false);
      const log = new Log();
      await bus.subscribe(shared(), log.handle);
      await rejects(bus.publish(numbered(1)), isFailure(0));
      await cable.plug();
      await isUp();
      await bus.declare([shared()]);
      await bus.publish(numbered(2));
      await eventually(() => equal(log.line, line(2)));
    });

    it('continues at the next address when one is lost, and returns to the first when that one is lost', async () => {
      const other = await layCable(brokerUrl);
      bus = await space.connect({ urls: [cable.url, other.url] });
      const log = new Log();
      await bus.subscribe(shared(), log.handle);
      await bus.publish(numbered(1));
      await cable.unplug();
      await isDown();
      await isUp();
      await bus.publish(numbered(2).slice(1));
      await eventually(() => equal(log.firstSights, line(2)));
      await cable.plug();
      await other.unplug();
      await isDown();
      await isUp();
      await bus.publish(numbered(3).slice(2));
      await eventually(() => equal(log.firstSights, line(3)));
    });

    it('connects although the first address does not respond', async () => {
      await cable.unplug();
      bus = await space.connect({ urls: [cable.url, brokerUrl] });
      await isUp();
      await bus.publish(numbered(1));
      await cable.plug();
    });

    it('rejects a declaration while the broker is down', async () => {
      await cable.unplug();
      await connect();
      await rejects(bus.declare([shared()]), { name: 'DeadlinePassed' });
      await cable.plug();
    });

    it('delivers unacknowledged messages to the next consumer, in order, when the connection is lost', async () => {
      await connect();
      const [blocked, log] = [new Log(), new Log()];
      await bus.subscribe(shared(), async (messages) => {
        await blocked.handle(messages);
        throw new Error('never');
      });
      await bus.publish(numbered(500));
      await eventually(() => ok(blocked.batches.length > 0));
      await (await space.connect()).subscribe(shared(), log.handle);
      await cable.unplug();
      await eventually(() => equal(log.line, line(500)));
      await cable.plug();
    });

    it('preserves the order over any number of lost connections', async () => {
      await connect();
      const seen = new Set<string>();
      let cuts = 0;
      await bus.subscribe(shared(), async (messages) => {
        if (cuts < 4 && messages.some(({ id }) => !seen.has(id)) && seen.size > cuts * 130) {
          cuts++;
          cable.cut();
          throw new Error('cut');
        }
        for (const { id } of messages) seen.add(id);
      });
      const publisher = await space.connect();
      await publisher.publish(numbered(600));
      await eventually(() => equal(seen.size, 600));
      deepEqual(
        [...seen],
        numbered(600).map(({ id }) => id),
      );
      equal(cuts, 4);
    });

    it('calls `connected` of a broadcast again after a reconnection', async () => {
      await connect();
      const log = new Log();
      let calls = 0;
      await bus.subscribe({ ...broadcast(), connected: () => calls++ }, log.handle);
      equal(calls, 1);
      cable.cut();
      await eventually(() => equal(calls, 2));
      await isUp();
      await bus.publish(numbered(1));
      await eventually(() => deepEqual(log.ids, ['m0']));
    });

    it('resends from the first unconfirmed message when confirms are lost, without gaps', async () => {
      await connect();
      const log = new Log();
      await (await space.connect()).subscribe(shared(), log.handle);
      const messages = numbered(300);
      await bus.publish(messages.slice(0, 20));
      // Less than a confirm (21 bytes), because one may cover all messages.
      cable.muffle(20);
      const publishing = bus.publish(messages.slice(20));
      await eventually(() => ok(log.ids.includes('m299')));
      cable.cut();
      cable.unmuffle();
      const failure = await publishing.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      ok(failure instanceof PublishFailure && failure.confirmed < 280);
      await isUp();
      await bus.publish(messages.slice(20 + failure.confirmed));
      await eventually(() => equal(log.firstSights, line(300)));
      ok(log.messages.length > messages.length, 'the repetition must have happened');
    });

    it('rejects publishing after the deadline while the broker is silent, and publishes when it responds again', async () => {
      await connect(300);
      await bus.declare([shared()]);
      await bus.publish(numbered(1));
      cable.muffle();
      await rejects(bus.publish(numbered(2).slice(1)), isFailure(0));
      await rejects(bus.publish(numbered(2).slice(1)), isFailure(0));
      cable.unmuffle();
      await isUp();
      await bus.publish(numbered(3).slice(1));
      const log = new Log();
      await bus.subscribe(shared(), log.handle);
      await eventually(() => equal(log.firstSights, line(3)));
    });

    it('closes although the broker is silent', async () => {
      await connect();
      await bus.subscribe(shared(), new Log().handle);
      cable.muffle();
      await bus.close();
    });

    it('recreates a queue that was deleted externally', async () => {
      await connect();
      const log = new Log();
      await bus.subscribe(shared(), log.handle);
      await deleteQueue(brokerUrl, `${space.prefix}readers`);
      await eventually(() => {
        bus.publish(numbered(1)).catch(() => undefined); // The last one may be unconfirmed when the bus closes.
        ok(log.ids.includes('m0'));
      });
    });

    it('delivers external messages without ids as distinct messages', async () => {
      await connect();
      const log = new Log();
      await bus.subscribe(shared(), log.handle);
      await publishWithoutId(brokerUrl, `${space.prefix}facts`, ['{"id":"inside"}', 'one', 'two']);
      await eventually(() => equal(log.ids.length, 3));
      equal(new Set(log.ids).size, 3);
      equal(log.ids[0], 'inside');
    });

    it('is opened by openBus for amqp:', async () => {
      const opened = await openBus([brokerUrl], { prefix: space.prefix });
      equal(opened.connected, true);
      await opened.close();
    });
  });
}

function isFailure(confirmed: number): (failure: unknown) => boolean {
  return (failure) => failure instanceof PublishFailure && failure.confirmed === confirmed;
}
