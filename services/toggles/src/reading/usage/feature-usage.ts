import { metric, type MetricValue, type OpenParts } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { metricFeatures } from '../../base/setting/limits.ts';
import type { CountedFeatures } from './counted-features.ts';
import type { FoldedCount } from './fold-counts.ts';

export const evaluationsMetric = metric({
  name: 'signalbox_feature_evaluations_total',
  help: 'Evaluations that applications have reported, by feature, environment and result: yes, no. Features beyond METRIC_FEATURES are counted as `[other]`.',
  kind: 'counter',
  labels: ['project', 'feature', 'environment', 'result'],
});

const others = { project: '[other]', feature: '[other]' };

/** Counts evaluations of existing features for Prometheus. */
type CountEvaluations = (environment: string, counts: readonly FoldedCount[], features: CountedFeatures) => void;

/** The part of the service's state that counting needs. */
export interface UsageState {
  readonly countEvaluations: CountEvaluations;
}

/** Registers the metric. The first METRIC_FEATURES features that are evaluated get series of their own until the process ends. */
export function openUsage({ report, settings }: Pick<OpenParts, 'report' | 'settings'>): UsageState {
  const values = new Map<string, MetricValue>();
  const named = new Set<string>();
  report(evaluationsMetric, () => [...values.values()]);
  const limit = settings.get(metricFeatures);
  const labelsOf = (feature: string, features: CountedFeatures) => {
    if (!named.has(feature) && named.size >= limit) return others;
    named.add(feature);
    return { project: features.get(feature)?.project ?? '', feature };
  };
  const add = (labels: MetricValue['labels'], count: number) => {
    const key = compositeKey(...Object.values(labels));
    values.set(key, { labels, value: (values.get(key)?.value ?? 0) + count });
  };
  return {
    countEvaluations(environment, counts, features) {
      for (const { featureName, yes, no } of counts) {
        const labels = { ...labelsOf(featureName, features), environment };
        add({ ...labels, result: 'yes' }, yes);
        add({ ...labels, result: 'no' }, no);
      }
    },
  };
}
