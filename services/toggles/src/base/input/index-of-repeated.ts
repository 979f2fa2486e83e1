/** Index of the first value that an earlier one equals, or -1. Undefined values do not count. */
export function indexOfRepeated(values: readonly (string | undefined)[]): number {
  const seen = new Set<string>();
  return values.findIndex((value) => {
    if (value === undefined) return false;
    const isRepeated = seen.has(value);
    seen.add(value);
    return isRepeated;
  });
}
