import { createHash } from 'node:crypto';
import { metric, minuteMs, type OpenParts } from '@signalbox/kit';

/** The longest text that is kept, how much there is of them at once, and for how long. */
const maxAnswerCharacters = 4_000_000;
const maxCharacters = 100_000_000;
const ttlMs = 10 * minuteMs;

export const answersMetric = metric({
  name: 'signalbox_playground_answers_total',
  help: 'Responses by source: cache or evaluation.',
  kind: 'counter',
  labels: ['from'],
});

/** How an answer is coming along. */
interface Course {
  /** Whether the same would come again, as far as is known. */
  readonly isLasting: () => boolean;
  /** How much of it is done, up to 1. */
  readonly progress: () => number;
}

/** Answers in the cache, for whoever asks the same while nothing changed. Without the cache everything is evaluated anew. */
export class AnswerCache {
  readonly #cache: OpenParts['cache'];
  readonly #now: OpenParts['now'];
  /** What this process has given to the cache and is there still, the oldest first. */
  readonly #given: { readonly until: number; readonly characters: number }[] = [];
  #givenCharacters = 0;
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
   * Passes pieces on and keeps them in the end, if they are few enough and the same would come again. What will clearly be too long is not
   * even collected: megabytes that live for the time of an answer are dear to the garbage collector.
   */
  async *keeping(question: unknown, chunks: AsyncIterable<string>, course: Course): AsyncGenerator<string> {
    let collected: string[] | null = [];
    let length = 0;
    for await (const chunk of chunks) {
      yield chunk;
      length += chunk.length;
      const isTooLong = length > maxAnswerCharacters || length > 2 * maxAnswerCharacters * course.progress();
      if (isTooLong || !course.isLasting()) collected = null;
      collected?.push(chunk);
    }
    if (collected && course.isLasting() && this.#hasRoomFor(length)) await this.#keep(question, collected.join(''));
  }

  #keep(question: unknown, answer: string): Promise<void> {
    this.#given.push({ until: this.#now().getTime() + ttlMs, characters: answer.length });
    this.#givenCharacters += answer.length;
    return this.#cache.set(keyOf(question), answer, ttlMs);
  }

  /** A server for the cache may know no bound of its own, and anybody can think up questions. */
  #hasRoomFor(characters: number): boolean {
    const now = this.#now().getTime();
    for (let [oldest] = this.#given; oldest && oldest.until <= now; [oldest] = this.#given) {
      this.#given.shift();
      this.#givenCharacters -= oldest.characters;
    }
    return this.#givenCharacters + characters <= maxCharacters;
  }
}

const keyOf = (question: unknown): string => `playground:${createHash('sha256').update(JSON.stringify(question)).digest('base64url')}`;
