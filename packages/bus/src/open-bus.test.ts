import { equal, rejects } from 'node:assert/strict';
import { openBus } from './open-bus.ts';

describe('openBus', () => {
  it('opens the in-process bus for memory:', async () => {
    const bus = await openBus(['memory:'], { prefix: 'p-' });
    equal(bus.connected, true);
    await bus.close();
  });

  it('rejects a scheme without an adapter and lists the supported ones, without the address', async () => {
    const message = 'the bus has no adapter for "kafka:", only for memory: amqp: amqps:';
    await rejects(openBus(['kafka://user:secret@host'], { prefix: 'p-' }), { message });
  });

  it('rejects an invalid address', async () => {
    await rejects(openBus(['nonsense'], { prefix: 'p-' }), /no adapter for ""/);
  });
});
