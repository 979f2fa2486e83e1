import type { Safeguard } from '@signalbox/contracts';

/** Everything that a safeguard depends on. */
export interface SafeguardFacts {
  readonly now: number;
  /** The time since which the milestone has been in effect. */
  readonly inEffectSince: number;
  /** The aggregated metric; null without values. */
  readonly value: number | null;
}

/** The action of a safeguard that is triggered, with the reason. */
export interface Trigger {
  readonly action: Safeguard['action'];
  readonly reason: string;
}

const minuteMs = 60_000;

/** Decides whether a safeguard acts. Pure: the clock and the value are arguments. Null while nothing is wrong. */
export function decideSafeguard(safeguard: Safeguard, { now, inEffectSince, value }: SafeguardFacts): Trigger | null {
  const { impactMetric, triggerCondition, action, onNoData, graceMinutes } = safeguard;
  const called = `${impactMetric.aggregationMode} of ${impactMetric.metricName} (${impactMetric.timeRange})`;
  if (value !== null) {
    const { operator, threshold } = triggerCondition;
    const isBeyond = operator === '>' ? value > threshold : value < threshold;
    return isBeyond ? { action, reason: `${called} is ${value}, ${operator} ${threshold}.` } : null;
  }
  if (onNoData === 'ignore' || now < inEffectSince + graceMinutes * minuteMs) return null;
  return { action: onNoData === 'off' ? 'disableFeatureEnvironment' : 'pauseReleasePlanProgressions', reason: `${called} has no values.` };
}
