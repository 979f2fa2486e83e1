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

/** A change as lists show it: with or without its payload and snapshot, which may be large. */
export type ListedChange = Pick<
  ProposedChange,
  'id' | 'requestId' | 'action' | 'feature' | 'segment' | 'createdByUserId' | 'createdBy' | 'createdAt'
> & { readonly payload?: unknown; readonly snapshot?: Snapshot | null | undefined };

/** The changes without payloads and snapshots. */
export const findOutlines = (em: EntityManager, ...requestIds: readonly number[]): Promise<ListedChange[]> =>
  em.find(
    ProposedChange,
    { requestId: { $in: [...requestIds] } },
    { exclude: ['payload', 'snapshot'], orderBy: { requestId: 'asc', sortOrder: 'asc' } },
  );

export const payloadBytesOf = (changes: readonly { readonly payload?: unknown }[]): number =>
  changes.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload ?? null)), 0);

/** Stores the hash and size of the content on the request, for lists. Call it whenever the changes of a request are replaced. */
export async function storeContent(em: EntityManager, request: ChangeRequest, effectsHash?: string): Promise<void> {
  await em.flush();
  const changes = await findChanges(em, request.id);
  request.contentHash = contentHash(request, changes, effectsHash);
  request.payloadBytes = payloadBytesOf(changes);
}

/**
 * What an approval is bound to: SHA-256 of the changes in their order, their place, and the side effects of applying them
 * (`effectsHash` of toggles; undefined unless examined). Titles, comments and authors are not part of it.
 */
export function contentHash(
  { project, environment }: Pick<ChangeRequest, 'project' | 'environment'>,
  changes: readonly Pick<ProposedChange, 'action' | 'feature' | 'payload'>[],
  effectsHash?: string,
): string {
  const content = changes.map(({ action, feature, payload }) => ({ action, feature, payload: payload ?? null }));
  return createHash('sha256')
    .update(canonical({ project, environment, changes: content, effectsHash }))
    .digest('hex');
}

/** JSON in which the order of properties says nothing. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
