import { useMemo } from 'preact/hooks';
import { useAnswer } from '../../server/answer.ts';
import { type PendingRequest, pendingOf } from './pending.ts';
import type { FeatureAnswer } from './state/use-feature.ts';

/** Open change requests of a feature, newest first; none while they are unavailable. */
export function usePending({ project, name }: FeatureAnswer): readonly PendingRequest[] {
  const { data } = useAnswer('GET /api/admin/projects/{projectId}/change-requests/pending/{featureName}', {
    path: { projectId: project, featureName: name },
  });
  return useMemo(() => (data ?? []).map(pendingOf), [data]);
}
