import { Constraint, nullable, SegmentShape } from '@signalbox/contracts';
import { Type, type Static } from 'typebox';
import type { Segment } from './segment.ts';
import { UseCounts } from '../../vocabulary/use/strategy-use.schema.ts';

const maxId = 2_147_483_647;

export const segmentParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: maxId }) });

/** Names neither start nor end with blanks, because databases treat trailing blanks differently. */
export const SegmentName = Type.String({ minLength: 1, maxLength: 255, pattern: '^\\S(?:[\\s\\S]*\\S)?$' });

/** A segment without a project is global. */
export const WriteSegment = Type.Object({
  name: SegmentName,
  description: Type.Optional(nullable(Type.String({ maxLength: 10_000 }))),
  project: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  constraints: Type.Array(Constraint),
});
export type WriteSegment = Static<typeof WriteSegment>;

/** A list that a segment names, with its number of ids. */
export const NamedList = Type.Object({ hash: Type.String(), size: Type.Integer() });

/** The lists of segments in responses; absent for a segment without any. */
const SegmentLists = {
  lists: Type.Optional(Type.Array(NamedList, { description: 'The lists of ids that the constraints name.' })),
  serverOnly: Type.Optional(
    Type.Boolean({ description: 'A list is too long for SDKs, which receive no enabled feature that uses the segment.' }),
  ),
};

/** A segment with the sizes of its lists. */
export const SegmentWithLists = Type.Object({ ...SegmentShape.properties, ...SegmentLists });

export const UsedSegment = Type.Object({ ...SegmentWithLists.properties, ...UseCounts });

export function serializeSegment(segment: Segment): Static<typeof SegmentShape> {
  const { id, name, description, project, constraints, managedBy, createdBy, createdAt } = segment;
  return {
    id,
    name,
    description: description ?? null,
    project: project ?? null,
    constraints,
    ...(managedBy && { managedBy }),
    createdBy: createdBy ?? null,
    createdAt: createdAt.toISOString(),
  };
}
