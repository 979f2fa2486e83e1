import { type Context, job, minuteMs, type OpenContext } from '@signalbox/kit';
import { lockHead } from '../log/head.ts';
import { readHead } from '../log/event.ts';
import { nextFindings } from '../log/findings.ts';
import type { Audit } from '../open-audit.ts';
import { auditCheckpointEvents, auditCheckpointMinutes, auditKeyDays } from '../surface.ts';
import { Checkpoint, findLastCheckpoint, sign, type Claims, claimsOf } from './checkpoint.ts';
import { readSeals, newestFindings, sealingOf, storeSeal, writeSealFile } from './seal.ts';
import { signingKey } from './checkpoint-key.ts';

export const takeCheckpoints = job<Audit>({
  name: 'take checkpoints',
  everyMs: 10_000,
  oneAtATime: true,
  run: takeCheckpointWhenDue,
});

/**
 * Signs the end of the log: at the first event, then after a number of events or, with fewer, after some time. A new gap or break is signed
 * at once.
 */
export async function takeCheckpointWhenDue(context: OpenContext<Audit>): Promise<void> {
  const { em, settings, now } = context;
  const [head, last] = [await readHead(em), await findLastCheckpoint(em)];
  const events = head.id - (last?.eventId ?? 0);
  const waitedMs = last ? now().getTime() - last.createdAt.getTime() : Number.POSITIVE_INFINITY;
  const isDue = events >= settings.get(auditCheckpointEvents) || waitedMs >= settings.get(auditCheckpointMinutes) * minuteMs;
  if ((events > 0 && isDue) || (head.id > 0 && (await hasNewFindings(context)))) await takeCheckpoint(context);
}

async function hasNewFindings({ em, settings }: OpenContext<Audit>): Promise<boolean> {
  const signed = newestFindings((await readSeals(em, sealingOf(settings))).seals);
  const { gaps, breaks } = await nextFindings(em, signed);
  return gaps > (signed?.gaps ?? 0) || breaks > (signed?.breaks ?? 0);
}

/**
 * Signs the current end of the log. Called with `droppedTo` before payloads up to that id are dropped, so that the
 * checkpoint covers it.
 */
export async function takeCheckpoint(context: OpenContext<Audit>, droppedTo = 0): Promise<void> {
  const { log } = context.state;
  const { signed, keyId, isNewKey, seal } = await context.write((unit) => signNext(unit, context.state, droppedTo));
  try {
    writeSealFile(sealingOf(context.settings), seal);
  } catch (err) {
    log('warn', 'could not write the seal of the audit log to DATA_DIR: it exists only in the database', { err });
  }
  if (isNewKey) log('info', 'checkpoints of the event log are now signed with a new key', { keyId });
  // If logs are stored elsewhere, this line proves the state of the event log even when its database is lost or changed.
  log('info', 'checkpoint of the event log', { ...signed, keyId });
}

async function signNext(unit: Context, { cipher }: Audit, droppedTo: number) {
  const head = await lockHead(unit);
  const last = await findLastCheckpoint(unit.em);
  const { seals } = await readSeals(unit.em, sealingOf(unit.settings));
  const key = await signingKey(unit, cipher, unit.settings.get(auditKeyDays));
  const createdAt = unit.now();
  const signed: Claims = {
    // Above the sealed number too, so that removed checkpoints leave a gap in the numbers.
    number: Math.max(last?.number ?? 0, ...seals.map((seal) => seal.number)) + 1,
    eventId: head.eventId,
    hash: head.hash,
    droppedTo: Math.max(droppedTo, (last && claimsOf(last)?.droppedTo) ?? 0),
    createdAt: createdAt.toISOString(),
  };
  const { number, eventId } = signed;
  unit.em.create(Checkpoint, { number, eventId, createdAt, jws: await sign(signed, key) });
  // Not from the table of keys, where an attacker may have added or removed one.
  const keys = [...new Set([...seals.flatMap((seal) => seal.keys), key.id])].sort();
  const seal = await storeSeal(unit.em, signed, { cipher, keys, findings: newestFindings(seals) });
  return { signed, keyId: key.id, isNewKey: key.isNew, seal };
}
