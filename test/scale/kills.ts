import type { Client } from '@signalbox/testing';
import { eventually } from '@signalbox/testing';
import { type Application, untilOn } from './applications.ts';
import type { Cluster, Replica, ServiceName } from './cluster.ts';
import { type Holders, metricOf } from './holders.ts';

/** An exclusive right that another process must take over, and the condition for success. */
interface Right {
  readonly service: ServiceName;
  readonly title: string;
  readonly find: () => Promise<Replica | undefined>;
}

export interface Kill {
  readonly killed: string;
  readonly right: string;
  /** Milliseconds until another process had the right. */
  readonly movedMs: number;
  /** Milliseconds until each application received a later change. */
  readonly seenMs: ReadonlyMap<string, number>;
}

const handled = 'signalbox_handled_messages_total';
const requests = 'signalbox_request_seconds_count';
const limitMs = 30_000;

/** Rights to take away in turn. The holder of a job comes first, because its lease takes minutes to expire. */
function rightsOf(cluster: Cluster, holders: Holders): Right[] {
  const lease = (service: ServiceName, name: string, title: string): Right => ({
    service,
    title,
    find: () => holders.ofLease(service, name),
  });
  const all = (service: ServiceName) => cluster.replicas[service];
  return [
    lease('toggles', 'job:mark-potentially-stale', 'runs the job of every minute'),
    lease('toggles', 'relay:toggles', 'publishes the outbox'),
    lease('identity', 'relay:identity', 'publishes the outbox'),
    lease('change-requests', 'relay:change-requests', 'publishes the outbox'),
    { service: 'change-requests', title: 'applies change requests', find: () => foremost(all('change-requests'), requests) },
    { service: 'audit', title: 'reads the queue', find: () => readerOf(all('audit')) },
    { service: 'delivery', title: 'has open streams', find: () => foremost(all('delivery'), 'signalbox_delivery_streams') },
    { service: 'playground', title: 'answers', find: async () => all('playground').find(({ pid }) => pid !== undefined) },
    { service: 'gateway', title: 'answers', find: async () => all('gateway').find(({ pid }) => pid !== undefined) },
  ];
}

/** The process with more of them than the others, if any. */
async function foremost(replicas: readonly Replica[], metric: string): Promise<Replica | undefined> {
  const values = await Promise.all(replicas.map((replica) => metricOf(replica, metric)));
  const top = Math.max(...values);
  return top > 0 ? replicas[values.indexOf(top)] : undefined;
}

/** The process that has recently handled messages of the shared queue. */
async function readerOf(replicas: readonly Replica[]): Promise<Replica | undefined> {
  const before = await Promise.all(replicas.map((replica) => metricOf(replica, handled)));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const after = await Promise.all(replicas.map((replica) => metricOf(replica, handled)));
  return replicas.find((_, index) => (after[index] ?? 0) > (before[index] ?? 0) && (before[index] ?? 0) > 0);
}

export interface Scene {
  readonly cluster: Cluster;
  readonly holders: Holders;
  readonly admin: Client;
  /** A logged-in administrator: API tokens cannot decide on change requests. */
  readonly user: Client;
  readonly project: string;
  readonly applications: readonly Application[];
}

/** Kills the holder of each right, waits for a successor, and restarts the killed process. Rejects if there is none. */
export async function killEach(scene: Scene, only: string, report: (kill: Kill) => void): Promise<void> {
  for (const [index, right] of rightsOf(scene.cluster, scene.holders).entries()) {
    if (`${right.service} ${right.title}`.includes(only)) report(await killOne(scene, right, `after-kill-${index}`));
  }
}

async function killOne({ cluster, admin, project, applications }: Scene, right: Right, feature: string): Promise<Kill> {
  const victim = await eventually(async () => (await right.find()) ?? false, limitMs * 4);
  if (!victim) throw new Error(`none of ${right.service} ${right.title}`);
  const pid = victim.pid;
  await victim.stop('SIGKILL');
  const begun = performance.now();
  const isJob = right.title.includes('job');
  if (!isJob) await eventually(async () => ((await right.find())?.pid ?? pid) !== pid, limitMs);
  const movedMs = isJob ? Number.NaN : Math.round(performance.now() - begun);
  await switchOn(admin, project, feature);
  const seenMs = await untilOn(applications, feature);
  await cluster.restart(victim);
  return { killed: victim.label, right: right.title, movedMs, seenMs };
}

/** Creates a feature that is on in development, after a journey with maintenance mode has ended. */
export async function switchOn(admin: Client, project: string, feature: string): Promise<void> {
  const path = `/api/admin/projects/${project}/features`;
  const send = (to: string, expected: number, body?: object) =>
    eventually(async () => {
      const answer = await admin.post(to, body);
      if (answer.status !== expected) throw new Error(`POST ${to} is answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }, limitMs);
  await send(path, 201, { name: feature });
  await send(`${path}/${feature}/environments/development/on`, 200);
}
