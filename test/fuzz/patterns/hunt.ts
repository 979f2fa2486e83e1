import * as fc from 'fast-check';
import { type EvilPattern, evilPattern, evilText, write } from './evil-patterns.ts';
import { patternOf, type Target, type Written } from './targets.ts';

/** The largest pattern that the target accepts, with the longest text that it is matched against. */
export interface Candidate {
  readonly pattern: Written;
  /** Size according to the engine. */
  readonly weight: number;
  readonly text: string;
}

const evil = fc.record({ pattern: evilPattern, text: evilText });

/** Generates the same candidates for the same seed. Omits patterns that are rejected even at a small size, and keeps invalid ones. */
export function* hunt(target: Target, seed: number, count: number): Generator<Candidate> {
  for (const { pattern, text } of fc.sample(evil, { seed, numRuns: count })) {
    const written = grown(target, pattern);
    if (!written) continue;
    yield { pattern: written, weight: patternOf(written).weight, text: text(target.maxTextFor(written)) };
  }
}

const maxTimes = 1000;

function grown(target: Target, pattern: EvilPattern): Written | undefined {
  const at = (times: number) => ({ text: write(pattern, times), caseInsensitive: pattern.caseInsensitive });
  let admitted = 0;
  let refused = maxTimes + 1;
  while (refused - admitted > 1) {
    const middle = (admitted + refused) >> 1;
    if (target.admits(at(middle))) admitted = middle;
    else refused = middle;
  }
  return admitted === 0 ? undefined : at(admitted);
}
