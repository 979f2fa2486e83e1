/** The items whose names contain `part`. Throws if none does: a run that measures nothing must not look like one that passed. */
export function selectNamed<T>(items: readonly T[], part: string, nameOf: (item: T) => string, option = '--only'): T[] {
  const selected = items.filter((item) => nameOf(item).includes(part));
  if (selected.length === 0) throw new Error(`${option} ${part} selects nothing. Use a part of: ${items.map(nameOf).join(', ')}`);
  return selected;
}
