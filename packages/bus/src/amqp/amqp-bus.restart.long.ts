import { equal, ok } from 'node:assert/strict';
import { eventually } from '@signalbox/testing/eventually';
import { testEnvironment } from '@signalbox/testing/environment';
import { isInstalled, type PrivateServer, startPrivateRabbit } from '@signalbox/testing/servers';
import { openAmqpBus } from './amqp-bus.ts';
import { broadcast, competing, line, Log, numbered, shared } from '../port/bus.fixture.ts';
import { type Bus, type Message, PublishFailure } from '../port/bus.ts';

/** RabbitMQ 3.10 writes the directory of its quorum queues with a delay. A younger queue does not survive SIGKILL. */
const directoryWrittenMs = 5_000;

if (testEnvironment.amqpUrl !== undefined && isInstalled('rabbit')) {
  describe('amqp bus, when the broker fails', () => {
    let broker: PrivateServer;
    let bus: Bus;
    let declaredAt: number;

    before(async () => {
      broker = await startPrivateRabbit();
      bus = await openAmqpBus([broker.url], { prefix: testEnvironment.prefix });
      await bus.declare([shared(), shared('first'), competing()]);
      declaredAt = Date.now();
      await bus.close();
    });
    after(() => broker.close());
    beforeEach(async () => {
      bus = await openAmqpBus([broker.url], { prefix: testEnvironment.prefix, confirmTimeoutMs: 1_000 });
    });
    afterEach(() => bus.close());

    it('rejects publishing in time while the broker is frozen, and publishes the rest when it thaws', async () => {
      const log = new Log();
      await bus.subscribe(shared('first'), log.handle);
      await bus.publish(numbered(10));
      broker.freeze();
      const begin = Date.now();
      const failure = await bus.publish(numbered(20).slice(10)).catch((reason: unknown) => reason);
      ok(failure instanceof PublishFailure && Date.now() - begin < 3_000);
      broker.thaw();
      await publishAll(bus, numbered(20).slice(10 + failure.confirmed));
      await eventually(() => equal(log.firstSights, line(20)));
    });

    it('loses no confirmed message when the broker is killed, and recovers by itself', async () => {
      const log = new Log();
      let connections = 0;
      await bus.subscribe(shared(), log.handle);
      await bus.subscribe({ ...broadcast(), connected: () => connections++ }, new Log().handle);
      await eventually(() => ok(Date.now() - declaredAt > directoryWrittenMs), 2 * directoryWrittenMs);
      const publishing = publishAll(bus, numbered(3_000));
      await eventually(() => ok(log.messages.length > 200));
      await broker.stop();
      await broker.start();
      const failures = await publishing;
      ok(failures.length > 0, 'publishing must have met the outage');
      await eventually(() => equal(log.firstSights, line(3_000)));
      await eventually(() => equal(connections, 2));
      const late = new Log();
      await bus.subscribe(competing(), late.handle);
      await eventually(() => equal(late.firstSights, line(3_000)));
    });
  });
}

/** Publishes in batches like a relay: after a failure again from the first unconfirmed message. Returns the failures. */
async function publishAll(bus: Bus, messages: readonly Message[]): Promise<PublishFailure[]> {
  const failures: PublishFailure[] = [];
  for (let next = 0; next < messages.length; ) {
    const batch = messages.slice(next, next + 50);
    const failure = await bus.publish(batch).catch((reason: unknown) => reason);
    if (failure instanceof PublishFailure) {
      failures.push(failure);
      await eventually(() => equal(bus.connected, true));
      next += failure.confirmed;
    } else {
      equal(failure, undefined);
      next += batch.length;
    }
  }
  return failures;
}
