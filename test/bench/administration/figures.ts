/** Median, minimum and maximum of several windows. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figureOf(windows: readonly number[]): Figure {
  const sorted = windows.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Ratios of the cost here to the cost in another checkout, by pairs of windows measured one after the other. */
export const ratioOf = (here: readonly number[], there: readonly number[]): Figure =>
  figureOf(here.map((ms, index) => ms / (there[index] ?? Number.NaN)));

/** True if a row costs over 10 % more here, and more in every pair of windows, because noise goes both ways. */
export const isLoss = ({ median, min }: Figure): boolean => median > 1.1 && min > 1;
