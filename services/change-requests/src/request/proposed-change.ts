import { createHash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import type { ChangeAction, Snapshot } from '@signalbox/contracts';
import { type EntityManager, Instant, JsonText } from '@signalbox/kit';
import type { ChangeRequest } from './change-request.ts';

export const proposedChangeEntity = defineEntity({
  name: 'ProposedChange',
  tableName: 'proposed_change',
  properties: {
    id: p.integer().primary().autoincrement(),
    requestId: p.integer().fieldName('request_id'),
    /** Changes take effect in this order. */
    sortOrder: p.integer().fieldName('sort_order'),
    action: p.string().$type<ChangeAction>(),
    /** Null for a change to a segment. */
    feature: p.string().fieldName('feature_name').nullable(),
    /** The name that the segment had when the change was written; null for a change to a feature. */
    segment: p.string().fieldName('segment_name').nullable(),
    payload: p.type(JsonText).$type<unknown>().nullable(),
    /** What was there when the change was written. */
    snapshot: p.type(JsonText).$type<Snapshot>().nullable(),
    createdByUserId: p.integer().fieldName('created_by_user_id').nullable(),
    createdBy: p.string().fieldName('created_by'),
    /** `principalKey` of whoever wrote it. */
    author: p.string(),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
  },
});

/** One change of a request. */
export class ProposedChange extends proposedChangeEntity.class {}
proposedChangeEntity.setClass(ProposedChange);

/** The changes of the requests, each request's in their order. */
export const findChanges = (em: EntityManager, ...requestIds: readonly number[]): Promise<ProposedChange[]> =>
  em.find(ProposedChange, { requestId: { $in: [...requestIds] } }, { orderBy: { requestId: 'asc', sortOrder: 'asc' } });

/**
 * What an approval is bound to: SHA-256 of what the request would change where, in order. Titles, comments and who has written what
 * are not part of it.
 */
export function contentHash(
  { project, environment }: Pick<ChangeRequest, 'project' | 'environment'>,
  changes: readonly Pick<ProposedChange, 'action' | 'feature' | 'payload'>[],
): string {
  const content = changes.map(({ action, feature, payload }) => ({ action, feature, payload: payload ?? null }));
  return createHash('sha256')
    .update(canonical({ project, environment, changes: content }))
    .digest('hex');
}

/** JSON in which the order of properties says nothing. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
