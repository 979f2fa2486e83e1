import type { Safeguard } from '@signalbox/contracts';
import { beginningOf, minuteMs } from '@signalbox/kit';
import { judgeSafeguard, type Measured } from './judge-safeguard.ts';

/** The action of a safeguard that is triggered, with the reason. */
export interface Trigger {
  readonly action: Safeguard['action'];
  readonly reason: string;
}

export interface SafeguardDecision {
  /** Null while nothing is wrong. */
  readonly trigger: Trigger | null;
  /** With `debounce`, the minutes in which the metric was beyond its limit. */
  readonly beyondAt: readonly string[];
}

/** Decides whether a safeguard acts. Pure: the clock and all values are arguments. */
export function decideSafeguard(safeguard: Safeguard, measured: Measured): SafeguardDecision {
  const { action, onNoData, graceMinutes } = safeguard;
  const { now, inEffectSince } = measured;
  const { state, reason } = judgeSafeguard(safeguard, measured);
  const beyondAt = minutesBeyond(safeguard, state === 'beyond', measured);
  if (state === 'beyond') {
    const { times = 1 } = safeguard.debounce ?? {};
    return { trigger: safeguard.debounce && beyondAt.length < times ? null : { action, reason }, beyondAt };
  }
  if (state !== 'no data' || onNoData === 'ignore' || now < inEffectSince + graceMinutes * minuteMs) return { trigger: null, beyondAt };
  return { trigger: { action: onNoData === 'off' ? 'disableFeatureEnvironment' : 'pauseReleasePlanProgressions', reason }, beyondAt };
}

function minutesBeyond({ debounce, beyondAt = [] }: Safeguard, isBeyond: boolean, { now, inEffectSince }: Measured): readonly string[] {
  if (!debounce) return [];
  const minute = beginningOf(minuteMs, now);
  const since = Math.max(minute - (debounce.minutes - 1) * minuteMs, beginningOf(minuteMs, inEffectSince));
  const current = isBeyond ? [new Date(minute).toISOString()] : [];
  return [...new Set([...beyondAt, ...current])].filter((at) => Date.parse(at) >= since && Date.parse(at) <= now);
}
