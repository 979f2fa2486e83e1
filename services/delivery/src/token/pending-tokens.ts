import { Failure, hashSecret, type TokenState } from '@signalbox/contracts';
import { LRUCache } from 'lru-cache';
import type { TokenBook } from './token-book.ts';

interface Waiting {
  readonly found: Promise<TokenState | null>;
  readonly end: (token: TokenState | null) => void;
}

interface Patience {
  readonly waitMs: number;
  readonly maxWaiting: number;
  readonly maxRefused: number;
  readonly rememberMs: number;
}

const defaultPatience: Patience = { waitMs: 500, maxWaiting: 5000, maxRefused: 10_000, rememberMs: 60_000 };

/** As identity makes them: a project, an environment, and at least 224 bits. */
const wellFormed = /^[^\s:]{1,255}:[^\s.]{1,255}\.[0-9a-f]{56,128}$/i;

/**
 * Finds tokens, and those too that were made a moment ago and are on their way here: an application whose first request is
 * refused with 401 never asks again. An unknown secret waits for the next lists once; then it is refused at once for a while.
 */
export class PendingTokens {
  readonly #book: TokenBook;
  readonly #now: () => Date;
  readonly #patience: Patience;
  readonly #waiting = new Map<string, Waiting>();
  readonly #refused: LRUCache<string, true>;

  constructor(book: TokenBook, now: () => Date, patience: Partial<Patience> = {}) {
    this.#book = book;
    this.#now = now;
    this.#patience = { ...defaultPatience, ...patience };
    this.#refused = new LRUCache({ max: this.#patience.maxRefused, ttl: this.#patience.rememberMs });
  }

  /** The token with this secret, at once if it is known or cannot be on its way. Throws 503 when too many wait already. */
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
    for (const { end } of this.#waiting.values()) end(null);
  }

  #wait(hash: string): Waiting {
    if (this.#waiting.size >= this.#patience.maxWaiting) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<TokenState | null>();
    const timer = setTimeout(() => waiting.end(null), this.#patience.waitMs);
    const waiting: Waiting = {
      found: promise,
      end: (token) => {
        clearTimeout(timer);
        this.#waiting.delete(hash);
        if (!token) this.#refused.set(hash, true);
        resolve(token);
      },
    };
    this.#waiting.set(hash, waiting);
    return waiting;
  }
}

const tooMany = () =>
  new Failure('UnavailableError', 'Too many unknown tokens were sent at once to tell yet whether this one is good.', {
    retryAfterSeconds: 1,
  });
