import { describeMetric, limitSides } from '@signalbox/contracts/metric-words';
import { formatFigure } from '../../../base/format.ts';
import type { Safeguard, WriteSafeguard } from '../../../server/ask.ts';

/** The part of a safeguard that its sentence needs. */
export type DescribedSafeguard = Pick<Safeguard, 'impactMetric' | 'triggerCondition'> &
  Partial<Pick<WriteSafeguard, 'action' | 'compare' | 'per' | 'debounce'>>;

const actions = {
  pauseReleasePlanProgressions: 'Pauses the release',
  hold: 'Pauses the release',
  'step-back': 'Goes back to the previous milestone',
  disableFeatureEnvironment: 'Turns the feature off',
  off: 'Turns the feature off',
  notify: 'Reports it',
};

/** A safeguard in one sentence: Pauses the release if the count of errors in the past hour is above 50. */
export function describeSafeguard(safeguard: DescribedSafeguard): string {
  const { action = 'hold', debounce } = safeguard;
  const inMinutes = debounce ? `, in ${debounce.times} of ${debounce.minutes} minutes` : '';
  return `${actions[action]} if ${describeGuarded(safeguard)}${inMinutes}`;
}

const comparisons = {
  threshold: (metric: string, side: string, limit: string) => `${metric} is ${side} ${limit}`,
  before: (metric: string, side: string, limit: string) => `${metric} is ${side} ${limit} times its value before the milestone`,
  relative: (metric: string, side: string, limit: string) =>
    `${metric} of users with the feature is ${side} ${limit} times that of users without it`,
};

/** The condition of a safeguard, without its action. */
function describeGuarded({ impactMetric, triggerCondition, compare = 'threshold', per }: DescribedSafeguard): string {
  if (impactMetric.source === 'signal') return `the signal ${impactMetric.metricName} fires`;
  const metric = describeMetric(impactMetric, { per, isSinceStart: compare !== 'threshold' });
  return comparisons[compare](metric, limitSides[triggerCondition.operator], formatFigure(triggerCondition.threshold));
}

/** Modes that the type of a metric allows, the most common first. A rate needs one that adds up. */
export const modesOf = {
  counter: ['count', 'rps'],
  gauge: ['avg', 'sum', 'count'],
  histogram: ['p50', 'p95', 'p99', 'avg', 'count', 'sum', 'rps'],
} as const;

/** Each range of a metric in words. */
export const timeRanges = { hour: 'hour', day: 'day', week: 'week', month: 'month' };
