import { useMemo } from 'preact/hooks';
import type { SegmentNames } from '../../parts/sentence.ts';
import { useAnswer } from '../../server/answer.ts';

/** How segments are called, as far as they are known yet. */
export function useSegmentNames(): SegmentNames {
  const { data } = useAnswer('GET /api/admin/segments', {});
  return useMemo(() => {
    const names = new Map((data?.segments ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id);
  }, [data]);
}
