/** The lower end of a scale: zero, or near the values if all of them are far from zero, so that they take half of the height. */
export function lowestOf(values: readonly number[]): number {
  const [least, highest] = [Math.min(...values), Math.max(...values)];
  if (least < 0) return least;
  return least < highest ? Math.max(0, 2 * least - highest) : 0;
}
