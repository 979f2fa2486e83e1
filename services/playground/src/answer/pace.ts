import { Failure } from '@signalbox/contracts';
import { stepsPerTurn } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';

/** Maximum time between yields, if no evaluation is expensive. */
const sliceMs = 10;
const chunkCharacters = 65_536;
/** Number of characters between checks of the clock, which take a fraction of a millisecond. */
const charactersPerCheck = 4096;

interface Limits {
  readonly now: () => Date;
  readonly budgetMs: number;
  /** Number of evaluation steps so far. */
  readonly steps: () => number;
}

/**
 * Joins fragments to chunks of a size worth sending, and yields in between. Throws when the work exceeds its budget, not
 * counting the time of the reader and of other work.
 */
export async function* pace(fragments: Iterable<string>, { now, budgetMs, steps }: Limits): AsyncGenerator<string> {
  const clock = () => now().getTime();
  let worked = 0;
  let resumed = clock();
  let yieldedAt = resumed;
  let chunk = '';
  let checkedLength = 0;
  let checkedSteps = 0;
  for (const fragment of fragments) {
    chunk += fragment;
    const isExpensive = steps() - checkedSteps >= stepsPerTurn;
    if (chunk.length - checkedLength < charactersPerCheck && !isExpensive) continue;
    checkedSteps = steps();
    checkedLength = chunk.length;
    const time = clock();
    worked += time - resumed;
    resumed = time;
    if (worked > budgetMs) throw tooLong(budgetMs);
    if (isExpensive || time - yieldedAt >= sliceMs) {
      await yieldToOthers();
      yieldedAt = resumed = clock();
    }
    if (chunk.length < chunkCharacters) continue;
    yield chunk; // a reader that is ready continues without yielding to other work
    resumed = clock();
    chunk = '';
    checkedLength = 0;
  }
  if (chunk) yield chunk;
}

/** Failure of a request that exceeds its time limit. */
export const tooLong = (budgetMs: number) =>
  new Failure(
    'UnavailableError',
    `The evaluation took longer than ${budgetMs} ms (PLAYGROUND_BUDGET_MS). Send fewer environments, projects or values.`,
  );
