import { hourMs } from '@signalbox/kit';
import { loadServices, surfaces } from '@signalbox/standalone/services';
import { baseTables, openStore, type Store } from '@signalbox/store';
import { settingsOf, type Workspace } from '@signalbox/testing';
import type { Cluster, Replica, ServiceName } from './cluster.ts';

const stored = ['identity', 'toggles', 'audit', 'change-requests', 'integrations'] as const;
const pollMs = 250;

/** Start time of a job, by the database's clock. */
export interface JobRun {
  readonly job: string;
  readonly owner: string;
  readonly atMs: number;
}

/** Holders of exclusive rights in the cluster, according to its databases and processes. */
export interface Holders {
  /** The process that currently has a lease of its service. */
  ofLease(service: ServiceName, lease: string): Promise<Replica | undefined>;
  /** All runs so far of jobs that run in one process at a time. */
  readonly runs: readonly JobRun[];
  close(): Promise<void>;
}

/** Reads the databases of a cluster, and records its job runs repeatedly until closed. */
export async function watchHolders({ workspace, replicas }: Cluster): Promise<Holders> {
  const stores = new Map(await Promise.all(stored.map(async (name) => [name as ServiceName, await openData(name, workspace)] as const)));
  const runs: JobRun[] = [];
  const closing = new AbortController();
  const watching = watchJobs(stores, runs, closing.signal);
  watching.catch(() => undefined);
  return {
    runs,
    async ofLease(service, lease) {
      const row = (await leasesOf(stores.get(service))).find(({ name, runs: isRunning }) => name === lease && isRunning);
      return replicas[service].find(({ pid }) => pid !== undefined && row?.owner.split(':')[1] === String(pid));
    },
    async close() {
      closing.abort();
      await watching;
      await Promise.all([...stores.values()].map((store) => store.close()));
    },
  };
}

function openData(service: string, workspace: Workspace): Promise<Store> {
  const { databaseUrl } = settingsOf(workspace, {}, surfaces);
  return openStore(databaseUrl, { service, ...workspace }, { entities: [], migrations: [] });
}

async function leasesOf(store: Store | undefined) {
  const rows = store ? await baseTables(store.reader()).selectFrom('lease').selectAll().execute() : [];
  return rows.map(({ name, owner, ran_at, expires_at }) => ({
    name,
    owner,
    ranAt: Number(ran_at ?? 0),
    runs: Number(expires_at) > Date.now(),
  }));
}

async function watchJobs(stores: ReadonlyMap<string, Store>, runs: JobRun[], stop: AbortSignal): Promise<void> {
  const last = new Map<string, number>();
  while (!stop.aborted) {
    for (const [service, store] of stores) {
      // Retries if a database is too busy: a lease keeps its last run.
      for (const { name, owner, ranAt } of await leasesOf(store).catch(() => [])) {
        const job = `${service} ${name}`;
        if (ranAt === (last.get(job) ?? 0)) continue;
        last.set(job, ranAt);
        runs.push({ job, owner, atMs: ranAt });
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** All jobs that run in one process at a time, with the minimum milliseconds between runs. */
export async function jobIntervals(): Promise<ReadonlyMap<string, number>> {
  const services = (await loadServices()).filter(({ migrations }) => migrations);
  return new Map(
    services.flatMap(({ name, jobs = [] }) => [
      [`${name} job:housekeeping`, hourMs] as const,
      ...jobs.filter(({ oneAtATime }) => oneAtATime).map((job) => [`${name} job:${job.name}`, job.everyMs] as const),
    ]),
  );
}

/** Jobs that ran again too early, and jobs that never ran, as sentences. */
export function findJobProblems(runs: readonly JobRun[], intervals: ReadonlyMap<string, number>): string[] {
  return [...intervals].flatMap(([job, everyMs]) => {
    const own = runs.filter((run) => run.job === job).map(({ atMs }) => atMs);
    if (own.length === 0) return [`${job} never ran`];
    const early = own.filter((atMs, index) => index > 0 && atMs - (own[index - 1] ?? 0) < everyMs);
    return early.map((atMs) => `${job} ran again at ${new Date(atMs).toISOString()}, before it was due`);
  });
}

/** Sum of a metric over all labels, as the process reports it; 0 if it does not respond. */
export async function metricOf({ port }: Replica, metric: string): Promise<number> {
  const headers = { connection: 'close' };
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { headers }).then(
    (answer) => answer.text(),
    () => '',
  );
  return [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0);
}
