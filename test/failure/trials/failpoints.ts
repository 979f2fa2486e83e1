import { type Failpoint, failpoints } from '@signalbox/host';
import type { Replica } from '../../scale/cluster.ts';
import { seeded } from '../../races/random.ts';
import { startLanes } from '../lanes.ts';
import { findProblems } from '../ledger.ts';
import { type PlannedFailpoint, variablesOf } from '../failpoint.ts';
import { few, inScene, ledgerOf, type Scene, toRefusals } from '../scene.ts';
import { supervise } from '../supervisor.ts';
import { atLeast, none, pause, type Trial } from '../trial.ts';

const hitsDemanded = 5;
const limitMs = 600_000;
/** Seconds without progress before processes get other turns. */
const patientTurns = 30;
const ledgerLimitMs = 120_000;
const lanesAtOnce = 6;
/** Messages arrive rarely while their sender is killed as well. */
const maxPassings = (point: Failpoint): number => (onArrival.has(point) ? 3 : 12);

/** Steps of a service for an incoming message. */
const onArrival: ReadonlySet<Failpoint> = new Set(['after handling', 'before ack']);

/** Each durable step of each service that has it. Audit publishes nothing; services without a queue acknowledge nothing. */
const points: readonly Pick<PlannedFailpoint, 'point' | 'service'>[] = [
  ...failpoints.map((point) => ({ point, service: 'toggles' })),
  ...failpoints.filter((point) => !onArrival.has(point)).map((point) => ({ point, service: 'identity' })),
  ...(['after handling', 'after commit', 'before ack'] as const).map((point) => ({ point, service: 'audit' })),
];

/** Processes kill themselves between two durable steps. Every step gets its turn. */
export const failpointTrial: Trial = {
  number: 2,
  title: `processes kill themselves at ${points.length} durable steps`,
  run: (run) =>
    inScene(
      run,
      few,
      async (scene) => {
        const { say, seed } = run;
        const random = seeded(seed);
        const own = new Set(points.map(({ service }) => service));
        const replicas = scene.replicas.filter(({ name }) => own.has(name));
        const nextAt = (replica: Replica): Record<string, string> => {
          const hits = hitsIn(scene);
          const open = points.filter(({ service }) => service === replica.name).toSorted((one, other) => hits(one) - hits(other));
          // Two processes of a service take different turns; otherwise both would wait at a step that only one of them takes.
          const next = open[Math.floor(random() * 2) % open.length];
          if (!next) return {};
          return variablesOf({ ...next, at: 1 + Math.floor(random() * maxPassings(next.point)) });
        };
        const lanes = startLanes(scene.admin, lanesAtOnce);
        const supervisor = supervise(scene.replicas, (replica) => (own.has(replica.name) ? nextAt(replica) : {}));
        const restart = () => {
          for (const { pid } of replicas) if (pid !== undefined) process.kill(pid, 'SIGKILL');
        };
        restart();
        const end = performance.now() + limitMs;
        const minHits = () => Math.min(...points.map(hitsIn(scene)));
        let last = { hits: 0, turn: 0 };
        for (let turn = 0; minHits() < hitsDemanded && performance.now() < end; turn += 1) {
          if (minHits() > last.hits) last = { hits: minHits(), turn };
          // One process may hold the lease and wait for a message, while the other gets all messages and waits for the lease.
          if (turn - last.turn >= patientTurns) {
            restart();
            last = { hits: minHits(), turn };
          }
          if (turn % 10 === 0) say(`${lanes.acknowledged} writes; hits: ${points.map(hitsIn(scene)).join(' ')}`);
          await pause(1000);
        }
        supervisor.stop();
        await disarm(replicas);
        await lanes.stop();
        const ledger = await ledgerOf(scene, lanes, ledgerLimitMs);
        const hits = hitsIn(scene);
        for (const point of points) say(`${point.point} of ${point.service}: hit ${hits(point)} times`);
        say(`${lanes.acknowledged} writes; other responses, retried: ${toRefusals(lanes)}`);
        return [
          atLeast('durable steps at which processes were killed', 10, points.filter((point) => hits(point) > 0).length),
          atLeast('kills at each step', hitsDemanded, minHits()),
          none('writes or events lost, repeated or invented', findProblems(ledger)),
          none('features whose changes are out of order', lanes.findOrderProblems(ledger)),
        ];
      },
      { spoils: true },
    ),
};

/** Number of times that processes reported their end at this point. */
const hitsIn =
  ({ replicas }: Scene) =>
  ({ point, service }: Pick<PlannedFailpoint, 'point' | 'service'>): number =>
    replicas
      .filter(({ name }) => name === service)
      .reduce((sum, { output }) => sum + output.split(`failpoint ${point} of ${service}\n`).length - 1, 0);

/** The last start of each process has no failpoint. */
async function disarm(replicas: readonly Replica[]): Promise<void> {
  for (const replica of replicas) {
    await replica.stop('SIGKILL');
    replica.start();
  }
}
