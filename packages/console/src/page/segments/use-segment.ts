import { useQuery } from '@tanstack/preact-query';
import type { Segment } from '../../server/operations.ts';
import type { Refused } from '../../server/refusal.ts';
import { askWithVersion } from '../../server/request.ts';

const name = 'GET /api/admin/segments/{id}';

/** A segment as it was read, with the version that a write names to overwrite nothing unseen. */
export interface ReadSegment {
  readonly segment: Segment;
  readonly version: string;
}

/** The segment, asked for again whenever something has changed. */
export const useSegment = (id: number) =>
  useQuery<ReadSegment, Refused>({
    queryKey: [name, { id }],
    queryFn: async ({ signal }) => {
      const { answer, version } = await askWithVersion(name, { path: { id }, signal });
      return { segment: answer, version };
    },
  });
