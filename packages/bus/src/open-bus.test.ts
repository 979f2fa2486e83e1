import { equal, rejects } from 'node:assert/strict';
import { openBus } from './open-bus.ts';

describe('open bus', () => {
  it('opens the bus of one process for memory:', async () => {
    const bus = await openBus('memory:', { prefix: 'p-' });
    equal(bus.connected, true);
    await bus.close();
  });

  it('refuses a scheme that it has no adapter for and names those that it has, not the address', async () => {
    const message = 'the bus has no adapter for "kafka:", only for memory: amqp: amqps:';
    await rejects(openBus('kafka://user:secret@host', { prefix: 'p-' }), { message });
  });

  it('refuses what is no address', async () => {
    await rejects(openBus('nonsense', { prefix: 'p-' }), /no adapter for ""/);
  });
});
