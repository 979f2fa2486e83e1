import { dayMs, hourMs, job, type OpenContext } from '@signalbox/kit';
import { hashPayload } from '../chain/chain.ts';
import { takeCheckpoint } from '../checkpoint/take-checkpoint.ts';
import { readEventsBehind, withoutPayload } from '../log/event.ts';
import { readUpkeep } from '../log/upkeep.ts';
import type { Audit } from '../open-audit.ts';
import { auditPayloadDays } from '../surface.ts';
import { tablesOf } from '../tables/tables.ts';

const eventsPerStep = 100;
const maxEventsPerRun = 50_000;

export const dropPayloads = job<Audit>({
  name: 'drop payloads',
  everyMs: hourMs,
  oneAtATime: true,
  restsInMaintenance: true,
  run: dropOldPayloads,
});

/**
 * Drops the payloads of old events and keeps their hashes. A checkpoint signs the new limit first, so any other missing payload was removed
 * by someone else.
 */
async function dropOldPayloads(context: OpenContext<Audit>): Promise<void> {
  const days = context.settings.get(auditPayloadDays);
  if (days === null) return;
  const { droppedTo } = await readUpkeep(context.em);
  const target = await lastOlderThan(context, droppedTo, context.now().getTime() - days * dayMs);
  if (target === droppedTo) return;
  await takeCheckpoint(context, target);
  for (let last = droppedTo; last < target; ) last = await dropSome(context, last, target);
}

/** End of the unbroken run of events older than `before` that follows `after`, limited per run. */
async function lastOlderThan({ em }: OpenContext<Audit>, after: number, before: number): Promise<number> {
  for (let last = after; last < after + maxEventsPerRun; ) {
    const next = tablesOf(em).selectFrom('event').select(['id', 'created_at']).where('id', '>', last).orderBy('id').limit(eventsPerStep);
    const events = await next.execute();
    const younger = events.findIndex(({ created_at: at }) => Number(at) >= before);
    const older = younger === -1 ? events : events.slice(0, younger);
    last = older.at(-1)?.id ?? last;
    if (older.length < eventsPerStep) return last;
  }
  return after + maxEventsPerRun;
}

async function dropSome(context: OpenContext<Audit>, after: number, upTo: number): Promise<number> {
  const events = await readEventsBehind(context.em, after, { upTo, limit: eventsPerStep });
  const last = events.at(-1)?.id ?? upTo;
  await context.write(async ({ em }) => {
    for (const event of events.filter(({ payloadHash }) => payloadHash === null)) {
      const dropped = { ...withoutPayload, payload_hash: hashPayload(event) };
      await tablesOf(em).updateTable('event').set(dropped).where('id', '=', event.id).execute();
    }
    (await readUpkeep(em)).droppedTo = last;
  });
  return last;
}
