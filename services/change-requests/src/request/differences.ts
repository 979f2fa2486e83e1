import type { DryRunChange, Snapshot } from '@signalbox/contracts';
import type { ChangeDifference } from './change-request.schema.ts';
import { canonical } from './proposed-change.ts';

/**
 * Properties that others have changed since the change was written, and that it would overwrite unseen. Empty without a
 * snapshot, as for imports.
 */
export function differencesOf(seen: Snapshot, { current, proposed }: Pick<DryRunChange, 'current' | 'proposed'>): ChangeDifference[] {
  if (seen === null) return [];
  const [before, now, after] = [seen ?? {}, current ?? {}, proposed ?? {}] as Record<string, unknown>[];
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})])]
    .map((property) => ({
      property,
      seen: before?.[property] ?? null,
      now: now?.[property] ?? null,
      proposed: after?.[property] ?? null,
    }))
    .filter((difference) => !isSame(difference.seen, difference.now) && !isSame(difference.now, difference.proposed));
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);
