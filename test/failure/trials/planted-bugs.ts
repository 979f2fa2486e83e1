import { readCounter } from '@signalbox/store';
import { eventually, settingsOf } from '@signalbox/testing';
import { type CrashingProduct, openCrashingProduct } from '../crashing.fixture.ts';
import type { Supplier } from '../ground.ts';
import { type Lanes, startLanes } from '../lanes.ts';
import { findProblems, readLedger } from '../ledger.ts';
import type { BugName } from '../planting/bugs.ts';
import type { PlantedFailpoint } from '../planting/planting.ts';
import { openServiceStore } from '../service-store.ts';
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
/** Longer than a relay waits for a confirm. */
const swallowedMs = 7000;
const markedWithinMs = 60_000;
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
    const unheard = own.includes('waits for no confirms') ? await swallow(product, proxy, { lanes, isMarked: bug !== null }) : [];
    await eventually(() => lanes.acknowledged > writesBefore, readyWithinMs);
    await lanes.stop();
    const ledger = await readLedger(product.workspace, lanes.features, limitMs);
    return [...unheard, ...findProblems(ledger), ...lanes.findOrderProblems(ledger)];
  } finally {
    await lanes.stop().catch(() => undefined);
    await product.close();
  }
}

/**
 * Once it publishes, the broker hears nothing of what it says, until toggles marks that, which it must not do; where it does not, for a
 * while. Then the connection breaks. Answers what is wrong with the checkpoint, where it was not to be marked.
 */
async function swallow(
  { client, workspace }: CrashingProduct,
  proxy: Supplier['proxy'],
  { lanes, isMarked }: { readonly lanes: Lanes; readonly isMarked: boolean },
): Promise<string[]> {
  await eventually(async () => (await client.get('/ready')).status === 200, readyWithinMs);
  const before = lanes.acknowledged;
  await eventually(() => lanes.acknowledged > before + writesBefore, readyWithinMs);
  const toggles = await openServiceStore(settingsOf(workspace), 'toggles');
  try {
    proxy.inject({ drop: 'requests' });
    // What follows this message is committed after the broker has become deaf.
    const { message } = await readCounter(toggles.reader());
    const marksUnheard = async () => (await readCounter(toggles.reader())).published > message;
    const swallowing = lanes.acknowledged;
    await eventually(() => lanes.acknowledged > swallowing + writesBefore, readyWithinMs);
    if (isMarked) await eventually(marksUnheard, markedWithinMs);
    else await pause(swallowedMs);
    return !isMarked && (await marksUnheard()) ? ['toggles has marked what the broker has not heard'] : [];
  } finally {
    proxy.inject({ reset: true });
    proxy.inject({});
    await toggles.close();
  }
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
