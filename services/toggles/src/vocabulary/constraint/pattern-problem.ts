import type { Constraint } from '@signalbox/contracts';
import { type Excess, Pattern } from '@signalbox/engine';
import { badValue, type Pointer } from '../../base/input/bad-value.ts';

/** What is wrong with a regular expression, null for one that the engine would try. */
export function patternProblem(text: string, { caseInsensitive, operator }: Constraint): string | null {
  const pattern = new Pattern(text, { caseInsensitive });
  if (pattern.excess) return `${boundOf(pattern.excess)} for ${operator}; got ${pattern.excess.got}`;
  return pattern.flaw === undefined ? null : `must be a regular expression (RE2 syntax) for ${operator}; got ${JSON.stringify(text)}`;
}

/** The bound that a pattern goes beyond, as what it must do. */
export const boundOf = ({ of, max }: Excess): string => `must ${of === 'characters' ? 'have' : 'compile to'} at most ${max} ${of}`;

/** Two of the largest patterns, or a hundred usual ones: together they are compiled in some milliseconds. */
const maxTogether = 3000;

/** Refuses what would take long to compile, before anything is compiled. A pattern that is too large alone is refused alone. */
export function refuseHeavyPatterns(constraints: readonly Constraint[], pointer: Pointer): void {
  const patterns = constraints.filter(holdsPattern).map(({ value = '', caseInsensitive }) => new Pattern(value, { caseInsensitive }));
  const together = patterns.reduce((sum, { weight, excess }) => sum + (excess ? 0 : weight), 0);
  if (together <= maxTogether) return;
  throw badValue(pointer, `must contain patterns that together compile to at most ${maxTogether} instructions; got ${together}`);
}

export const holdsPattern = ({ operator }: Constraint): boolean => operator === 'REGEX';
