import { equal } from 'node:assert/strict';
import { type Answer, type Client, eventually } from '@signalbox/testing';
import { metricOf } from '../../scale/holders.ts';
import { adminFeatures, clientFeatures, few, inScene, type Scene, shows } from '../scene.ts';
import { upTo, none, pause, type Trial, within } from '../trial.ts';

const frozenMs = 10_000;
const steadyMs = 6000;
/** Each is a read and a write. */
const perSecond = 15;
const refusedWithinMs = 2000;
const burst = 150;
/** Two processors need seconds to read and refuse a burst. */
const burstRefusedWithinMs = 5000;
const maxWaiting = 210;
/** A caller has a share of the connections, and more of its requests wait for the first ones. */
const users = 30;

/** Results of requests while the database was frozen. */
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
      for (const application of applications) await eventually(async () => showsOne(await application.get(clientFeatures)));
      const clients = await logInUsers(scene);
      server.freeze();
      // On a busy machine, some of its threads run a moment longer.
      await eventually(async () => (await admin.get(adminFeatures)).status === 503);
      const { steady, atOnce, reads, waiting } = await useFrozen(scene, clients).finally(() => server.thaw());
      const thawed = performance.now();
      await eventually(async () => (await admin.post(adminFeatures, { name: 'after' }, key('after'))).status === 201);
      await eventually(async () => (await cluster.as({ authorization: cluster.tokens.admin }).get(adminFeatures)).status === 200);
      const requested = steady.requested + atOnce.requested;
      run.say(`${requested} requests of users and ${reads.requested} of applications while it was frozen`);
      return [
        none('requests of users without a 503 with Retry-After', [...steady.wrong, ...atOnce.wrong]),
        within(`the slowest refusal, at ${2 * perSecond} requests a second`, refusedWithinMs, steady.slowestMs),
        within(`the slowest refusal of ${2 * burst} at once`, burstRefusedWithinMs, atOnce.slowestMs),
        upTo('requests that waited for one process of toggles', maxWaiting, waiting),
        none('reads of applications without a 200', reads.wrong),
        within('users are served after the database thaws', 15_000, performance.now() - thawed),
      ];
    }),
};

/** Tokens that stand for users. */
const logInUsers = ({ admin, cluster }: Scene): Promise<Client[]> =>
  Promise.all(
    Array.from({ length: users }, async (_, index) => {
      const { status, body } = await admin.post('/api/admin/api-tokens', { tokenName: `user-${index}`, type: 'admin' });
      equal(status, 201);
      const client = cluster.as({ authorization: String((body as { readonly secret: string }).secret) });
      await eventually(async () => equal((await client.get(adminFeatures)).status, 200));
      return client;
    }),
  );

/** Users ask steadily, then many times at once, while applications read. */
async function useFrozen(scene: Scene, clients: readonly Client[]) {
  const begun = performance.now();
  let waiting = 0;
  const watch = setInterval(() => void waitersOf(scene).then((count) => (waiting = Math.max(waiting, count))), 500);
  const reading = new AbortController();
  const reads = readFeatures(scene, reading.signal);
  try {
    const steady = await askSteadily(clients);
    const atOnce = await seenIn(Array.from({ length: burst }, (_, index) => ask(clients, `burst-${index}`, index)));
    await pause(Math.max(0, frozenMs - (performance.now() - begun)));
    reading.abort();
    return { steady, atOnce, reads: await reads, waiting };
  } finally {
    reading.abort();
    clearInterval(watch);
  }
}

const key = (name: string) => ({ headers: { 'idempotency-key': name } });
const showsOne = (answer: Answer): boolean => shows(answer, 'thawed');

async function waitersOf({ cluster }: Scene): Promise<number> {
  const counts = await Promise.all(cluster.replicas.toggles.map((replica) => metricOf(replica, 'signalbox_database_waiters')));
  return Math.max(...counts);
}

async function askSteadily(clients: readonly Client[]): Promise<Seen> {
  const asking: ReturnType<typeof ask>[] = [];
  while (asking.length < (perSecond * steadyMs) / 1000) {
    asking.push(ask(clients, `steady-${asking.length}`, asking.length));
    await pause(1000 / perSecond);
  }
  return seenIn(asking);
}

/** Requests a read and a write, as one of the users in turn. */
async function ask(clients: readonly Client[], name: string, index: number): Promise<readonly Refusal[]> {
  const client = clients[index % clients.length] as Client;
  return Promise.all([refusalOf(() => client.get(adminFeatures)), refusalOf(() => client.post(adminFeatures, { name }))]);
}

interface Refusal {
  readonly ms: number;
  /** The response, unless it is a 503 with Retry-After. */
  readonly wrong: readonly string[];
}

async function refusalOf(send: () => Promise<Answer>): Promise<Refusal> {
  const begun = performance.now();
  const answer = await send().catch(() => null);
  const isRefused = answer?.status === 503 && answer.headers['retry-after'] !== undefined;
  return { ms: performance.now() - begun, wrong: isRefused ? [] : [`${answer?.status} ${JSON.stringify(answer?.body)}`] };
}

async function seenIn(asking: readonly Promise<readonly Refusal[]>[]): Promise<Seen> {
  const refusals = (await Promise.all(asking)).flat();
  return {
    slowestMs: Math.max(...refusals.map(({ ms }) => ms)),
    wrong: refusals.flatMap(({ wrong }) => wrong),
    requested: refusals.length,
  };
}

async function readFeatures({ applications }: Scene, until: AbortSignal): Promise<Seen> {
  const wrong: string[] = [];
  let requested = 0;
  while (!until.aborted) {
    for (const application of applications) {
      const answer = await application.get(clientFeatures).catch(() => null);
      requested += 1;
      if (!answer || !showsOne(answer)) wrong.push(`${answer?.status}`);
    }
    await pause(20);
  }
  return { slowestMs: 0, wrong, requested };
}
