import { milestoneStarted } from '../feature/event-sentence.ts';

/** Groups adjacent events of the same request; all others stay alone. Keeps the order, except that a step of a release comes first. */
export function foldEvents<E extends { readonly groupId: string | null; readonly type: string }>(
  events: readonly E[],
): readonly (readonly [E, ...E[]])[] {
  const folds: [E, ...E[]][] = [];
  for (const event of events) {
    const last = folds.at(-1);
    const isSame = last && event.groupId !== null && last[0].groupId === event.groupId;
    if (!isSame) folds.push([event]);
    else if (event.type === milestoneStarted) last.unshift(event);
    else last.push(event);
  }
  return folds;
}
