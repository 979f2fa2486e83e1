import { Failure } from '@signalbox/contracts';
import { stepsPerTurn } from '@signalbox/engine';
import { yieldToOthers } from '@signalbox/kit';

/** How long others may have to wait for their turn where no evaluation takes steps. */
const sliceMs = 10;
const pieceCharacters = 65_536;
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
  let piece = '';
  let looked = 0;
  let lookedSteps = 0;
  for (const fragment of fragments) {
    piece += fragment;
    const isDear = steps() - lookedSteps >= stepsPerTurn;
    if (piece.length - looked < lookCharacters && !isDear) continue;
    lookedSteps = steps();
    looked = piece.length;
    const time = clock();
    worked += time - resumed;
    resumed = time;
    if (worked > budgetMs) throw tooLong(budgetMs);
    if (isDear || time - rested >= sliceMs) {
      await yieldToOthers();
      rested = resumed = clock();
    }
    if (piece.length < pieceCharacters) continue;
    yield piece; // A reader that is ready takes it without giving way to anybody, so this is no rest.
    resumed = clock();
    piece = '';
    looked = 0;
  }
  if (piece) yield piece;
}

/** What took longer than its budget. */
export const tooLong = (budgetMs: number) =>
  new Failure(
    'UnavailableError',
    `The evaluation took longer than ${budgetMs} ms (PLAYGROUND_BUDGET_MS). Send fewer environments, projects or values.`,
  );
