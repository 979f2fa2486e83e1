/** The one element of a list: for the single form of what works on many. Throws unless there is exactly one. */
export function only<T>(list: readonly T[]): T {
  const [first] = list;
  if (first === undefined || list.length > 1) throw new Error(`expected one, got ${list.length}`);
  return first;
}
