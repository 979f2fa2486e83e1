/** Returns the only element of a list, for the single form of a bulk operation. Throws unless there is exactly one. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length > 1) throw new Error(`expected one, got ${list.length}`);
  return first;
}
