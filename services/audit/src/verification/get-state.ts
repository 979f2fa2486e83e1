import { DateTime, nullable } from '@signalbox/contracts';
import { Type } from 'typebox';
import { findLastCheckpoint } from '../checkpoint/checkpoint.ts';
import { FoundBreak } from '../tables/log.ts';
import { readHead } from '../log/event.ts';
import { readUpkeep } from '../log/upkeep.ts';
import { route } from '../open-audit.ts';

const AuditState = Type.Object({
  /** Id of the last event of the log; 0 if empty. */
  head: Type.Integer({ minimum: 0 }),
  /** The chain is verified from its first event up to this one, at this time; 0 and null before the first verification. */
  verifiedTo: Type.Integer({ minimum: 0 }),
  verifiedAt: nullable(DateTime),
  /** Last signed event, and the time of its checkpoint; null before the first. */
  checkpoint: nullable(Type.Object({ eventId: Type.Integer(), createdAt: DateTime })),
  /** The first event found to fail verification and not resolved; null if there is none. */
  broken: nullable(Type.Object({ eventId: Type.Integer(), reason: Type.String(), noticedAt: DateTime })),
});

export const getAuditStateRoute = route(
  {
    method: 'get',
    path: '/api/admin/audit/state',
    summary: 'Get the verification state of the log: verified position, newest signature, and breaks',
    permission: 'ADMIN',
    answers: { 200: AuditState },
    failures: [],
  },
  async (_input, { em }) => {
    const [broken] = await em.find(FoundBreak, { resolvedAt: null }, { orderBy: { eventId: 'asc', id: 'asc' }, limit: 1 });
    const checkpoint = await findLastCheckpoint(em);
    const { provenTo, provenAt } = await readUpkeep(em);
    return {
      head: (await readHead(em)).id,
      verifiedTo: provenTo,
      verifiedAt: provenAt?.toISOString() ?? null,
      checkpoint: checkpoint ? { eventId: checkpoint.eventId, createdAt: checkpoint.createdAt.toISOString() } : null,
      broken: broken ? { eventId: broken.eventId, reason: broken.reason, noticedAt: broken.noticedAt.toISOString() } : null,
    };
  },
);
