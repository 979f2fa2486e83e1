/** Returns the items whose names contain `part`. Throws if there are none, so that an empty run does not count as passed. */
export function selectNamed<T>(items: readonly T[], part: string, nameOf: (item: T) => string, option = '--only'): T[] {
  const selected = items.filter((item) => nameOf(item).includes(part));
  if (selected.length === 0) throw new Error(`${option} ${part} matches nothing. Use a part of: ${items.map(nameOf).join(', ')}`);
  return selected;
}
