import { useMemo } from 'preact/hooks';
import { useSegmentNames } from '../strategy/use-segment-names.ts';
import { useGroupNames } from './condition/use-group-names.ts';
import type { Naming } from './template-content.ts';

/** Segment and group names, once loaded. */
export function useNaming(): Naming {
  const [segmentName, groupName] = [useSegmentNames(), useGroupNames()];
  return useMemo(() => ({ segmentName, groupName }), [segmentName, groupName]);
}
