import { type Answer, eventually } from '@signalbox/testing';
import type { PrivateServer } from '@signalbox/testing/servers';
import { adminFeatures, clientFeatures, few, inScene, type Scene, shows } from '../scene.ts';
import { type Figure, none, pause, percentile, type Trial, within } from '../trial.ts';

const readsPerSecond = 40;
const stretchMs = 10_000;
const allowedFactor = 3;
/** Below this, three times as long is noise. Counters wait for a frozen cache until its connection is closed. */
const leastMs: Readonly<Record<string, number>> = { emptied: 60, frozen: 350, away: 60 };

interface Stretch {
  readonly timesMs: readonly number[];
  readonly wrong: readonly string[];
}

/** Reads continue while the cache is emptied, frozen and killed. */
export const withoutCache: Trial = {
  number: 8,
  title: 'the cache is emptied, frozen and killed during reads of applications and users',
  run: (run) =>
    inScene(run, few, async (scene) => {
      const { server } = run.ground.redis;
      await scene.admin.post(adminFeatures, { name: 'cached' });
      await eventually(async () => shows((await scene.applications[0]?.get(clientFeatures)) as Answer, 'cached'));
      await readFor(scene, stretchMs / 2);
      const normal = await readFor(scene, stretchMs);
      const emptied = await readFor(scene, stretchMs, async () => restart(server));
      server.freeze();
      const frozen = await readFor(scene, stretchMs).finally(() => server.thaw());
      const away = await readWithout(scene, server);
      run.say(`p99 with the cache: ${p99(normal).toFixed(0)} ms`);
      const figures = Object.entries({ emptied, frozen, away }).flatMap(([what, stretch]): Figure[] => [
        none(`${what}: reads with a wrong response`, stretch.wrong),
        within(`${what}: p99 of reads`, Math.round(Math.max(leastMs[what] ?? 0, allowedFactor * p99(normal))), p99(stretch)),
      ]);
      return [none('with it: reads with a wrong response', normal.wrong), ...figures];
    }),
};

const p99 = ({ timesMs }: Stretch): number => percentile(timesMs, 0.99);

type Server = Pick<PrivateServer, 'stop' | 'start'>;

async function restart(server: Server): Promise<void> {
  await server.stop();
  await server.start();
}

async function readWithout(scene: Scene, server: Server): Promise<Stretch> {
  await server.stop();
  try {
    return await readFor(scene, stretchMs);
  } finally {
    await server.start();
  }
}

/** Reads of applications, directly and through the gateway, and of users, at a steady rate. Each must return the one feature. */
async function readFor(
  { cluster, admin, applications }: Scene,
  ms: number,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Stretch> {
  const atGateway = cluster.as({ authorization: cluster.tokens.client });
  const reads = [
    ...applications.map((application) => () => application.get(clientFeatures)),
    () => atGateway.get(clientFeatures),
    () => admin.get(adminFeatures),
  ];
  const timesMs: number[] = [];
  const wrong: string[] = [];
  const running: Promise<void>[] = [];
  const happening = meanwhile();
  const read = async (ask: () => Promise<Answer>) => {
    const begun = performance.now();
    const answer = await ask().catch((error: unknown) => ({ status: 0, body: String(error) }) as Answer);
    timesMs.push(performance.now() - begun);
    if (!shows(answer, 'cached')) wrong.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 60)}`);
  };
  const end = performance.now() + ms;
  for (let index = 0; performance.now() < end; index += 1) {
    running.push(read(reads[index % reads.length] as () => Promise<Answer>));
    await pause(1000 / readsPerSecond);
  }
  await Promise.all([...running, happening]);
  return { timesMs, wrong };
}
