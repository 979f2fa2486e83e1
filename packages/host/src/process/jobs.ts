import { system } from '@signalbox/contracts';
import { dayMs, hourMs, type Job } from '@signalbox/kit';
import { type Lease, pruneIdempotencyRecords, pruneInbox, pruneOutbox, releaseLease, type Store, takeLease } from '@signalbox/store';
import { pause } from '@signalbox/timing';
import { openContext } from '../runtime/contexts.ts';
import type { StoredRuntime } from '../runtime/runtime.ts';

/** Repeats a service's jobs until the process stops; in maintenance they do not run. Resolves when the last one has ended. */
export async function runJobs(runtime: StoredRuntime, state: unknown): Promise<void> {
  const jobs = [...(runtime.service.jobs ?? []), housekeeping(runtime.store)];
  await Promise.all(jobs.map((job) => repeat(runtime, state, job)));
}

async function repeat(runtime: StoredRuntime, state: unknown, job: Job): Promise<void> {
  const { stop, access, log, service, store, owner } = runtime;
  let lease: Lease | null = null;
  while (!stop.aborted) {
    await pause(job.everyMs, stop);
    if (stop.aborted) break;
    if (access.maintenance) continue;
    try {
      if (job.oneAtATime) lease = await takeLease(store, `job:${job.name}`, owner, job.everyMs * 2);
      if (lease || !job.oneAtATime) await job.run(openContext(runtime, system, { state }));
    } catch (error) {
      log.warn({ err: error, job: job.name, service: service.name }, 'a job failed; it runs again');
    }
  }
  if (lease) await releaseLease(store, lease).catch(() => undefined);
}

const daysKept = 7;

/** Forgets what was published or handled a week ago, and answers that were kept for a day. */
export function housekeeping(store: Store): Job {
  return {
    name: 'housekeeping',
    everyMs: hourMs,
    oneAtATime: true,
    async run({ now }) {
      const before = (ms: number) => new Date(now().getTime() - ms);
      await pruneOutbox(store, before(daysKept * dayMs));
      await pruneInbox(store, before(daysKept * dayMs));
      await pruneIdempotencyRecords(store, before(dayMs));
    },
  };
}
