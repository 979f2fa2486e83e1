import { createHash } from 'node:crypto';
import type { Snapshot } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import type { ChangeRequest } from './change-request.ts';
import { defaultTitle } from './default-title.ts';
import { approvedChange, droppableChange, proposedChangeTable } from '../tables/change.ts';

export class ProposedChange extends proposedChangeTable.entity.class {}
proposedChangeTable.entity.setClass(ProposedChange);

/** Changes of the requests, in order per request. */
export const findChanges = (em: EntityManager, ...requestIds: readonly number[]): Promise<ProposedChange[]> =>
  em.find(ProposedChange, { requestId: { $in: [...requestIds] } }, { orderBy: { requestId: 'asc', sortOrder: 'asc' } });

/** A change in lists, with or without its payload and snapshot, which may be large. */
export type ListedChange = Pick<
  ProposedChange,
  'id' | 'requestId' | 'action' | 'feature' | 'segment' | 'createdByUserId' | 'createdBy' | 'createdAt'
> & { readonly payload?: unknown; readonly snapshot?: Snapshot | null | undefined };

/** The changes without payloads and snapshots. */
export const findOutlines = (em: EntityManager, ...requestIds: readonly number[]): Promise<ListedChange[]> =>
  em.find(
    ProposedChange,
    { requestId: { $in: [...requestIds] } },
    { exclude: droppableChange.names, orderBy: { requestId: 'asc', sortOrder: 'asc' } },
  );

export const payloadBytesOf = (changes: readonly { readonly payload?: unknown }[]): number =>
  changes.reduce((sum, { payload }) => sum + Buffer.byteLength(JSON.stringify(payload ?? null)), 0);

/** Stores the hash, the size and the title of the content on the request, for lists. Call it whenever the changes of a request are replaced. */
export async function storeContent(em: EntityManager, request: ChangeRequest, effectsHash?: string): Promise<void> {
  await em.flush();
  const changes = await findChanges(em, request.id);
  request.contentHash = contentHash(request, changes, effectsHash);
  request.payloadBytes = payloadBytesOf(changes);
  request.contentTitle = defaultTitle(request.environment, changes[0], changes.length);
}

/**
 * The content that approvals are bound to: SHA-256 of the changes in order, the project and environment, and the side
 * effects of applying them (`effectsHash` of toggles; undefined without a dry run). Titles, comments and authors are not
 * included.
 */
export function contentHash(
  { project, environment }: Pick<ChangeRequest, 'project' | 'environment'>,
  changes: readonly Parameters<typeof approvedChange.pick>[0][],
  effectsHash?: string,
): string {
  const content = changes.map((change) => approvedChange.pick(change));
  return createHash('sha256')
    .update(canonical({ project, environment, changes: content, effectsHash }))
    .digest('hex');
}

/** JSON with sorted properties, so that their order does not matter. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
