import { eventually } from '@signalbox/testing';
import { seeded } from '../../races/random.ts';
import { clientFeatures, few, inScene, type Scene } from '../scene.ts';
import { atLeast, none, type Trial, type TrialRun } from '../trial.ts';

const atOnce = 6;
const features = '/api/admin/projects/default/features';
const followedMs = 60_000;

/** A process of delivery that followed every change returns the same bytes as one that missed all of them and fetches the state. */
export const rebuiltState: Trial = {
  number: 15,
  title: 'followed state compared with fetched state',
  run: (run) =>
    inScene(run, few, async (scene) => {
      const { applications, cluster } = scene;
      const changes = await changeAtRandom(scene, run);
      const [followed, other] = applications;
      const [, rebuilt] = cluster.replicas.delivery;
      if (!followed || !other || !rebuilt) throw new Error('there are not two of delivery');
      await untilFollowed(scene);
      await rebuilt.stop('SIGKILL');
      // Neither its folder nor the cache has the earlier state, so it must fetch it.
      await run.ground.redis.server.stop();
      await run.ground.redis.server.start();
      rebuilt.start({ DATA_DIR: `${cluster.workspace.dataDir}/nothing` });
      await eventually(async () => (await other.get(clientFeatures)).headers['x-signalbox-stale'] === undefined, followedMs);
      await untilFollowed(scene);
      const [live, anew] = [await bytesOf(followed), await bytesOf(other)];
      run.say(`${changes} changes left ${live.length} bytes`);
      return [
        atLeast('random changes', run.amounts.writes, changes),
        none('differing bytes', live.equals(anew) ? 0 : 1 + Math.abs(live.length - anew.length)),
      ];
    }),
};

const bytesOf = async (application: Scene['applications'][number]): Promise<Buffer> => {
  const { status, body } = await application.get(clientFeatures);
  if (status !== 200) throw new Error(`delivery answers ${status}`);
  // ETag and query differ by process; compare the rest.
  return Buffer.from(JSON.stringify({ features: body.features, segments: body.segments }));
};

/** Waits until both processes return the latest state. */
async function untilFollowed({ admin, applications }: Scene): Promise<void> {
  const { headers } = await admin.post(features, { name: `settled-${performance.now().toFixed(0)}` });
  for (const application of applications)
    await eventually(
      async () => (await application.get(clientFeatures, { headers: { 'if-min-revision': String(headers['x-revision']) } })).status === 200,
      followedMs,
    );
}

/** Creates, describes, switches, archives and deletes random features, several in parallel. Returns the number of changes. */
async function changeAtRandom({ admin }: Scene, { seed, amounts, say }: TrialRun): Promise<number> {
  let made = 0;
  const expected = amounts.writes;
  const lane = async (number: number) => {
    const random = seeded(seed * 100 + number);
    const own: string[] = [];
    for (let index = 0; made < expected; index += 1) {
      const name = own[Math.floor(random() * own.length)];
      const chance = random();
      const answer = await (name === undefined || chance < 0.15
        ? admin.post(features, { name: `random-${number}-${index}`, description: `${chance}` })
        : chance < 0.5
          ? admin.put(`${features}/${name}`, { description: `${chance}`, impressionData: chance < 0.3 })
          : chance < 0.65
            ? admin.post(`${features}/${name}/environments/development/${chance < 0.58 ? 'on' : 'off'}`)
            : chance < 0.9
              ? admin.post(`${features}/${name}/environments/development/strategies`, strategy(chance))
              : admin.delete(`${features}/${name}`));
      if (answer.status >= 300 && answer.status !== 503) {
        if (answer.status !== 400) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
        continue;
      }
      if (answer.status === 503) continue;
      made += 1;
      if (made % 1000 === 0) say(`${made} changes`);
      if (name === undefined || chance < 0.15) own.push(`random-${number}-${index}`);
      else if (chance >= 0.9) own.splice(own.indexOf(name), 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, number) => lane(number)));
  return made;
}

const strategy = (chance: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(Math.floor(chance * 100)), stickiness: 'default', groupId: 'random' },
  constraints: [{ contextName: 'userId', operator: 'IN', values: [String(chance)] }],
});
