/** Groups adjacent events of the same request; all others stay alone. Keeps the order. */
export function foldEvents<E extends { readonly groupId: string | null }>(events: readonly E[]): readonly (readonly [E, ...E[]])[] {
  const folds: [E, ...E[]][] = [];
  for (const event of events) {
    const last = folds.at(-1);
    if (last && event.groupId !== null && last[0].groupId === event.groupId) last.push(event);
    else folds.push([event]);
  }
  return folds;
}
