import { type Reach, describeReach } from '../../base/reach.ts';
import { type SegmentNames, shareOf, type StrategyContent } from '../../parts/strategy/sentence.ts';
import { counted } from '../../base/format.ts';

const shownParts = 2;

/** The reach in an environment as one figure: 25% + beta-customers. */
export function summarizeReach(reach: Reach, isOn: boolean, strategies: readonly StrategyContent[], segmentName: SegmentNames): string {
  const enabled = strategies.filter(({ disabled }) => !disabled);
  if (reach.kind !== 'some' || enabled.length < 2) return describeReach(reach, isOn);
  const parts = enabled.toSorted(percentagesFirst).map((strategy) => describePart(strategy, segmentName));
  const shown = parts.slice(0, shownParts).join(' + ');
  return parts.length > shownParts ? `${shown} + ${parts.length - shownParts} more` : shown;
}

const isPercentage = ({ segments, constraints }: StrategyContent): boolean => segments.length + constraints.length === 0;

const percentagesFirst = (one: StrategyContent, other: StrategyContent): number => Number(isPercentage(other)) - Number(isPercentage(one));

function describePart(strategy: StrategyContent, segmentName: SegmentNames): string {
  const share = shareOf(strategy) ?? 100;
  const conditions = strategy.constraints.length;
  const audience = [
    ...strategy.segments.map((id) => segmentName(id) ?? `segment ${id}`),
    ...(conditions > 0 ? [counted(conditions, 'condition')] : []),
  ].join(', ');
  if (audience === '') return `${share}%`;
  return share === 100 ? audience : `${share}% of ${audience}`;
}
