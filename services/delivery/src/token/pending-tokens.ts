import { Failure, hashSecret, isApiSecret, type TokenLookup, type TokenState } from '@signalbox/contracts';
import { pause } from '@signalbox/kit';
import { LRUCache } from 'lru-cache';
import type { TokenBook } from './token-book.ts';

interface Waiting {
  readonly found: Promise<TokenState | null>;
  readonly end: (token: TokenState | null) => void;
  /** Rejects, because the token could not be checked. */
  readonly giveUp: () => void;
}

interface Timeouts {
  /** Time to wait for the next list before fetching one. */
  readonly waitMs: number;
  /** Minimum interval between fetches. */
  readonly everyMs: number;
  /** Maximum wait of a request. */
  readonly maxWaitMs: number;
  readonly maxWaiting: number;
  readonly maxRefused: number;
  readonly rememberMs: number;
}

/** Sources of tokens: the current list, and a way to fetch a new one. */
interface Lists {
  readonly book: TokenBook;
  /** Resolves when the list is at least as new as this call. */
  readonly fetch: () => Promise<void>;
  /** Hook of a process that must first learn the token from its secret. */
  readonly lookup?: TokenLookup;
}

const defaultTimeouts: Timeouts = {
  waitMs: 500,
  everyMs: 1000,
  maxWaitMs: 3000,
  maxWaiting: 5000,
  maxRefused: 10_000,
  rememberMs: 60_000,
};

/**
 * Finds tokens, including new ones that have not arrived yet: an SDK whose first request is refused with 401 never tries again. An unknown
 * secret waits for the next list, then for one fetched from identity. Only the fetched list can refuse it; for a while, later
 * requests with it are refused at once.
 */
export class PendingTokens {
  readonly #book: TokenBook;
  readonly #fetch: Lists['fetch'];
  readonly #lookup: TokenLookup | undefined;
  readonly #now: () => Date;
  readonly #timeouts: Timeouts;
  readonly #closing = new AbortController();
  readonly #waiting = new Map<string, Waiting>();
  readonly #refused: LRUCache<string, true>;
  #fetched = -Infinity;
  #next: Promise<void> | undefined;

  constructor({ book, fetch, lookup }: Lists, now: () => Date, timeouts: Partial<Timeouts> = {}) {
    this.#book = book;
    this.#fetch = fetch;
    this.#lookup = lookup;
    this.#now = now;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#refused = new LRUCache({ max: this.#timeouts.maxRefused, ttl: this.#timeouts.rememberMs });
  }

  /**
   * Finds the token with this secret, at once if it is known or cannot be pending. Throws 503 when too many requests wait;
   * rejects with 503 while identity does not respond.
   */
  find(secret: string): TokenState | null | Promise<TokenState | null> {
    const known = this.#book.find(secret, this.#now());
    if (known || !isApiSecret(secret)) return known;
    const hash = hashSecret(secret);
    if (this.#book.knows(hash) || this.#refused.has(hash)) return null;
    const waiting = this.#waiting.get(hash) ?? this.#wait(hash, secret);
    this.#lookup?.learn?.([secret]).catch(waiting.giveUp);
    return waiting.found;
  }

  /** Resolves requests whose token has arrived. Called after each new list. */
  arrive(): void {
    for (const [hash, { end }] of this.#waiting) if (this.#book.knows(hash)) end(this.#book.at(hash, this.#now()));
  }

  /** Rejects all waiting requests. */
  close(): void {
    this.#closing.abort();
    for (const { giveUp } of this.#waiting.values()) giveUp();
  }

  #wait(hash: string, secret: string): Waiting {
    if (this.#waiting.size >= this.#timeouts.maxWaiting) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<TokenState | null>();
    const { waitMs, maxWaitMs } = this.#timeouts;
    const remove = () => {
      for (const timer of timers) clearTimeout(timer);
      return this.#waiting.get(hash) === waiting && this.#waiting.delete(hash);
    };
    const waiting: Waiting = {
      found: promise,
      end: (token) => {
        if (!remove()) return;
        if (!token) this.#refused.set(hash, true);
        resolve(token);
      },
      giveUp: () => void (remove() && reject(unknownYet())),
    };
    const timers = [setTimeout(() => void this.#ask(secret, waiting), waitMs), setTimeout(waiting.giveUp, maxWaitMs)];
    this.#waiting.set(hash, waiting);
    return waiting;
  }

  /**
   * A list fetched from now on would contain the token, and `arrive` would have resolved the request. The hook runs once more: when it ran
   * first, a new token may not have reached the source yet.
   */
  async #ask(secret: string, { end, giveUp }: Waiting): Promise<void> {
    try {
      await this.#lookup?.learn?.([secret]);
      await this.#list();
      end(null);
    } catch {
      giveUp();
    }
  }

  /** The next fetched list, shared by all waiting requests. */
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
