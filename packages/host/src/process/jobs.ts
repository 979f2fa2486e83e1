import { system } from '@signalbox/contracts';
import { dayMs, hourMs, type Job } from '@signalbox/kit';
import {
  claimRun,
  type Lease,
  pruneIdempotencyRecords,
  pruneInbox,
  pruneOutbox,
  releaseLease,
  type Store,
  takeLease,
} from '@signalbox/store';
import { pause } from '@signalbox/timing';
import { openContext } from '../runtime/contexts.ts';
import { type StoredRuntime, traced } from '../runtime/runtime.ts';

/** Repeats a service's jobs until the process stops; some pause in maintenance mode. Resolves when the last one has ended. */
export async function runJobs(runtime: StoredRuntime, state: unknown): Promise<void> {
  const jobs = [...(runtime.service.jobs ?? []), housekeeping(runtime.store)];
  for (const { name: job } of jobs)
    for (const outcome of ['done', 'failed']) runtime.metrics.jobRuns.inc({ service: runtime.service.name, job, outcome }, 0);
  if (runtime.instrument.runsJobs !== false) await Promise.all(jobs.map((job) => repeat(runtime, state, job)));
}

/** Maximum interval between checks. A job may become due while another process holds its lease, and time passes while this one sleeps. */
const maxCheckMs = 60_000;
/** Delay of the first check, so that overdue jobs do not slow the start. */
const firstCheckMs = 1000;

/**
 * Each check renews the lease. After a kill, the lease delays a job that runs every second by five seconds, and others by at most a minute
 * beyond their interval.
 */
const leaseMsOf = ({ everyMs }: Job<never>): number => everyMs + Math.min(maxCheckMs, 4 * everyMs);

async function repeat(runtime: StoredRuntime, state: unknown, job: Job<never>): Promise<void> {
  const { stop, access, log, service, store, owner } = runtime;
  let lease: Lease | null = null;
  const repetition = { everyMs: job.everyMs, ttlMs: leaseMsOf(job) };
  const take = () => takeLease(store, `job:${job.name}`, owner, repetition.ttlMs);
  /** A single statement if the lease is held and the work is due. */
  const claim = async (): Promise<boolean> => {
    lease ??= await take();
    if (!lease) return false;
    if (await claimRun(store, lease, repetition)) return true;
    lease = await take();
    return false;
  };
  const everyMs = job.oneAtATime ? Math.min(job.everyMs, maxCheckMs) : job.everyMs;
  for (let waitMs = Math.min(job.everyMs, firstCheckMs); !stop.aborted; waitMs = everyMs) {
    await pause(waitMs, stop);
    if (stop.aborted) break;
    if (job.restsInMaintenance && access.maintenance) continue;
    try {
      if (!job.oneAtATime || (await claim())) await run(runtime, state, job);
    } catch (error) {
      runtime.metrics.jobRuns.inc({ service: service.name, job: job.name, outcome: 'failed' });
      log.warn({ err: error, job: job.name, service: service.name }, 'job failed, will run again');
    }
  }
  if (lease) await releaseLease(store, lease).catch(() => undefined);
}

/** Each run starts its own trace. */
async function run(runtime: StoredRuntime, state: unknown, { name: job, run: work }: Job<never>): Promise<void> {
  const { tracer, metrics, service, effects } = runtime;
  await traced(tracer, { name: `job ${job}`, parent: null }, () => work(openContext(runtime, system, { state })));
  metrics.jobRuns.inc({ service: service.name, job, outcome: 'done' });
  metrics.jobSuccess.set({ service: service.name, job }, effects.now().getTime() / 1000);
}

const retentionDays = 7;

/** Deletes messages published or handled a week ago, and stored responses after a day. */
export function housekeeping(store: Store): Job {
  return {
    name: 'housekeeping',
    everyMs: hourMs,
    oneAtATime: true,
    restsInMaintenance: true,
    async run({ now }) {
      const before = (ms: number) => new Date(now().getTime() - ms);
      await pruneOutbox(store, before(retentionDays * dayMs));
      await pruneInbox(store, before(retentionDays * dayMs));
      await pruneIdempotencyRecords(store, before(dayMs));
    },
  };
}
