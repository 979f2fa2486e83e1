import { shareOf } from '../../parts/strategy/sentence.ts';
import type { ReleaseMilestone } from '../../server/ask.ts';

/** The milestones in one line: their names, with the share of users where only a share decides. */
export const describeShares = (milestones: readonly Pick<ReleaseMilestone, 'name' | 'strategies'>[]): string =>
  milestones.map(describeMilestone).join(' → ');

function describeMilestone({ name, strategies }: Pick<ReleaseMilestone, 'name' | 'strategies'>): string {
  const share = shareOfMilestone(strategies);
  return share === null || share === 100 || name.includes(`${share}%`) ? name : `${name} (${share}%)`;
}

/** The largest share of all users that one of the strategies gives; null if other things decide, too. */
export function shareOfMilestone(strategies: ReleaseMilestone['strategies']): number | null {
  const active = strategies.filter(({ disabled }) => !disabled);
  if (active.some(({ constraints, segments }) => constraints.length + segments.length > 0)) return null;
  const shares = active.map((strategy) => shareOf(strategy));
  return shares.length === 0 || shares.includes(null) ? null : Math.max(...shares.map(Number));
}
