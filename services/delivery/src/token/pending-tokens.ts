import { Failure, hashSecret, type TokenState } from '@signalbox/contracts';
import { pause } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';
import type { TokenBook } from './token-book.ts';

interface Waiting {
  readonly found: Promise<TokenState | null>;
  readonly end: (token: TokenState | null) => void;
  /** Ends it where it cannot be told whether the token is good. */
  readonly giveUp: () => void;
}

interface Timeouts {
  /** How long the next list is waited for before it is asked for. */
  readonly waitMs: number;
  /** The least time from one fetch to the next. */
  readonly everyMs: number;
  /** How long anybody waits in all. */
  readonly maxWaitMs: number;
  readonly maxWaiting: number;
  readonly maxRefused: number;
  readonly rememberMs: number;
}

/** What tokens are looked for in: the list that is held, and a way to get the one that identity has at this moment. */
interface Lists {
  readonly book: TokenBook;
  /** Resolves when a list is held that is no older than this call. */
  readonly fetch: () => Promise<void>;
}

const defaultTimeouts: Timeouts = {
  waitMs: 500,
  everyMs: 1000,
  maxWaitMs: 3000,
  maxWaiting: 5000,
  maxRefused: 10_000,
  rememberMs: 60_000,
};

/** As identity makes them: a project, an environment, and at least 224 bits. */
const wellFormed = /^[^\s:]{1,255}:[^\s.]{1,255}\.[0-9a-f]{56,128}$/i;

/**
 * Finds tokens, and those too that were made a moment ago and are on their way here: an application whose first request is
 * refused with 401 never asks again. An unknown secret waits for the next lists, then for one that identity is asked for, and is
 * refused by that one alone; from then on it is refused at once for a while.
 */
export class PendingTokens {
  readonly #book: TokenBook;
  readonly #fetch: Lists['fetch'];
  readonly #now: () => Date;
  readonly #timeouts: Timeouts;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  readonly #refused: LRUCache<string, true>;
  #fetched = -Infinity;
  #next: Promise<void> | undefined;

  constructor({ book, fetch }: Lists, now: () => Date, timeouts: Partial<Timeouts> = {}) {
    this.#book = book;
    this.#fetch = fetch;
    this.#now = now;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#refused = new LRUCache({ max: this.#timeouts.maxRefused, ttl: this.#timeouts.rememberMs });
  }

  /**
   * The token with this secret, at once if it is known or cannot be on its way. Throws 503 when too many wait already; rejects with
   * 503 while identity does not answer.
   */
  find(secret: string): TokenState | null | Promise<TokenState | null> {
    const known = this.#book.find(secret, this.#now());
    if (known || !wellFormed.test(secret)) return known;
    const hash = hashSecret(secret);
    if (this.#book.knows(hash) || this.#refused.has(hash)) return null;
    return (this.#waiting.get(hash) ?? this.#wait(hash)).found;
  }

  /** Lets go of those whose token has come; called after each new list. */
  arrive(): void {
    for (const [hash, { end }] of this.#waiting) if (this.#book.knows(hash)) end(this.#book.at(hash, this.#now()));
  }

  /** Lets go of everybody. */
  close(): void {
    this.#closing.abort();
    for (const { giveUp } of this.#waiting.values()) giveUp();
  }

  #wait(hash: string): Waiting {
    if (this.#waiting.size >= this.#timeouts.maxWaiting) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<TokenState | null>();
    const { waitMs, maxWaitMs } = this.#timeouts;
    const leaves = () => {
      for (const timer of timers) clearTimeout(timer);
      return this.#waiting.get(hash) === waiting && this.#waiting.delete(hash);
    };
    const waiting: Waiting = {
      found: promise,
      end: (token) => {
        if (!leaves()) return;
        if (!token) this.#refused.set(hash, true);
        resolve(token);
      },
      giveUp: () => void (leaves() && reject(unknownYet())),
    };
    const timers = [setTimeout(() => void this.#ask(waiting), waitMs), setTimeout(waiting.giveUp, maxWaitMs)];
    this.#waiting.set(hash, waiting);
    return waiting;
  }

  /** A list that was fetched from here on would have the token, so that `arrive` had ended it. */
  #ask({ end, giveUp }: Waiting): Promise<void> {
    return this.#list().then(() => end(null), giveUp);
  }

  /** The next list that identity is asked for, the same for all who wait. */
  #list(): Promise<void> {
    this.#next ??= this.#fetchNext();
    return this.#next;
  }

  async #fetchNext(): Promise<void> {
    await pause(Math.max(0, this.#fetched + this.#timeouts.everyMs - performance.now()), this.#closing.signal);
    this.#fetched = performance.now();
    this.#next = undefined;
    await this.#fetch();
  }
}

const unknownYet = () =>
  new Failure('UnavailableError', 'This token is unknown here, and identity has not confirmed it yet. Try again shortly.', {
    retryAfterSeconds: 2,
  });

const tooMany = () =>
  new Failure('UnavailableError', 'Too many unknown tokens were sent at once; this one could not be checked. Try again shortly.', {
    retryAfterSeconds: 1,
  });
