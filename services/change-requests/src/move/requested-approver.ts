import { defineEntity, p } from '@mikro-orm/core';
import type { EntityManager } from '@signalbox/kit';
import { KnownUser } from '../base/known-user.ts';

export const requestedApproverEntity = defineEntity({
  name: 'RequestedApprover',
  tableName: 'requested_approver',
  properties: {
    requestId: p.integer().fieldName('request_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
  },
});

/** That a user was asked to look at a request. It gives no right to, and takes none from others. */
export class RequestedApprover extends requestedApproverEntity.class {}
requestedApproverEntity.setClass(RequestedApprover);

/** Whom the request asks, by their ids. */
export async function findRequestedApprovers(em: EntityManager, requestId: number): Promise<KnownUser[]> {
  const asked = await em.find(RequestedApprover, { requestId });
  return em.find(KnownUser, { id: { $in: asked.map(({ userId }) => userId) } }, { orderBy: { id: 'asc' } });
}
