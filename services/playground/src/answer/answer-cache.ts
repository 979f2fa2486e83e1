import { createHash } from 'node:crypto';
import { metric, minuteMs, type OpenParts } from '@signalbox/kit';

/** Limits of one response and of all responses, and the time that they are stored. */
const maxAnswerCharacters = 4_000_000;
const maxCharacters = 100_000_000;
const ttlMs = 10 * minuteMs;

export const answersMetric = metric({
  name: 'signalbox_playground_answers_total',
  help: 'Responses by source: cache or evaluation.',
  kind: 'counter',
  labels: ['from'],
});

/** Progress of a response. */
interface Progress {
  /** True while an identical request would get the same response. */
  readonly isLasting: () => boolean;
  /** Completed share, up to 1. */
  readonly progress: () => number;
}

/** Caches responses to identical requests until the features change. Without the cache, everything is evaluated again. */
export class AnswerCache {
  readonly #cache: OpenParts['cache'];
  readonly #now: OpenParts['now'];
  /** Entries that this process has stored and that have not expired, oldest first. */
  readonly #stored: { readonly until: number; readonly characters: number }[] = [];
  #storedCharacters = 0;
  #found = 0;
  #missed = 0;

  constructor({ cache, now, report }: Pick<OpenParts, 'cache' | 'now' | 'report'>) {
    this.#cache = cache;
    this.#now = now;
    report(answersMetric, () => [
      { labels: { from: 'cache' }, value: this.#found },
      { labels: { from: 'evaluation' }, value: this.#missed },
    ]);
  }

  async find(question: unknown): Promise<Buffer | null> {
    const cached = await this.#cache.get(keyOf(question));
    if (cached) this.#found += 1;
    else this.#missed += 1;
    return cached;
  }

  /**
   * Passes chunks on and caches them at the end, if the response is short enough and repeatable. Stops collecting as soon as
   * a response is clearly too long: megabytes that live as long as a response are expensive to collect as garbage.
   */
  async *caching(question: unknown, chunks: AsyncIterable<string>, progress: Progress): AsyncGenerator<string> {
    let collected: string[] | null = [];
    let length = 0;
    for await (const chunk of chunks) {
      yield chunk;
      length += chunk.length;
      const isTooLong = length > maxAnswerCharacters || length > 2 * maxAnswerCharacters * progress.progress();
      if (isTooLong || !progress.isLasting()) collected = null;
      collected?.push(chunk);
    }
    if (collected && progress.isLasting() && this.#hasRoomFor(length)) await this.#store(question, collected.join(''));
  }

  #store(question: unknown, answer: string): Promise<void> {
    this.#stored.push({ until: this.#now().getTime() + ttlMs, characters: answer.length });
    this.#storedCharacters += answer.length;
    return this.#cache.set(keyOf(question), answer, ttlMs);
  }

  /** The cache server may have no limit, and anyone can send new questions. */
  #hasRoomFor(characters: number): boolean {
    const now = this.#now().getTime();
    for (let [oldest] = this.#stored; oldest && oldest.until <= now; [oldest] = this.#stored) {
      this.#stored.shift();
      this.#storedCharacters -= oldest.characters;
    }
    return this.#storedCharacters + characters <= maxCharacters;
  }
}

const keyOf = (question: unknown): string => `playground:${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}`;
