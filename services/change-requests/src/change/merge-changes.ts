import type { ChangeAction } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';

/** As much of a change as says what it decides on. */
export interface Decisive {
  readonly action: ChangeAction;
  readonly feature?: string | null | undefined;
  readonly payload?: unknown;
}

/**
 * What a change decides on as a whole: a later one that decides on the same takes the earlier one's turn (reference, identity side §1.3).
 * Null for those that stand beside each other.
 */
export function decidesOn({ action, feature, payload }: Decisive): string | null {
  const { id } = Object(payload) as { id?: unknown };
  switch (action) {
    case 'updateEnabled':
    case 'patchVariant':
    case 'reorderStrategy':
    case 'archiveFeature':
      return compositeKey(action, feature);
    case 'updateStrategy':
      return compositeKey(action, feature, String(id));
    case 'updateSegment':
      return compositeKey(action, String(id));
    default:
      return null;
  }
}

/** A change of a list, and which of those before it has had its turn. */
export type Merged<T> = { readonly change: T; readonly replaces: T | null };

/** The list with further changes: each at its end, or in the turn of one that decided on the same. */
export function mergeChanges<T extends Decisive>(present: readonly T[], further: readonly T[]): Merged<T>[] {
  const merged: Merged<T>[] = present.map((change) => ({ change, replaces: null }));
  const original = new Set(present);
  for (const change of further) {
    const key = decidesOn(change);
    const index = key === null ? -1 : merged.findIndex((other) => decidesOn(other.change) === key);
    const earlier = merged[index];
    if (!earlier) merged.push({ change, replaces: null });
    else merged[index] = { change, replaces: original.has(earlier.change) ? earlier.change : earlier.replaces };
  }
  return merged;
}
