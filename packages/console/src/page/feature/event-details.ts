import type { Wording } from '@signalbox/contracts/event-sentences';
import { type SegmentNames, shareOf } from '../../parts/strategy/sentence.ts';
import type { Event, TransitionCondition } from '../../server/ask.ts';
import { describeCondition } from '../release-templates/condition/gate.ts';
import { featureWording, isOfStep, milestoneStarted } from './event-sentence.ts';
import { type DescribedSafeguard, describeSafeguard } from '../release-templates/safeguard/describe-safeguard.ts';
import { withLocalTimes } from './state/with-local-times.ts';
import { differenceLine, type PropertyDifference, strategyDifferences, strategyIn } from '../strategy/strategy-draft.ts';

/** Words of the console for events of every kind. */
export const allWording: Wording = {
  ...featureWording,
  condition: (condition) => describeCondition(condition as TransitionCondition, () => undefined),
  safeguard: (safeguard) => describeSafeguard(safeguard as DescribedSafeguard),
  reason: withLocalTimes,
};

type ChangedContent = Pick<Event, 'type' | 'data' | 'preData'>;

/** The differences of an updated strategy; empty for other events. */
export const strategyDifferencesIn = ({ type, data, preData }: ChangedContent, segmentName: SegmentNames): readonly PropertyDifference[] =>
  type !== 'feature-strategy-update' || data === null || preData === null
    ? []
    : strategyDifferences(strategyIn(preData), strategyIn(data), segmentName);

/** The differences of an updated strategy, one per line; empty for other events. */
export const describeDetails = (event: ChangedContent, segmentName: SegmentNames): readonly string[] =>
  strategyDifferencesIn(event, segmentName).map(differenceLine);

/** The rollout before and after a step of a release, from the strategies that it removed and added; empty for other events. */
export function describeStep({ type, groupId }: Event, all: readonly Event[]): readonly string[] {
  if (type !== milestoneStarted || groupId === null) return [];
  const own = all.filter((event) => event.groupId === groupId && isOfStep(event));
  const [from, to] = (['preData', 'data'] as const).map((part) => {
    const shares = own.map((event) => event[part] && shareOf(strategyIn(event[part]))).filter((share) => share !== null);
    return shares.length === 0 ? null : `${Math.max(...shares)}%`;
  });
  return to ? [`rollout ${from ?? '0%'} → ${to}`] : [];
}
