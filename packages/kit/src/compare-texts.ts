/** The order of texts by their UTF-16 code units, the same whatever the language: negative, zero or positive. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
