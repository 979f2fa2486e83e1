import type { SegmentState } from '@signalbox/contracts';
import { listIn } from '@signalbox/engine';
import type { ReadContext } from '@signalbox/kit';
import { readLongLists } from '../../feature/list/segment-list.ts';
import { Segment } from '../../feature/segment/segment.ts';

/** The evaluation state of all segments, or of the given ones that exist, sorted by id. */
export async function readSegmentStates(
  { em, settings }: Pick<ReadContext, 'em' | 'settings'>,
  ids?: readonly number[],
): Promise<SegmentState[]> {
  const segments = await em.find(Segment, ids ? { id: { $in: [...ids] } } : {}, { orderBy: { id: 'asc' } });
  const long = await readLongLists({ em, settings }, segments);
  return segments.map(({ id, name, constraints }) => {
    const serverOnly = constraints.some((constraint) => long.has(listIn(constraint) ?? ''));
    return { id, name, constraints, ...(serverOnly && { serverOnly }) };
  });
}
