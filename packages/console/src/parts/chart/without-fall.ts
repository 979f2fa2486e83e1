/** The part of the current hour or day that is over. */
export const elapsedPart = (nowMs: number, unitMs: number): number => (nowMs % unitMs) / unitMs;

/**
 * The values with that of the running period replaced by an estimate for one whole period that ends now. Otherwise a constant load
 * would look like a fall.
 */
export const withoutFall = (values: readonly number[], elapsedPart: number): readonly number[] => [
  ...values.slice(0, -1),
  Math.round((values.at(-1) ?? 0) + (values.at(-2) ?? 0) * (1 - elapsedPart)),
];
