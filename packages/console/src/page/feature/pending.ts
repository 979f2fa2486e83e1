import { type SegmentNames, shareOf } from '../../parts/strategy/sentence.ts';
import type { ChangeItem, ChangeRequest } from '../../server/ask.ts';
import { contentOf, describeChanges, strategyIn } from '../strategy/strategy-draft.ts';
import type { Strategy } from './state/use-feature.ts';
import { counted } from '../../base/format.ts';

/** An open change request of a feature, with the changes of that feature alone. */
export type PendingRequest = Pick<ChangeRequest, 'id' | 'title' | 'environment' | 'state' | 'schedule'> & {
  readonly changes: readonly Pick<ChangeItem, 'action' | 'payload'>[];
};

export const pendingOf = (request: ChangeRequest): PendingRequest => ({
  ...request,
  changes: request.features.flatMap(({ changes }) => changes),
});

/** A proposed change of one strategy. */
export interface PendingChange {
  readonly request: PendingRequest;
  readonly text: string;
  /** The proposed percentage; null if it is unchanged or the strategy has none. */
  readonly share: number | null;
}

type Content = Readonly<Record<string, unknown>>;

const payloadOf = ({ payload }: Pick<ChangeItem, 'payload'>): Content =>
  typeof payload === 'object' && payload !== null ? (payload as Content) : {};

/** The first proposed change of a strategy, if any. */
export function pendingChangeOf(requests: readonly PendingRequest[], strategy: Strategy, segmentName: SegmentNames): PendingChange | null {
  for (const request of requests) {
    const change = request.changes.find((each) => payloadOf(each)['id'] === strategy.id);
    if (change) return { request, ...describe(change, strategy, segmentName) };
  }
  return null;
}

function describe(
  change: PendingRequest['changes'][number],
  strategy: Strategy,
  segmentName: SegmentNames,
): Omit<PendingChange, 'request'> {
  if (change.action === 'deleteStrategy') return { text: 'delete', share: null };
  const [now, after] = [contentOf(strategy), strategyIn(payloadOf(change))];
  const differences = describeChanges(now, after, segmentName);
  const share = shareOf(after) === shareOf(now) ? null : shareOf(after);
  const [first = 'no change'] = differences;
  return { text: differences.length > 1 ? `${first} + ${differences.length - 1} more` : first, share };
}

const actions: Readonly<Record<string, string>> = {
  addReleasePlan: 'add release plan',
  deleteReleasePlan: 'remove release plan',
  startMilestone: 'start milestone',
  updateMilestoneStrategy: 'edit milestone',
  changeMilestoneProgression: 'edit conditions',
  deleteMilestoneProgression: 'remove conditions',
  resumeMilestoneProgression: 'resume release',
  changeReleasePlanSafeguard: 'set safeguard',
  deleteReleasePlanSafeguard: 'remove safeguard',
  changeFeatureEnvSafeguard: 'set safeguard',
  deleteFeatureEnvSafeguard: 'remove safeguard',
};

/** The effect of a request on the feature, in a few words. */
export function describePending({ changes }: PendingRequest, strategies: readonly Strategy[], segmentName: SegmentNames): string {
  const [first] = changes;
  if (!first || changes.length > 1) return counted(changes.length, 'change');
  if (first.action === 'updateEnabled') return payloadOf(first)['enabled'] === true ? 'turn on' : 'turn off';
  const strategy = strategies.find(({ id }) => id === payloadOf(first)['id']);
  if (strategy) return describe(first, strategy, segmentName).text;
  return first.action === 'addStrategy' ? 'add strategy' : (actions[first.action] ?? '1 change');
}
