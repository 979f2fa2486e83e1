/** The items whose names contain `only`. Throws if none does: a run that measures nothing must not look like one that passed. */
export function selectNamed<T>(items: readonly T[], only: string, nameOf: (item: T) => string): T[] {
  const selected = items.filter((item) => nameOf(item).includes(only));
  if (selected.length === 0) throw new Error(`--only ${only} selects nothing. Use a part of: ${items.map(nameOf).join(', ')}`);
  return selected;
}
