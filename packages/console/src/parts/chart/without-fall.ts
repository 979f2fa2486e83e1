/** The part of the current hour or day that is over. */
export const elapsedPart = (nowMs: number, unitMs: number): number => (nowMs % unitMs) / unitMs;

/**
 * The values with that of the running period replaced by an estimate for one whole period that ends now. Otherwise a constant load
 * would look like a fall.
 */
export function withoutFall(values: readonly number[], elapsedPart: number): readonly number[] {
  const [previous, running] = [values.at(-2) ?? 0, values.at(-1) ?? 0];
  return [...values.slice(0, -1), Math.round(running + previous * (1 - elapsedPart))];
}
