import { useQuery } from '@tanstack/preact-query';
import { type SegmentWithLists, askWithVersion } from '../../server/ask.ts';
import type { Refused } from '../../server/refusal.ts';

const name = 'GET /api/admin/segments/{id}';

/** A segment with the version to send in `If-Match`. */
export interface ReadSegment {
  readonly segment: SegmentWithLists;
  readonly version: string;
}

/** The segment, refetched after every change. */
export const useSegment = (id: number) =>
  useQuery<ReadSegment, Refused>({
    queryKey: [name, { id }],
    queryFn: async ({ signal }) => {
      const { answer, version } = await askWithVersion(name, { path: { id }, signal });
      return { segment: answer, version };
    },
  });
