import { saveDraft } from '../../../parts/saved-draft.ts';
import type { StrategyResult } from '../../../server/ask.ts';
import { contentOf, freshStrategy } from '../../strategy/strategy-draft.ts';
import { lacksUser, withUser } from '../../strategy/user-list.ts';
import type { ReadFeature } from '../state/use-feature.ts';
import type { Target } from '../state/write.ts';
import { findStrategy } from './strategy-writes.ts';
import { draftKey, type SavedStrategy } from './use-strategy-draft.ts';

/**
 * Stores a draft with which the editor of strategies opens: a strategy of the environment that lacks only this user, with the user, or a new
 * one. Strategies of a release plan follow its milestones.
 */
export function draftWithUser({ detail, version }: ReadFeature, target: Target, results: readonly StrategyResult[], userId: string): void {
  const strategy = results
    .filter(lacksUser)
    .map(({ id }) => findStrategy(detail, target, id))
    .find((found) => found && !found.milestoneId);
  const begun = strategy ? contentOf(strategy) : freshStrategy(target.feature, 'default');
  const base = strategy ? { strategy, version } : null;
  saveDraft(draftKey(target), { base, begun, draft: withUser(begun, userId) } satisfies SavedStrategy);
}
