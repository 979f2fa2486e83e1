/**
 * What one evaluation may do besides looking up and comparing, its parents and segments included. A step is one instruction
 * of a pattern at one character and takes 15 to 30 ns; all of them together take about 10 ms at worst.
 */
export const stepsPerEvaluation = 300_000;

/**
 * After so many steps whoever evaluates one feature after the other lets others run. It is little beside one evaluation, since
 * what that will cost is not known before: nothing is held for longer than by one and this.
 */
export const stepsPerTurn = 20_000;

/** What an evaluation pays its steps from. */
export interface Purse {
  /** Taken so far; absent where none are, which is what most evaluations need. */
  steps?: number | undefined;
  /** Why something was not tried, the last time that this happened. */
  refusal?: string | undefined;
}

const tooFewLeft = `Comparing this text would exceed the limit of ${stepsPerEvaluation} steps per evaluation.`;

/**
 * Takes steps where enough are left. Otherwise it says so in `refusal`, answers false and takes none, so that what costs
 * less can still be tried. Steps are counted rather than time, so that the same question has the same answer everywhere.
 */
export function spend(purse: Purse, steps: number): boolean {
  const taken = (purse.steps ?? 0) + steps;
  if (taken > stepsPerEvaluation) {
    purse.refusal = tooFewLeft;
    return false;
  }
  purse.steps = taken;
  return true;
}

/** What it takes to go through a text once. Bucketing by hash is the slowest, with up to 14 ns a character. */
export const stepsToRead = (text: string): number => 1 + (text.length >> 1);

/** Shorter texts are read for nothing: that takes less than a microsecond, and most of what is asked has no others. */
const freeCharacters = 64;

/** Whether a text may be gone through once; takes the steps for a long one. */
export function mayRead(purse: Purse, text: string): boolean {
  return text.length <= freeCharacters || spend(purse, stepsToRead(text));
}
