/**
 * Work limit of one evaluation beyond lookups and comparisons, including its parents and segments. A step is one instruction of a pattern
 * at one character and takes 15 to 30 ns; all of them take about 10 ms at worst.
 */
export const stepsPerEvaluation = 300_000;

/**
 * Steps after which a loop over features yields to other work. The cost of an evaluation is not known in advance, so other work waits for
 * at most these steps and one evaluation.
 */
export const stepsPerTurn = 20_000;

/** Step budget of an evaluation. */
export interface StepBudget {
  /** Used steps. Absent if none, which is common. */
  steps?: number | undefined;
  /** Latest reason why something was skipped. */
  refusal?: string | undefined;
}

const tooFewLeft = `Comparing this text would exceed the limit of ${stepsPerEvaluation} steps per evaluation.`;

/**
 * Charges steps if enough are left. Otherwise sets `refusal`, returns false and charges none, so that less expensive tests can still run.
 * Steps are counted instead of time, so that the result is the same everywhere.
 */
export function spend(budget: StepBudget, steps: number): boolean {
  const taken = (budget.steps ?? 0) + steps;
  if (taken > stepsPerEvaluation) {
    budget.refusal = tooFewLeft;
    return false;
  }
  budget.steps = taken;
  return true;
}

/** Steps to read a text once. Bucketing by hash is the slowest case, with up to 14 ns a character. */
export const stepsToRead = (text: string): number => 1 + (text.length >> 1);

/** Length of texts that are read without charge: that takes less than a microsecond, and most texts are shorter. */
const freeCharacters = 64;

/** Returns true if a text may be read once. Charges steps for a long one. */
export function mayRead(budget: StepBudget, text: string): boolean {
  return text.length <= freeCharacters || spend(budget, stepsToRead(text));
}
