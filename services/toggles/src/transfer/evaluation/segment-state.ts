import type { SegmentState } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Segment } from '../../feature/segment/segment.ts';

/** The evaluation state of all segments, or of the given ones that exist, sorted by id. */
export async function readSegmentStates(em: EntityManager, ids?: readonly number[]): Promise<SegmentState[]> {
  const segments = await em.find(Segment, ids ? { id: { $in: [...ids] } } : {}, { orderBy: { id: 'asc' } });
  return segments.map(({ id, name, constraints }) => ({ id, name, constraints }));
}
