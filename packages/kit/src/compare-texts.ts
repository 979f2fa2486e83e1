/** Compares two texts by UTF-16 code units, independent of language. Returns a negative number, zero or a positive number. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
