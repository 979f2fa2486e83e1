import { type ChangeAction, changes } from '@signalbox/contracts';
import { compositeKey } from '@signalbox/table';

/** The part of a change that determines its target. */
export interface Decisive {
  readonly action: ChangeAction;
  readonly feature?: string | null | undefined;
  readonly payload?: unknown;
}

/**
 * The target of a change: a later change with the same target replaces the earlier one (reference, identity side §1.3). Null
 * for changes that never replace another.
 */
function decidesOn({ action, feature, payload }: Decisive): string | null {
  const { replaces } = changes[action];
  if (replaces === 'nothing') return null;
  const { as = action, by } = replaces;
  return compositeKey(as, feature, by && String((Object(payload) as Readonly<Record<string, unknown>>)[by]));
}

/** A change of the merged list, and the change that it replaces. */
export type Merged<T> = { readonly change: T; readonly replaces: T | null };

/** Appends further changes to the list, or replaces changes with the same target. */
export function mergeChanges<T extends Decisive>(existing: readonly T[], further: readonly T[]): Merged<T>[] {
  const merged: Merged<T>[] = existing.map((change) => ({ change, replaces: null }));
  const original = new Set(existing);
  for (const change of further) {
    const key = decidesOn(change);
    const index = key === null ? -1 : merged.findIndex((other) => decidesOn(other.change) === key);
    const earlier = merged[index];
    if (!earlier) merged.push({ change, replaces: null });
    else merged[index] = { change, replaces: original.has(earlier.change) ? earlier.change : earlier.replaces };
  }
  return merged;
}
