import type { Constraint } from '@signalbox/contracts';
import { type Excess, Pattern } from '@signalbox/engine';
import { badValue, type Pointer } from '../../base/input/bad-value.ts';

/** Returns the problem of a regular expression, null if the engine accepts it. */
export function patternProblem(text: string, { caseInsensitive, operator }: Constraint): string | null {
  const pattern = new Pattern(text, { caseInsensitive });
  if (pattern.excess) return `${boundOf(pattern.excess)} for ${operator}; got ${pattern.excess.got}`;
  return pattern.flaw === undefined ? null : `must be a regular expression (RE2 syntax) for ${operator}; got ${JSON.stringify(text)}`;
}

/** The limit that a pattern exceeds, phrased as a requirement. */
export const boundOf = ({ of, max }: Excess): string => `must ${of === 'characters' ? 'have' : 'compile to'} at most ${max} ${of}`;

/** Enough for two of the largest patterns or a hundred average ones, which compile in a few milliseconds together. */
const maxTogether = 3000;

/**
 * Throws 400 for patterns that together take too long to compile, before it compiles any. A single pattern above its own limit
 * is rejected later.
 */
export function refuseHeavyPatterns(constraints: readonly Constraint[], pointer: Pointer): void {
  const patterns = constraints.filter(holdsPattern).map(({ value = '', caseInsensitive }) => new Pattern(value, { caseInsensitive }));
  const together = patterns.reduce((sum, { weight, excess }) => sum + (excess ? 0 : weight), 0);
  if (together <= maxTogether) return;
  throw badValue(pointer, `must contain patterns that together compile to at most ${maxTogether} instructions; got ${together}`);
}

export const holdsPattern = ({ operator }: Constraint): boolean => operator === 'REGEX';
