import { Failure } from '@signalbox/contracts';

/** How long others may have to wait for their turn. */
const sliceMs = 10;
const pieceCharacters = 65_536;
/** After how much text the clock is looked at: a fraction of a millisecond's work. */
const lookCharacters = 4096;

interface Limits {
  readonly now: () => Date;
  readonly budgetMs: number;
}

/**
 * Joins fragments to pieces that are worth sending, and lets others run in between. Throws when the work takes longer
 * than its budget, time that the reader takes included.
 */
export async function* pace(fragments: Iterable<string>, { now, budgetMs }: Limits): AsyncGenerator<string> {
  const begun = now().getTime();
  let rested = begun;
  let piece = '';
  let looked = 0;
  for (const fragment of fragments) {
    piece += fragment;
    if (piece.length - looked < lookCharacters) continue;
    looked = piece.length;
    const time = now().getTime();
    if (time - begun > budgetMs) throw tooLong(budgetMs);
    if (time - rested >= sliceMs) {
      await new Promise((resolve) => setImmediate(resolve));
      rested = now().getTime();
    }
    if (piece.length >= pieceCharacters) {
      yield piece;
      piece = '';
      looked = 0;
    }
  }
  if (piece) yield piece;
}

const tooLong = (budgetMs: number) =>
  new Failure(
    'UnavailableError',
    `This took longer than ${budgetMs} ms (PLAYGROUND_BUDGET_MS). Ask for fewer environments, projects or values.`,
  );
