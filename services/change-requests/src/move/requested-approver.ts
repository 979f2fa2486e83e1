import type { EntityManager } from '@signalbox/kit';
import { KnownUser } from '../base/known-user.ts';
import { requestedApproverTable } from '../tables/decision.ts';

/** That a user was asked to look at a request. It gives no right to, and takes none from others. */
export class RequestedApprover extends requestedApproverTable.entity.class {}
requestedApproverTable.entity.setClass(RequestedApprover);

/** Whom the request asks, by their ids. */
export async function findRequestedApprovers(em: EntityManager, requestId: number): Promise<KnownUser[]> {
  const asked = await em.find(RequestedApprover, { requestId });
  return em.find(KnownUser, { id: { $in: asked.map(({ userId }) => userId) } }, { orderBy: { id: 'asc' } });
}
