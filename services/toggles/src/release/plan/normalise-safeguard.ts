import type { Safeguard } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import type { WriteSafeguard } from './plan.schema.ts';

const synonyms = { hold: 'pauseReleasePlanProgressions', off: 'disableFeatureEnvironment' } as const;
const defaultGraceMinutes = 15;

/** Throws 400 for a metric outside of this instance, and for a comparison that lacks a property. Without an action, it pauses the release. */
export function normaliseSafeguard(context: Context, input: WriteSafeguard, pointer: Pointer): Safeguard {
  refuseBadSource(input, pointer);
  refuseBadComparison(input, pointer);
  const { id, action = 'hold', onNoData = 'hold', graceMinutes = defaultGraceMinutes, ...rest } = input;
  return {
    ...rest,
    id: id ?? ulidOf(context.id()),
    action: action === 'hold' || action === 'off' ? synonyms[action] : action,
    onNoData,
    graceMinutes,
    triggeredAt: null,
    reason: null,
  };
}

function refuseBadSource({ impactMetric: { source }, compare = 'threshold', per }: WriteSafeguard, pointer: Pointer): void {
  if (source === 'external')
    throw badValue(
      under(pointer, 'impactMetric', 'source'),
      'must be internal or signal: safeguards only watch metrics and signals that are reported to this instance',
    );
  if (source === 'signal' && (compare !== 'threshold' || per !== undefined))
    throw badValue(under(pointer, compare === 'threshold' ? 'per' : 'compare'), 'must be absent for a signal, which is 1 while it fires');
}

function refuseBadComparison(input: WriteSafeguard, pointer: Pointer): void {
  const { compare = 'threshold', per, impactMetric, triggerCondition, debounce } = input;
  if (compare !== 'threshold' && triggerCondition.threshold <= 0)
    throw badValue(under(pointer, 'triggerCondition', 'threshold'), `must be a ratio above 0 with compare ${compare}`);
  if (compare === 'relative' && per === undefined)
    throw badValue(under(pointer, 'per'), 'is required with compare relative: the counter of attempts that the metric is divided by');
  if (per !== undefined && impactMetric.aggregationMode !== 'count' && impactMetric.aggregationMode !== 'sum')
    throw badValue(under(pointer, 'impactMetric', 'aggregationMode'), 'must be count or sum if the metric is divided by attempts');
  for (const property of ['variant', 'minimumSample'] as const)
    if (input[property] !== undefined && compare !== 'relative')
      throw badValue(under(pointer, property), 'must be absent unless compare is relative');
  if (debounce && debounce.times > debounce.minutes)
    throw badValue(under(pointer, 'debounce', 'times'), `must be at most the minutes, ${debounce.minutes}; got ${debounce.times}`);
}
