import { useMemo } from 'preact/hooks';
import type { SegmentNames } from '../../parts/strategy/sentence.ts';
import { useAnswer } from '../../server/ask.ts';

/** Segment names by id, once loaded. */
export function useSegmentNames(): SegmentNames {
  const { data, isPending } = useAnswer('GET /api/admin/segments', {});
  return useMemo(() => {
    const names = new Map((data?.segments ?? []).map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? (isPending ? '…' : undefined);
  }, [data, isPending]);
}
