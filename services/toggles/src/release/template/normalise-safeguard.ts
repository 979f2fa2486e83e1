import { type Safeguard, SafeguardContent } from '@signalbox/contracts';
import { type Context, declared } from '@signalbox/kit';
import { ulidOf } from '../../base/database/ulid-of.ts';
import { badValue, type Pointer, under } from '../../base/input/bad-value.ts';
import type { WriteEnvironmentSafeguard, WriteSafeguard } from './safeguard.schema.ts';

const synonyms = { hold: 'pauseReleasePlanProgressions', off: 'disableFeatureEnvironment' } as const;
const defaultGraceMinutes = 15;

export function normaliseSafeguard(context: Context, input: WriteSafeguard, pointer: Pointer): Safeguard {
  refuseBadSafeguard(input, pointer);
  return { ...completeSafeguard(input), id: input.id ?? ulidOf(context.id()), triggeredAt: null, reason: null };
}

/** The safeguards of a template, which have neither ids nor states. */
export const normaliseTemplateSafeguards = (safeguards: readonly WriteSafeguard[]): SafeguardContent[] =>
  safeguards.map((safeguard, index) => {
    refuseBadSafeguard(safeguard, under({ path: '' }, 'safeguards', index));
    return completeSafeguard(safeguard);
  });

/** Throws 400 for a metric outside of this instance, and for a comparison that lacks a property. */
export function refuseBadSafeguard(input: WriteSafeguard, pointer: Pointer): void {
  refuseBadSource(input, pointer);
  refuseBadComparison(input, pointer);
}

/** Without an action, a safeguard pauses the release. */
export function completeSafeguard({ id: _own, ...input }: WriteSafeguard): SafeguardContent {
  const { action = 'hold', onNoData = 'hold', graceMinutes = defaultGraceMinutes, ...rest } = input;
  return { ...rest, action: action === 'hold' || action === 'off' ? synonyms[action] : action, onNoData, graceMinutes };
}

/** Without an action, a safeguard of a feature switches it off. Missing values have no effect unless the safeguard says so. */
export const ofEnvironment = <Input extends WriteEnvironmentSafeguard>(input: Input) =>
  ({ action: 'off', onNoData: 'ignore', ...input }) as const;

export const contentOfSafeguard = (safeguard: Safeguard): SafeguardContent => declared(SafeguardContent, safeguard);

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
