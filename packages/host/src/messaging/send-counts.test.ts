import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Bus, openMemoryBus } from '@signalbox/bus';
import { exchanges } from '@signalbox/contracts';
import { openCounts } from './send-counts.ts';
import { effectsOf } from '../runtime/effects.ts';
import { openLog } from '../runtime/log.ts';

const usage = { queue: 'usage', kind: 'competing', bindings: [{ exchange: exchanges.usage, pattern: '#' }] } as const;

describe('usage counts', () => {
  let bus: Bus;
  let isConnected: boolean;
  let counts: ReturnType<typeof openCounts>;
  let messages: string[];
  beforeEach(async () => {
    bus = openMemoryBus();
    isConnected = true;
    messages = [];
    await bus.subscribe(usage, async (some) => void messages.push(...some.map(({ body }) => body)));
    const sometimes = Object.create(bus, { connected: { get: () => isConnected }, publish: { value: bus.publish.bind(bus) } }) as Bus;
    counts = openCounts({ bus: sometimes, log: openLog('silent'), effects: effectsOf() }, 'sample');
  });
  afterEach(async () => {
    await counts.close();
    await bus.close();
  });

  const sent = async () => {
    await counts.flush();
    await bus.idle();
    return messages.splice(0);
  };

  it('leave together, in messages of limited length and size', async () => {
    for (let n = 0; n < 1200; n += 1) counts.count({ n });
    deepEqual(
      (await sent()).map((body) => (JSON.parse(body) as unknown[]).length),
      [500, 500, 200],
    );
    const large = 'x'.repeat(400_000);
    for (const text of [large, large, large, 'small', 'x'.repeat(2_000_000), 'small']) counts.count({ text });
    const bodies = await sent();
    deepEqual(
      bodies.map((body) => (JSON.parse(body) as { text: string }[]).map(({ text }) => text.length)),
      [[400_000, 400_000], [400_000, 5], [2_000_000], [5]],
    );
  });

  it('are buffered within limits while the bus is down, and again after it was back', async () => {
    isConnected = false;
    const megabyte = { text: 'x'.repeat(1_000_000) };
    for (let n = 0; n < 200; n += 1) counts.count(megabyte);
    isConnected = true;
    const bodies = await sent();
    ok(bodies.length > 50 && bodies.length <= 64, String(bodies.length));
    counts.count({ n: 1 });
    equal((await sent()).length, 1);
  });
});
