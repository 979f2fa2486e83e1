import { job, minuteMs, type OpenContext } from '@signalbox/kit';
import type { ChainBreak } from '../chain/chain.ts';
import { sealingOf } from '../checkpoint/seal.ts';
import { FoundBreak } from '../tables/log.ts';
import { findNextId } from '../log/event.ts';
import { readUpkeep } from '../log/upkeep.ts';
import type { Audit } from '../open-audit.ts';
import { noteVerified } from './note-verified.ts';
import { verifyLog } from './verify-log.ts';

const eventsPerRun = 5000;
const budgetMs = 5000;

export const verifyTheLog = job<Audit>({ name: 'verify the log', everyMs: minuteMs, oneAtATime: true, run: verifyNextPart });

/** Verifies the next part of the log, in rounds from beginning to end, and records breaks. */
async function verifyNextPart(context: OpenContext<Audit>): Promise<void> {
  const { em, now } = context;
  const { verifiedTo } = await readUpkeep(em);
  const found = await verifyLog(em, {
    from: verifiedTo + 1,
    to: verifiedTo + eventsPerRun,
    now,
    budgetMs,
    sealing: sealingOf(context.settings),
  });
  const isAtEnd = found.break === null && found.next === null && found.to < verifiedTo + eventsPerRun;
  const reached = found.break ? await behind(context, found.break) : isAtEnd ? 0 : found.to;
  await context.write(async (unit) => {
    (await readUpkeep(unit.em)).verifiedTo = reached;
    await noteVerified(unit.em, found, unit.now());
    if (found.break === null) return;
    const { id: eventId, reason } = found.break;
    const isKnown = await unit.em.findOne(FoundBreak, { eventId, reason, resolvedAt: null });
    if (!isKnown) unit.em.create(FoundBreak, { eventId, reason, noticedAt: unit.now() });
  });
}

/** The event to continue from after a break: the next one of the log, whose own hash is trusted. 0 begins a new round. */
async function behind({ em }: OpenContext<Audit>, { id }: ChainBreak): Promise<number> {
  return id < 1 ? 0 : ((await findNextId(em, id)) ?? 0);
}
