import type { EntityManager } from '@signalbox/kit';
import { KnownUser } from '../base/known-user.ts';
import { requestedApproverTable } from '../tables/decision.ts';

/** A requested review. It neither grants nor removes rights. */
export class RequestedApprover extends requestedApproverTable.entity.class {}
requestedApproverTable.entity.setClass(RequestedApprover);

/** The requested reviewers, ordered by id. */
export async function findRequestedApprovers(em: EntityManager, requestId: number): Promise<KnownUser[]> {
  const rows = await em.find(RequestedApprover, { requestId });
  return em.find(KnownUser, { id: { $in: rows.map(({ userId }) => userId) } }, { orderBy: { id: 'asc' } });
}
