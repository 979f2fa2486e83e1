import { eventually } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from '../crashing.fixture.ts';
import type { Supplier } from '../ground.ts';
import { startLanes } from '../lanes.ts';
import { findProblems, readLedger } from '../ledger.ts';
import type { BugName } from '../planting/bugs.ts';
import type { PlantedFailpoint } from '../planting/planting.ts';
import { type Figure, none, pause, type Trial } from '../trial.ts';

/** The four mistakes that an outbox and an inbox are for, and the place at which a process has to end for each to show. */
export const plantedBugs = {
  'marks before it publishes': { point: 'after publish', service: 'toggles', at: 3 },
  'acknowledges before it commits': { point: 'before commit', service: 'audit', at: 3 },
  'keeps no inbox': { point: 'before ack', service: 'toggles', at: 6 },
  'waits for no confirms': null,
} as const satisfies Partial<Record<BugName, PlantedFailpoint | null>>;

export type PlantedBug = keyof typeof plantedBugs;
export const plantedBugNames = Object.keys(plantedBugs) as PlantedBug[];

const lanesAtOnce = 4;
const writesBefore = 8;
/** Longer than a relay on a busy machine takes to publish what was just written, and to mark it. */
const swallowedMs = 5000;
const readyWithinMs = 240_000;

/**
 * Lets a product live through what shows each of the four mistakes: it ends itself at each of their places, and what it says to the broker
 * is swallowed for a while. Answers what is wrong then: nothing, unless it has one of them.
 */
export async function liveThrough(bug: PlantedBug | null, { proxy }: Pick<Supplier, 'proxy'>, limitMs: number): Promise<string[]> {
  const own = bug ? [bug] : plantedBugNames;
  const product = await openCrashingProduct(bug ? { bug } : {}, { BUS_URL: proxy.url });
  const lanes = startLanes(product.client, lanesAtOnce);
  try {
    for (const name of own) {
      const failpoint = plantedBugs[name];
      if (failpoint) await product.crash(failpoint);
    }
    product.start();
    if (own.includes('waits for no confirms')) await swallow(product, proxy, () => lanes.acknowledged);
    await eventually(() => lanes.acknowledged > writesBefore, readyWithinMs);
    await lanes.stop();
    const ledger = await readLedger(product.workspace, lanes.features, limitMs);
    return [...findProblems(ledger), ...lanes.findOrderProblems(ledger)];
  } finally {
    await lanes.stop().catch(() => undefined);
    await product.close();
  }
}

/** Once it publishes, the broker hears nothing for a while, and then the connection breaks. */
async function swallow({ client }: CrashingProduct, proxy: Supplier['proxy'], acknowledged: () => number): Promise<void> {
  await eventually(async () => (await client.get('/ready')).status === 200, readyWithinMs);
  const before = acknowledged();
  await eventually(() => acknowledged() > before + writesBefore, readyWithinMs);
  proxy.inject({ drop: 'requests' });
  const swallowing = acknowledged();
  await eventually(() => acknowledged() > swallowing + writesBefore, readyWithinMs);
  await pause(swallowedMs);
  proxy.inject({ reset: true });
  proxy.inject({});
}

/** The suite has to fail where the product has one of the mistakes, and only there. */
export const plantedBugTrial: Trial = {
  number: 3,
  title: 'planted mistakes',
  bug: null,
  async run({ ground, say }) {
    const figures: Figure[] = [none('problems of the product as it is', await liveThrough(null, ground.rabbit, 60_000))];
    for (const bug of plantedBugNames) {
      const problems = await liveThrough(bug, ground.rabbit, 15_000);
      say(`${bug}: ${problems.length} problems, ${problems[0] ?? ''}`);
      const seen = problems.length > 0 ? `found: ${problems[0]}` : 'not found';
      figures.push({ title: `a product that ${bug}`, demanded: 'is found', seen, holds: problems.length > 0, isTime: false });
    }
    return figures;
  },
};
