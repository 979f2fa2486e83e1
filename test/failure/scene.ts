import { type Answer, type Client, eventually } from '@signalbox/testing';
import { type Cluster, type Replica, type ServiceName, serviceNames, startCluster } from '../scale/cluster.ts';
import { readLedger, type Ledger } from './ledger.ts';
import type { Lanes, Truth } from './lanes.ts';
import { failingMain } from './failpoint.ts';
import type { TrialRun } from './trial.ts';

/** The product under test: each service in separate processes, several for services that share work. */
export interface Scene {
  readonly cluster: Cluster;
  /** An administrator, connected to the gateways. */
  readonly admin: Client;
  /** An application, connected to each process of delivery. */
  readonly applications: readonly Client[];
  readonly replicas: readonly Replica[];
}

export const twoOfEach: Readonly<Record<ServiceName, number>> = {
  identity: 2,
  toggles: 2,
  delivery: 2,
  playground: 2,
  audit: 2,
  'change-requests': 2,
  integrations: 2,
  gateway: 2,
};

/** Two processes of services that share a queue, an outbox or a state. */
export const few: Readonly<Record<ServiceName, number>> = {
  ...twoOfEach,
  identity: 1,
  playground: 1,
  'change-requests': 1,
  integrations: 1,
  gateway: 1,
};

/** Open scenes, for trials that leave them intact. Starting one takes as long as most trials. */
const open = new Map<Readonly<Record<ServiceName, number>>, Scene>();

/** Runs `work` with a scene. A trial that damages the product gets its own scene. */
export async function inScene<T>(
  run: TrialRun,
  counts: Readonly<Record<ServiceName, number>>,
  work: (scene: Scene) => Promise<T>,
  { spoils = false } = {},
): Promise<T> {
  const scene = open.get(counts) ?? (await openScene(run, counts));
  const isShared = !spoils;
  if (isShared) open.set(counts, scene);
  try {
    return await work(scene);
  } catch (error) {
    run.say(`aborted: ${(error as Error).message}`);
    if (isShared) await closeScene(counts, scene);
    throw error;
  } finally {
    if (!isShared) await closeScene(counts, scene);
  }
}

async function closeScene(counts: Readonly<Record<ServiceName, number>>, scene: Scene): Promise<void> {
  if (open.get(counts) === scene) open.delete(counts);
  await scene.cluster.close();
}

/** Closes the open scenes. */
export async function closeScenes(): Promise<void> {
  for (const [counts, scene] of open) await closeScene(counts, scene);
}

async function openScene({ say }: TrialRun, counts: Readonly<Record<ServiceName, number>>): Promise<Scene> {
  const begun = performance.now();
  const cluster = await startCluster(counts, {}, failingMain);
  const replicas = serviceNames.flatMap((name) => cluster.replicas[name]);
  const admin = cluster.as({ authorization: cluster.tokens.admin });
  const applications = cluster.replicas.delivery.map(({ port }) =>
    cluster.as({ authorization: cluster.tokens.client }, `http://127.0.0.1:${port}`),
  );
  for (const application of applications) await eventually(async () => (await application.get(clientFeatures)).status === 200);
  say(`${replicas.length} processes are ready after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  return { cluster, admin, applications, replicas };
}

/** True if an application receives a feature of this name. */
export const shows = ({ status, body }: Answer, name: string): boolean =>
  status === 200 && (body.features as { name: string }[]).some((feature) => feature.name === name);

export const clientFeatures = '/api/client/features';
export const adminFeatures = '/api/admin/projects/default/features';

/** Waits at most `limitMs` until each process of delivery returns the writers' acknowledged state. Returns the differences. */
export async function untilShown({ applications }: Scene, truth: ReadonlyMap<string, Truth>, limitMs: number): Promise<string[]> {
  const problems = () => Promise.all(applications.map((application, index) => findWrong(application, truth, `delivery-${index + 1}`)));
  await eventually(async () => (await problems()).flat().length === 0, limitMs).catch(() => undefined);
  return (await problems()).flat();
}

async function findWrong(application: Client, truth: ReadonlyMap<string, Truth>, name: string): Promise<string[]> {
  const answer = await application.get(clientFeatures).catch(() => null);
  if (answer?.status !== 200) return [`${name} answers ${answer?.status}`];
  const shown = new Map(
    (answer.body.features as { name: string; description?: string | null; enabled: boolean }[]).map((feature) => [feature.name, feature]),
  );
  return [...truth].flatMap(([feature, { isOn, description }]) => {
    const seen = shown.get(feature);
    const isRight = seen && seen.enabled === isOn && (seen.description ?? null) === description;
    return isRight ? [] : [`${name} shows ${feature} as ${JSON.stringify(seen)}`];
  });
}

/** Reads the databases once everything has taken effect, or after the limit. */
export const ledgerOf = ({ cluster }: Scene, lanes: Lanes, limitMs: number): Promise<Ledger> =>
  readLedger(cluster.workspace, lanes.features, limitMs, ['change-requests']);

export const toRefusals = ({ refused }: Lanes): string => [...refused].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none';
