import { type Answer, eventually } from '@signalbox/testing';
import { metricOf } from '../../scale/holders.ts';
import { adminFeatures, clientFeatures, few, inScene, type Scene, shows } from '../scene.ts';
import { upTo, none, pause, type Trial, within } from '../trial.ts';

const frozenMs = 10_000;
const refusedWithinMs = 2000;
const maxWaiting = 210;
const perSecond = 30;
const pile = 300;

interface Seen {
  readonly slowestMs: number;
  readonly wrong: readonly string[];
  readonly requested: number;
}

/** The database does not respond for ten seconds, not even with an error. */
export const frozenDatabase: Trial = {
  number: 9,
  title: 'the database is frozen for ten seconds',
  run: (run) =>
    inScene(run, few, async (scene) => {
      const { server } = run.ground.mysql;
      const { admin, applications, cluster } = scene;
      await admin.post(adminFeatures, { name: 'thawed' });
      for (const application of applications) await eventually(async () => showsOne(await application.get(clientFeatures)), 30_000);
      server.freeze();
      const begun = performance.now();
      let waiting = 0;
      let users: Seen, reads: Seen;
      try {
        const watch = setInterval(() => void waitersOf(scene).then((count) => (waiting = Math.max(waiting, count))), 500);
        const isOver = () => performance.now() - begun > frozenMs;
        [users, reads] = await Promise.all([askAsUsers(scene, isOver), readFeatures(scene, isOver)]);
        clearInterval(watch);
      } finally {
        server.thaw();
      }
      const thawed = performance.now();
      await eventually(async () => (await admin.post(adminFeatures, { name: 'after' }, key('after'))).status === 201, 60_000);
      await eventually(async () => (await cluster.as({ authorization: cluster.tokens.admin }).get(adminFeatures)).status === 200, 60_000);
      run.say(`${users.requested} requests of users and ${reads.requested} of applications while it was frozen`);
      return [
        none('requests of users without a 503 with Retry-After', users.wrong),
        within('the slowest refusal', refusedWithinMs, users.slowestMs),
        upTo('requests that waited for one process of toggles', maxWaiting, waiting),
        none('reads of applications without a 200', reads.wrong),
        within('users are served after the database thaws', 15_000, performance.now() - thawed),
      ];
    }),
};

const key = (name: string) => ({ headers: { 'idempotency-key': name } });
const showsOne = (answer: Answer): boolean => shows(answer, 'thawed');

async function waitersOf({ cluster }: Scene): Promise<number> {
  const counts = await Promise.all(cluster.replicas.toggles.map((replica) => metricOf(replica, 'signalbox_database_waiters')));
  return Math.max(...counts);
}

/** Reads and writes at a steady rate, with a burst in the middle. */
async function askAsUsers({ admin }: Scene, isOver: () => boolean): Promise<Seen> {
  const wrong: string[] = [];
  const asking: Promise<void>[] = [];
  let slowestMs = 0;
  const ask = async (index: number) => {
    const begun = performance.now();
    const answer = await (index % 2 === 0 ? admin.get(adminFeatures) : admin.post(adminFeatures, { name: `frozen-${index}` })).catch(
      () => null,
    );
    slowestMs = Math.max(slowestMs, performance.now() - begun);
    if (answer?.status !== 503 || answer.headers['retry-after'] === undefined)
      wrong.push(`${answer?.status} ${JSON.stringify(answer?.body)}`);
  };
  for (let index = 0; !isOver(); index += 1) {
    const many = index === perSecond * 3 ? pile : 1;
    for (let each = 0; each < many; each += 1) asking.push(ask(index + each));
    await pause(1000 / perSecond);
  }
  await Promise.all(asking);
  return { slowestMs, wrong, requested: asking.length };
}

async function readFeatures({ applications }: Scene, isOver: () => boolean): Promise<Seen> {
  const wrong: string[] = [];
  let requested = 0;
  while (!isOver()) {
    for (const application of applications) {
      const answer = await application.get(clientFeatures).catch(() => null);
      requested += 1;
      if (!answer || !showsOne(answer)) wrong.push(`${answer?.status}`);
    }
    await pause(20);
  }
  return { slowestMs: 0, wrong, requested };
}
