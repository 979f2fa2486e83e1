import { type Answer, eventually } from '@signalbox/testing';
import { adminFeatures, clientFeatures, few, inScene } from '../scene.ts';
import { atLeast, none, pause, type Trial, within } from '../trial.ts';

const reads = 10_000;
const atOnce = 20;
const servesWithinMs = 1000;
const features = 50;
/** Delivery saves changed state every three seconds. */
const savedMs = 12_000;

/** All other processes and servers are killed, and one process of delivery is killed and restarted. */
export const readerAlone: Trial = {
  number: 10,
  title: 'delivery starts while everything else is down',
  run: (run) =>
    inScene(
      run,
      few,
      async (scene) => {
        const { admin, applications, cluster, replicas } = scene;
        const { mysql, rabbit, redis } = run.ground;
        for (let index = 0; index < features; index += 1) await admin.post(adminFeatures, { name: `kept-${index}` });
        const [application] = applications;
        const [reader] = cluster.replicas.delivery;
        if (!application || !reader) throw new Error('delivery is not running');
        const ask = () => application.get(clientFeatures).catch(() => null);
        await eventually(async () => savedIn(await ask()) === features);
        await pause(savedMs);
        await Promise.all([
          ...replicas.map((replica) => replica.stop('SIGKILL')),
          mysql.server.stop(),
          rabbit.server.stop(),
          redis.server.stop(),
        ]);
        try {
          const written = reader.output.length;
          reader.start();
          const begun = performance.now();
          await eventually(() => reader.output.slice(written).includes('listening'));
          const listensMs = performance.now() - begun;
          await eventually(async () => (await ask())?.status === 200).catch(() => undefined);
          const servesMs = performance.now() - begun - listensMs;
          run.say(`listens ${listensMs.toFixed(0)} ms after the start`);
          const wrong: string[] = [];
          let requested = 0;
          const readOn = async () => {
            while (requested < reads) {
              requested += 1;
              const answer = await ask();
              const isRight = answer?.status === 200 && savedIn(answer) === features && answer.headers['x-signalbox-stale'] === 'true';
              if (!isRight) wrong.push(`${answer?.status} with ${savedIn(answer)} features`);
            }
          };
          await Promise.all(Array.from({ length: atOnce }, readOn));
          return [
            within('serves after listening', servesWithinMs, servesMs),
            within('serves after the start of its process', 3 * servesWithinMs, listensMs + servesMs),
            atLeast('reads', reads, requested),
            none('reads without a complete 200 marked as stale', wrong),
          ];
        } finally {
          await Promise.all([mysql.server.start(), rabbit.server.start(), redis.server.start()]);
        }
      },
      { spoils: true },
    ),
};

const savedIn = (answer: Answer | null): number =>
  ((answer?.body?.features ?? []) as { name: string }[]).filter(({ name }) => name.startsWith('kept-')).length;
