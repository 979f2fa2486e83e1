import { useAnswer } from '../../../server/ask.ts';

/** Metrics and signals that a safeguard can watch. */
export interface Watchable {
  readonly metrics: Readonly<Record<string, { readonly type: 'counter' | 'gauge' | 'histogram' }>>;
  readonly signals: readonly string[];
}

/** Metrics and signals that safeguards can watch; undefined while loading. */
export function useWatchable(): Watchable | undefined {
  const { data: metrics } = useAnswer('GET /api/admin/impact-metrics/metadata', {});
  const { data: signals } = useAnswer('GET /api/admin/signals', {});
  return metrics && signals && { metrics: metrics.series, signals: signals.map(({ name }) => name) };
}
