import { deepEqual, notDeepEqual } from 'node:assert/strict';
import { openMemoryBus } from '@signalbox/bus';
import { type DurableQueue, exchanges } from '@signalbox/contracts';
import { eventually } from './eventually.ts';
import { nextRandom, restartChance } from './seed.ts';

const queue: DurableQueue = { queue: 'audit', kind: 'shared', bindings: [{ exchange: exchanges.events, pattern: '#' }] };
const ids = Array.from({ length: 60 }, (_, index) => `message-${index}`);

/** Ids of messages in the order of their deliveries, with the repeated ones. */
async function deliveries(random: () => number): Promise<string[]> {
  const bus = openMemoryBus({ repeatDeliveries: 0.5, random });
  const found: string[] = [];
  await bus.subscribe(queue, async (messages) => void found.push(...messages.map(({ id }) => id)));
  for (const id of ids) await bus.publish([{ id, exchange: exchanges.events, key: 'toggles.x', body: '{}' }]);
  await eventually(() => found.includes(ids.at(-1) ?? ''));
  await bus.close();
  return found;
}

describe('chance in tests', () => {
  it('repeats the same deliveries with the same seed, and others with another', async () => {
    const runs: string[][] = [];
    for (const seed of [7, 7, 8]) {
      restartChance();
      runs.push(await deliveries(nextRandom(seed)));
    }
    deepEqual(runs[0], runs[1]);
    notDeepEqual(runs[0], runs[2]);
  });

  it('differs between the apps of a file', () => notDeepEqual(nextRandom(7)(), nextRandom(7)()));
});
