import { system } from '@signalbox/contracts';
import { dayMs, hourMs, type Job } from '@signalbox/kit';
import { type Lease, pruneInbox, pruneIdempotencyRecords, pruneOutbox, releaseLease, type Store, takeLease } from '@signalbox/store';
import { noRequest, type OpenContexts } from '../runtime/contexts.ts';
import { pause } from '@signalbox/timing';
import type { Running } from '../runtime/runtime.ts';

/** Repeats a service's jobs until `stop`; in maintenance they rest. Resolves when the last one has ended. */
export async function runJobs(running: Running, contexts: OpenContexts, owner: string, stop: AbortSignal): Promise<void> {
  const jobs = [...(running.service.jobs ?? []), housekeeping(running.store)];
  await Promise.all(jobs.map((job) => repeat(running, contexts, job, owner, stop)));
}

async function repeat(running: Running, contexts: OpenContexts, job: Job, owner: string, stop: AbortSignal): Promise<void> {
  let lease: Lease | null = null;
  while (!stop.aborted) {
    await pause(job.everyMs, stop);
    if (stop.aborted) break;
    if (running.access.maintenance) continue;
    try {
      if (job.oneAtATime) lease = await takeLease(running.store, `job:${job.name}`, owner, job.everyMs * 2);
      if (lease || !job.oneAtATime) await job.run(contexts.open(system, noRequest));
    } catch (error) {
      running.log.warn({ err: error, job: job.name, service: running.service.name }, 'a job failed; it runs again');
    }
  }
  if (lease) await releaseLease(running.store, lease).catch(() => undefined);
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
