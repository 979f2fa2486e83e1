/** The median, minimum and maximum of some windows. */
export interface Figure {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function figureOf(windows: readonly number[]): Figure {
  const sorted = windows.toSorted((one, other) => one - other);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** Ratio of the cost of a row there to its cost here, by pairs of windows that ran one after the other. */
export const ratioOf = (here: readonly number[], there: readonly number[]): Figure =>
  figureOf(here.map((ms, index) => (there[index] ?? Number.NaN) / ms));

/** Whether a row costs over a tenth more here, and more in every pair of windows: the machine's noise goes both ways. */
export const isLoss = ({ median, max }: Figure): boolean => median < 1 / 1.1 && max < 1;
