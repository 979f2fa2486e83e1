/** Events next to each other that came of one request, together; every other alone. The order stays. */
export function foldEvents<E extends { readonly groupId: string | null }>(events: readonly E[]): readonly (readonly [E, ...E[]])[] {
  const folds: [E, ...E[]][] = [];
  for (const event of events) {
    const last = folds.at(-1);
    if (last && event.groupId !== null && last[0].groupId === event.groupId) last.push(event);
    else folds.push([event]);
  }
  return folds;
}
