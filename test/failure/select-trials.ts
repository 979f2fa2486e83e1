import type { Trial } from './trial.ts';
import { trials } from './trials/trials.ts';

/** Returns the trials with these numbers, or all for an empty list. Throws for a number without a trial. */
export function selectTrials(only: readonly string[]): readonly Trial[] {
  const numbers = trials.map(({ number }) => String(number));
  const unknown = only.filter((number) => !numbers.includes(number));
  if (unknown.length > 0) throw new Error(`--only ${unknown.join(',')} matches nothing. Use: ${numbers.join(', ')}`);
  return trials.filter(({ number }) => only.length === 0 || only.includes(String(number)));
}
