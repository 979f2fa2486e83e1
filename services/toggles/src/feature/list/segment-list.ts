import { LockMode } from '@mikro-orm/core';
import { type Constraint, Failure } from '@signalbox/contracts';
import { listsIn } from '@signalbox/engine';
import type { Context, EntityManager, ReadContext } from '@signalbox/kit';
import { inlineListIds } from '../../base/setting/limits.ts';
import { segmentListChunkTable, segmentListTable } from '../../tables/segment.ts';
import { tablesOf } from '../../tables/tables.ts';

/** A list of ids that segments name by the hash of its content. Its chunks never change. */
export class SegmentList extends segmentListTable.entity.class {}
segmentListTable.entity.setClass(SegmentList);

/** A part of a list. */
export class SegmentListChunk extends segmentListChunkTable.entity.class {}
segmentListChunkTable.entity.setClass(SegmentListChunk);

/** Throws 404 for a list that was never uploaded, or that was deleted since nothing used it. */
export async function findList(em: EntityManager, hash: string): Promise<SegmentList> {
  const list = await em.findOne(SegmentList, { hash });
  if (!list) throw new Failure('NotFoundError', `There is no list ${hash}. Upload it again.`);
  return list;
}

/**
 * The existing lists among those that the constraints name, by hash. Marks them as used, whether a segment begins or ceases to name them, and
 * locks them, so that none is deleted meanwhile.
 */
export async function lockLists(
  { em, now }: Pick<Context, 'em' | 'now'>,
  constraints: readonly Constraint[],
): Promise<ReadonlySet<string>> {
  const named = listsIn([{ constraints }]);
  if (named.size === 0) return named;
  const lists = await em.find(
    SegmentList,
    { hash: { $in: [...named] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { hash: 'asc' } },
  );
  for (const list of lists) list.usedAt = now();
  return new Set(lists.map(({ hash }) => hash));
}

interface Constrained {
  readonly constraints: readonly Constraint[];
}

/** Numbers of ids of the existing lists that segments name, by hash. */
export async function readListSizes(em: EntityManager, segments: readonly Constrained[]): Promise<ReadonlyMap<string, number>> {
  const named = listsIn(segments);
  const lists = named.size === 0 ? [] : await em.find(SegmentList, { hash: { $in: [...named] } });
  return new Map(lists.map(({ hash, size }) => [hash, size]));
}

/** The lists among those that segments name, by hash, that have too many ids for SDKs. */
export async function readLongLists(
  { em, settings }: Pick<ReadContext, 'em' | 'settings'>,
  segments: readonly Constrained[],
): Promise<ReadonlySet<string>> {
  const sizes = await readListSizes(em, segments);
  return new Set([...sizes].flatMap(([hash, size]) => (size > settings.get(inlineListIds) ? [hash] : [])));
}

/** Returns a function that describes the lists of one of the segments. */
export async function describeLists({ em, settings }: Pick<ReadContext, 'em' | 'settings'>, segments: readonly Constrained[]) {
  const sizes = await readListSizes(em, segments);
  return (segment: Constrained) => {
    const lists = [...listsIn([segment])].flatMap((hash) => {
      const size = sizes.get(hash);
      return size === undefined ? [] : [{ hash, size }];
    });
    return lists.length === 0 ? {} : { lists, serverOnly: lists.some(({ size }) => size > settings.get(inlineListIds)) };
  };
}

const chunksAtOnce = 8;

/** Some chunks of a list, from a number on, and the number after them; null at the end. Empty for a list that does not exist. */
export async function readChunks(em: EntityManager, hash: string, from: number): Promise<{ text: string; next: number | null }> {
  const rows = await tablesOf(em)
    .selectFrom('segment_list_chunk')
    .where('hash', '=', hash)
    .where('chunk', '>=', from)
    .where('chunk', '<', from + chunksAtOnce)
    .orderBy('chunk')
    .select('ids')
    .execute();
  return { text: rows.map(({ ids }) => ids).join(''), next: rows.length < chunksAtOnce ? null : from + chunksAtOnce };
}

/** All ids of a list, in parts that end with a line feed. */
export async function* readIdsOf(em: EntityManager, hash: string): AsyncGenerator<string> {
  for (let from: number | null = 0; from !== null; ) {
    const { text, next }: Awaited<ReturnType<typeof readChunks>> = await readChunks(em, hash, from);
    if (text !== '') yield text;
    from = next;
  }
}
