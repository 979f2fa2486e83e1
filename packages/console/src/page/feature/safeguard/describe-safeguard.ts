import type { ImpactMetricChoice, Safeguard, WriteSafeguard } from '../../../server/operations.ts';
import { safeguardTexts } from './texts.ts';

/** The part of a safeguard that its sentence needs. */
export type DescribedSafeguard = Pick<Safeguard, 'impactMetric' | 'triggerCondition'> &
  Partial<Pick<WriteSafeguard, 'action' | 'compare' | 'per' | 'debounce'>>;

/** A safeguard in one sentence: Pauses the release if the count of errors in the past hour is above 50. */
export function describeSafeguard(safeguard: DescribedSafeguard): string {
  const { action = 'hold', debounce } = safeguard;
  const inMinutes = debounce ? safeguardTexts.debounced(debounce.times, debounce.minutes) : '';
  return safeguardTexts.sentence(safeguardTexts.actions[action], describeGuarded(safeguard), inMinutes);
}

/** The condition of a safeguard, without its action. */
function describeGuarded({ impactMetric, triggerCondition, compare = 'threshold', per }: DescribedSafeguard): string {
  if (impactMetric.source === 'signal') return safeguardTexts.signal(impactMetric.metricName);
  const metric = describeMetric(impactMetric, { per, isSinceStart: compare !== 'threshold' });
  return safeguardTexts.compare[compare](
    metric,
    safeguardTexts.sides[triggerCondition.operator],
    triggerCondition.threshold.toLocaleString('en'),
  );
}

/** A metric in words: the count of errors per requests in the past hour. */
export function describeMetric(
  { aggregationMode, metricName, timeRange }: ImpactMetricChoice,
  { per = '', isSinceStart = false }: { readonly per?: string | undefined; readonly isSinceStart?: boolean } = {},
): string {
  const range = isSinceStart ? '' : safeguardTexts.inPast(safeguardTexts.ranges[timeRange]);
  return safeguardTexts.metric(safeguardTexts.modes[aggregationMode], metricName, per, range);
}
