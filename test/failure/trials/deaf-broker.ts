import { readCounter } from '@signalbox/store';
import { eventually, settingsOf } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from '../crashing.fixture.ts';
import { startLanes } from '../lanes.ts';
import { findProblems, readLedger } from '../ledger.ts';
import { openServiceStore } from '../service-store.ts';
import { none, pause, type Trial } from '../trial.ts';

const lanesAtOnce = 4;
const writesBefore = 8;
/** Longer than a relay waits for a confirm. */
const swallowedMs = 7000;
const readyWithinMs = 240_000;
const ledgerLimitMs = 60_000;

/** The broker drops all messages, then the connection breaks. No unconfirmed message may count as published. */
export const deafBroker: Trial = {
  number: 3,
  title: 'the broker drops messages silently',
  async run({ ground, say }) {
    const { proxy } = ground.rabbit;
    const product = await openCrashingProduct({ BUS_URL: proxy.url });
    const lanes = startLanes(product.client, lanesAtOnce);
    const untilWritten = async (count: number) => {
      const before = lanes.acknowledged;
      await eventually(() => lanes.acknowledged > before + count, readyWithinMs);
    };
    try {
      product.start();
      await eventually(async () => (await product.client.get('/ready')).status === 200, readyWithinMs);
      await untilWritten(writesBefore);
      proxy.inject({ drop: 'requests' });
      // Commits after this message happen while the broker drops messages.
      const { message } = await readPosition(product);
      await untilWritten(writesBefore);
      await pause(swallowedMs);
      const unheard = Math.max(0, (await readPosition(product)).published - message);
      proxy.inject({ reset: true });
      proxy.inject({});
      await untilWritten(writesBefore);
      await lanes.stop();
      const ledger = await readLedger(product.workspace, lanes.features, ledgerLimitMs);
      say(`${lanes.acknowledged} writes`);
      return [
        none('dropped messages that count as published', unheard),
        none('writes or events lost, repeated or invented', findProblems(ledger)),
        none('features whose changes are out of order', lanes.findOrderProblems(ledger)),
      ];
    } finally {
      proxy.inject({});
      await lanes.stop().catch(() => undefined);
      await product.close();
    }
  },
};

/** The last message committed by toggles, and the last one that it counts as published. */
async function readPosition({ workspace }: CrashingProduct): Promise<Awaited<ReturnType<typeof readCounter>>> {
  const toggles = await openServiceStore(settingsOf(workspace), 'toggles');
  try {
    return await readCounter(toggles.reader());
  } finally {
    await toggles.close();
  }
}
