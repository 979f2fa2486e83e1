import { describeMetric, limitSides, type Safeguard } from '@signalbox/contracts';
import { minuteMs } from '@signalbox/kit';
import { type GroupComparison, evidenceOf, requiredEvidence, totalOf } from './sequential-test.ts';

/** The values of a safeguard's metric. Times are epoch milliseconds. */
export interface Measured {
  readonly now: number;
  /** The time since which the milestone, or the feature with its safeguard, has been in effect. */
  readonly inEffectSince: number;
  /** The metric, over the range or since the milestone started. Null without values. */
  readonly value: number | null;
  /** With `before`: the metric over periods of the same length, right before the milestone and a day earlier. */
  readonly earlier?: readonly (number | null)[];
  /** With `relative`: both groups since the milestone started. */
  readonly groups?: readonly GroupComparison[];
}

/** State of a safeguard. */
export interface Judgement {
  /** `undecided`: there are values, but not enough to compare. */
  readonly state: 'fine' | 'beyond' | 'undecided' | 'no data';
  /** The value, or with `before` and `relative` the ratio. */
  readonly value: number | null;
  readonly reason: string;
}

const defaultSample = 100;

/** Compares a metric with its limit. Pure: the clock and all values are arguments. */
export function judgeSafeguard(safeguard: Safeguard, measured: Measured): Judgement {
  if (safeguard.compare === 'relative') return judgeGroups(safeguard, measured.groups ?? []);
  if (measured.value === null) return { state: 'no data', value: null, reason: `${nameOf(safeguard)} has no values.` };
  return safeguard.compare === 'before'
    ? judgeChange(safeguard, measured, measured.value)
    : judgeValue(safeguard, measured.value, `${nameOf(safeguard)} is`);
}

const nameOf = ({ impactMetric, per }: Safeguard): string =>
  impactMetric.source === 'signal' ? `The signal ${impactMetric.metricName}` : describeMetric(impactMetric, { per }).replace(/^t/, 'T');

const rounded = (value: number): number => Number(value.toPrecision(4));

function judgeValue({ triggerCondition: { operator, threshold } }: Safeguard, value: number, called: string): Judgement {
  const isBeyond = operator === '>' ? value > threshold : value < threshold;
  const side = isBeyond ? limitSides[operator] : 'within';
  return { state: isBeyond ? 'beyond' : 'fine', value, reason: `${called} ${rounded(value)}, ${side} the limit of ${threshold}.` };
}

function judgeChange(safeguard: Safeguard, { now, inEffectSince, earlier = [] }: Measured, value: number): Judgement {
  const known = earlier.filter((one) => one !== null);
  const graceEnds = inEffectSince + safeguard.graceMinutes * minuteMs;
  if (now < graceEnds)
    return {
      state: 'undecided',
      value: null,
      reason: `The comparison with earlier values starts at ${new Date(graceEnds).toISOString()}.`,
    };
  if (known.length === 0) return { state: 'undecided', value: null, reason: `${nameOf(safeguard)} has no earlier values.` };
  const worst = safeguard.triggerCondition.operator === '>' ? Math.max(...known) : Math.min(...known);
  if (worst === 0 && value === 0) return { state: 'fine', value: 1, reason: `${nameOf(safeguard)} is 0, as before.` };
  return judgeValue(safeguard, value / worst, `${nameOf(safeguard)} is ${rounded(value)} after ${rounded(worst)} before; the ratio is`);
}

function judgeGroups(safeguard: Safeguard, groups: readonly GroupComparison[]): Judgement {
  const { treated, control } = totalOf(groups);
  const { impactMetric, per = '', minimumSample = defaultSample, triggerCondition } = safeguard;
  const called = `${impactMetric.metricName} per ${per}`;
  if (treated.attempts + control.attempts === 0) return { state: 'no data', value: null, reason: `${called} has no values by feature.` };
  if (treated.attempts < minimumSample || control.attempts < minimumSample)
    return {
      state: 'undecided',
      value: null,
      reason: `${called} needs ${minimumSample} attempts in each group: ${treated.attempts} with the feature, ${control.attempts} without it.`,
    };
  const value = treated.events / treated.attempts / (control.events / control.attempts);
  const evidence = evidenceOf(groups, triggerCondition.operator, triggerCondition.threshold);
  const reason = `${called}: the ratio with the feature to without it is ${rounded(value)}, the limit is ${triggerCondition.threshold}; evidence ${rounded(evidence)} of ${requiredEvidence}.`;
  const shown = Number.isFinite(value) ? value : null;
  return { state: evidence >= requiredEvidence ? 'beyond' : 'fine', value: shown, reason };
}
