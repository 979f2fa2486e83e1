import { type Client, eventually } from '@signalbox/testing';
import { type Cluster, type Replica, type ServiceName, serviceNames, startCluster } from '../scale/cluster.ts';
import { readLedger, type Ledger } from './ledger.ts';
import type { Lanes, Truth } from './lanes.ts';
import { variablesOf } from './planting/planting.ts';
import type { TrialRun } from './trial.ts';

/** The product that a trial hurts: each service in processes of its own, several of those that share work. */
export interface Scene {
  readonly cluster: Cluster;
  /** An administrator, at the gateways. */
  readonly admin: Client;
  /** An application, at each process of delivery. */
  readonly applications: readonly Client[];
  readonly replicas: readonly Replica[];
}

/** Two of each service. */
export const twoOfEach: Readonly<Record<ServiceName, number>> = {
  identity: 2,
  toggles: 2,
  delivery: 2,
  playground: 2,
  audit: 2,
  'change-requests': 2,
  gateway: 2,
};

/** Two of those that share a queue, an outbox or a state. */
export const few: Readonly<Record<ServiceName, number>> = { ...twoOfEach, identity: 1, playground: 1, 'change-requests': 1, gateway: 1 };

/** Opens one, has `work` do with it what it wants, and ends it. */
export async function inScene<T>(
  { bug, say }: TrialRun,
  counts: Readonly<Record<ServiceName, number>>,
  work: (scene: Scene) => Promise<T>,
): Promise<T> {
  const begun = performance.now();
  const cluster = await startCluster(counts, bug ? variablesOf({ bug }) : {});
  const replicas = serviceNames.flatMap((name) => cluster.replicas[name]);
  say(`${replicas.length} processes are ready after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const admin = cluster.as({ authorization: cluster.tokens.admin });
  const applications = cluster.replicas.delivery.map(({ port }) =>
    cluster.as({ authorization: cluster.tokens.client }, `http://127.0.0.1:${port}`),
  );
  try {
    for (const application of applications) await eventually(async () => (await application.get(clientFeatures)).status === 200, 60_000);
    return await work({ cluster, admin, applications, replicas });
  } finally {
    await cluster.close();
  }
}

export const clientFeatures = '/api/client/features';
export const adminFeatures = '/api/admin/projects/default/features';

/** Waits until each process of delivery shows what the writers were told, for `limitMs` at most; answers what it shows otherwise. */
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

/** What is in the databases once everything has taken effect, or after the limit. */
export const ledgerOf = ({ cluster }: Scene, lanes: Lanes, limitMs: number): Promise<Ledger> =>
  readLedger(cluster.workspace, lanes.features, limitMs, ['change-requests']);

export const toRefusals = ({ refused }: Lanes): string => [...refused].map(([what, count]) => `${count} x ${what}`).join(', ') || 'none';
