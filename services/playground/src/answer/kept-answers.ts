import { createHash } from 'node:crypto';
import { minuteMs, type OpenParts } from '@signalbox/kit';

/** The longest text that is kept, and for how long. */
const longestCharacters = 4_000_000;
const keptMs = 10 * minuteMs;

/** Answers in the cache, for whoever asks the same while nothing changed. Without the cache everything is evaluated anew. */
export class KeptAnswers {
  readonly #cache: OpenParts['cache'];
  #found = 0;
  #missed = 0;

  constructor({ cache, report }: Pick<OpenParts, 'cache' | 'report'>) {
    this.#cache = cache;
    const metric = { name: 'signalbox_playground_answers_total', help: 'Answers, by where they came from.', labels: ['from'] } as const;
    report({ ...metric, kind: 'counter' }, () => [
      { labels: { from: 'cache' }, value: this.#found },
      { labels: { from: 'evaluation' }, value: this.#missed },
    ]);
  }

  async find(question: unknown): Promise<Buffer | null> {
    const kept = await this.#cache.get(keyOf(question));
    if (kept) this.#found += 1;
    else this.#missed += 1;
    return kept;
  }

  /** Passes pieces on and keeps them in the end, if they are few enough and `isLasting` says that the same would come again. */
  async *keeping(question: unknown, pieces: AsyncIterable<string>, isLasting: () => boolean): AsyncGenerator<string> {
    let held: string[] = [];
    let length = 0;
    for await (const piece of pieces) {
      yield piece;
      length += piece.length;
      if (length > longestCharacters || !isLasting()) held = [];
      else held.push(piece);
    }
    if (length <= longestCharacters && isLasting()) await this.#cache.set(keyOf(question), held.join(''), keptMs);
  }
}

const keyOf = (question: unknown): string => `playground:${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}`;
