import { findProblems } from '../ledger.ts';
import { startLanes } from '../lanes.ts';
import { few, inScene, ledgerOf, type Scene, toRefusals, untilShown } from '../scene.ts';
import { type Figure, none, pause, type Trial, within } from '../trial.ts';

const lanesAtOnce = 6;
const drainedWithinMs = 10_000;
const limitMs = 120_000;
const withItMs = 10_000;
/** See `lost-writes.ts`. */
const directoryWrittenMs = 6000;

/** The broker is killed, and restarted after a minute of writes. */
export const withoutBroker: Trial = {
  number: 7,
  title: 'the broker is unavailable during writes',
  run: (run) =>
    inScene(run, few, async (scene) => {
      const { ground, amounts, say } = run;
      await pause(directoryWrittenMs);
      const lanes = startLanes(scene.admin, lanesAtOnce, { name: 'without', tokens: false });
      await pause(withItMs);
      // On a machine that is too busy for the deadlines, writes also fail with a broker.
      const isBusy = lanes.refused.size > 0;
      say(`${lanes.acknowledged} writes with the broker; other responses, retried: ${toRefusals(lanes)}`);
      await ground.rabbit.server.stop();
      const before = lanes.acknowledged;
      const end = performance.now() + amounts.outageMs;
      const states = new Set<string>();
      while (performance.now() < end) {
        await pause(2000);
        for (const state of await statesOf(scene)) states.add(state);
      }
      const during = lanes.acknowledged - before;
      await ground.rabbit.server.start();
      const back = performance.now();
      await lanes.stop();
      const ledger = await ledgerOf(scene, lanes, limitMs);
      const wrong = await untilShown(scene, lanes.truth, 30_000);
      say(`${during} writes without the broker; other responses, retried: ${toRefusals(lanes)}; states: ${[...states].join(', ')}`);
      return [
        { ...none('failed writes', [...lanes.refused.keys()]), isTime: isBusy },
        {
          title: 'readiness reported by the gateway',
          demanded: '200, degraded',
          seen: seenOf(states),
          holds: isDegraded(states),
          isTime: isBusy,
        },
        none('writes or events lost, repeated or invented', findProblems(ledger)),
        none('features that differ in delivery', wrong),
        within('drained after the broker is back', drainedWithinMs, ledger.drainedAt - back),
      ] satisfies Figure[];
    }),
};

/** Status of `/ready`, and the states of the services in it. */
async function statesOf({ cluster }: Scene): Promise<string[]> {
  const { status, body } = await cluster.as({}).get('/ready');
  return [String(status), ...Object.values(body.services as Record<string, { state: string }>).map(({ state }) => state)];
}

const seenOf = (states: ReadonlySet<string>): string => [...states].join(', ');
const isDegraded = (states: ReadonlySet<string>): boolean =>
  states.has('200') && states.has('degraded') && !states.has('503') && !states.has('away');
