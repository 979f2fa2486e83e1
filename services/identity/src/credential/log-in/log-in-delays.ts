import { Failure, hashSecret } from '@signalbox/contracts';
import { hourMs, type OpenParts } from '@signalbox/kit';

const freeAttempts = 5;
const maxDelayMs = 300_000;
const rememberedMs = hourMs;

/** Delay after this number of refused logins: none at first, then doubling. */
export const delayMs = (refused: number): number =>
  refused < freeAttempts ? 0 : Math.min(1000 * 2 ** (refused - freeAttempts + 1), maxDelayMs);

/** Attempts on one account by one caller: a known browser of the account, or else an address. */
interface Remembered {
  /** Changes with each successful login. */
  readonly series: string;
  /** Attempts of the series, including those refused because another one was running. */
  readonly attempts: number;
  readonly nextAt: number;
}

/**
 * Delays password guesses. Attempts are counted per account and caller, so that an attacker can lock out neither the owner elsewhere nor
 * others behind the same address. The counts are in the cache that all processes share; while it is unavailable, only the rate limit of the
 * public port applies.
 */
export class LogInDelays {
  readonly #parts: Pick<OpenParts, 'cache' | 'now' | 'id'>;

  constructor(parts: Pick<OpenParts, 'cache' | 'now' | 'id'>) {
    this.#parts = parts;
  }

  /**
   * Counts an attempt before it is made, so that a burst gets no further than sequential attempts. Throws 429 for callers who must wait
   * and, once attempts are delayed, for all but one of several concurrent ones.
   */
  async begin(account: string, caller: string): Promise<void> {
    const { cache, now } = this.#parts;
    const key = keyOf(account, caller);
    const { series, attempts, nextAt } = await this.#recall(key);
    const waitMs = nextAt - now().getTime();
    if (waitMs > 0) throw tooMany(waitMs);
    const { count } = await cache.count(`${key}:${series}`, rememberedMs);
    await this.#remember(key, { series, attempts: count, nextAt: now().getTime() + delayMs(count) });
    if (count > freeAttempts && count !== attempts + 1) throw tooMany(delayMs(count));
  }

  /** Removes the delay of an attempt that failed because a server was unavailable. */
  async takeBack(account: string, caller: string): Promise<void> {
    const key = keyOf(account, caller);
    await this.#remember(key, { ...(await this.#recall(key)), nextAt: 0 });
  }

  async forget(account: string, caller: string): Promise<void> {
    await this.#remember(keyOf(account, caller), { series: this.#parts.id(), attempts: 0, nextAt: 0 });
  }

  async #recall(key: string): Promise<Remembered> {
    const stored = await this.#parts.cache.get(key);
    return stored ? (JSON.parse(stored.toString()) as Remembered) : { series: '', attempts: 0, nextAt: 0 };
  }

  #remember(key: string, remembered: Remembered): Promise<void> {
    return this.#parts.cache.set(key, JSON.stringify(remembered), rememberedMs);
  }
}

function tooMany(waitMs: number): Failure {
  const seconds = Math.ceil(waitMs / 1000);
  return new Failure('RateLimitError', `Too many failed logins. Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
}

/** Hashed, because the typed name may be a password. */
const keyOf = (account: string, caller: string): string => `login-delay:${hashSecret(`${account}\n${caller}`)}`;
