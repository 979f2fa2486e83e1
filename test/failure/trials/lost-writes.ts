import { seeded } from '../../races/random.ts';
import { planFaults } from '../faults.ts';
import { startLanes } from '../lanes.ts';
import { findProblems } from '../ledger.ts';
import { inScene, ledgerOf, toRefusals, twoOfEach, untilShown } from '../scene.ts';
import { supervise } from '../supervisor.ts';
import { atLeast, type Figure, none, pause, type Trial, type TrialRun, within } from '../trial.ts';

const faultsPerSeed = 30;
const lanesAtOnce = 8;
const convergedWithinMs = 30_000;
const convergenceLimitMs = 180_000;
/** RabbitMQ 3.10 writes the directory of its quorum queues with a delay; newer queues do not survive SIGKILL. */
const directoryWrittenMs = 6000;

/** Writes continue while processes and servers are killed, frozen and disconnected. No acknowledged write may be missing in the end. */
export const lostWrites: Trial = {
  number: 1,
  title: `${faultsPerSeed} random faults during writes`,
  async run(run) {
    const figures: Figure[] = [];
    for (let seed = run.seed; seed < run.seed + run.amounts.seeds; seed += 1) figures.push(...(await live(run, seed)));
    return figures;
  },
};

const live = (run: TrialRun, seed: number): Promise<Figure[]> =>
  inScene(
    run,
    twoOfEach,
    async (scene) => {
      const { ground, amounts, say } = run;
      await pause(directoryWrittenMs);
      const faults = planFaults(ground, scene.replicas, faultsPerSeed, seeded(seed));
      const supervisor = supervise(scene.replicas);
      const lanes = startLanes(scene.admin, lanesAtOnce, { name: `seed-${seed}` });
      const begun = performance.now();
      try {
        for (const [index, fault] of faults.entries()) {
          // The last fault happens after the writes, so that only the product's own work follows.
          while (index === faults.length - 1 && lanes.acknowledged < amounts.writes) await pause(500);
          await fault.happen();
          say(`${String(index + 1).padStart(2)} ${fault.title}; ${lanes.acknowledged} writes (${seconds(begun)} s)`);
          await pause(2000);
        }
        const over = performance.now() - 2000;
        await lanes.stop();
        const wrong = await untilShown(scene, lanes.truth, convergenceLimitMs);
        const ledger = await ledgerOf(scene, lanes, convergenceLimitMs);
        const convergedMs = performance.now() - over;
        const problems = findProblems(ledger);
        say(`seed ${seed}: ${supervisor.starts} processes were restarted; other responses, retried: ${toRefusals(lanes)}`);
        return [
          atLeast(`seed ${seed}: acknowledged writes`, amounts.writes, lanes.acknowledged),
          atLeast(`seed ${seed}: faults`, faultsPerSeed, faults.length),
          none(`seed ${seed}: writes or events lost, repeated or invented`, problems),
          none(`seed ${seed}: features whose changes are out of order`, lanes.findOrderProblems(ledger)),
          none(`seed ${seed}: features that differ in delivery`, wrong),
          within(`seed ${seed}: everything has converged after the last fault`, convergedWithinMs, convergedMs),
        ];
      } finally {
        supervisor.stop();
      }
    },
    { spoils: true },
  );

const seconds = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(0);
