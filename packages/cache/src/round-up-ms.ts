/** Rounds a duration up to whole milliseconds. Throws a `RangeError` unless it is positive; Redis would reject it too. */
export function roundUpMs(ms: number): number {
  if (!(ms > 0) || ms > Number.MAX_SAFE_INTEGER) throw new RangeError(`a duration must be a positive number of milliseconds, not ${ms}`);
  return Math.ceil(ms);
}
