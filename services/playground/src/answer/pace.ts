import { Failure } from '@signalbox/contracts';
import { stepsPerTurn } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';

/** How long others may have to wait for their turn where no evaluation takes steps. */
const sliceMs = 10;
const chunkCharacters = 65_536;
/** After how much text the clock is looked at: a fraction of a millisecond's work. */
const lookCharacters = 4096;

interface Limits {
  readonly now: () => Date;
  readonly budgetMs: number;
  /** How many steps the evaluations behind the fragments have taken so far. */
  readonly steps: () => number;
}

/**
 * Joins fragments to pieces that are worth sending, and lets others run in between. Throws when the work takes longer than
 * its budget; the time that others and the reader take is not counted.
 */
export async function* pace(fragments: Iterable<string>, { now, budgetMs, steps }: Limits): AsyncGenerator<string> {
  const clock = () => now().getTime();
  let worked = 0;
  let resumed = clock();
  let rested = resumed;
  let chunk = '';
  let looked = 0;
  let lookedSteps = 0;
  for (const fragment of fragments) {
    chunk += fragment;
    const isExpensive = steps() - lookedSteps >= stepsPerTurn;
    if (chunk.length - looked < lookCharacters && !isExpensive) continue;
    lookedSteps = steps();
    looked = chunk.length;
    const time = clock();
    worked += time - resumed;
    resumed = time;
    if (worked > budgetMs) throw tooLong(budgetMs);
    if (isExpensive || time - rested >= sliceMs) {
      await yieldToOthers();
      rested = resumed = clock();
    }
    if (chunk.length < chunkCharacters) continue;
    yield chunk; // A reader that is ready takes it without giving way to anybody, so this is no rest.
    resumed = clock();
    chunk = '';
    looked = 0;
  }
  if (chunk) yield chunk;
}

/** What took longer than its budget. */
export const tooLong = (budgetMs: number) =>
  new Failure(
    'UnavailableError',
    `The evaluation took longer than ${budgetMs} ms (PLAYGROUND_BUDGET_MS). Send fewer environments, projects or values.`,
  );
