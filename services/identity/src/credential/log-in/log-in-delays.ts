import { Failure, hashSecret } from '@signalbox/contracts';
import { hourMs, type OpenParts } from '@signalbox/kit';

const freeAttempts = 5;
const maxDelayMs = 300_000;
const rememberedMs = hourMs;

/** How long one has to wait after so many refused log-ins: nothing at first, then twice as long each time. */
export const delayMs = (refused: number): number =>
  refused < freeAttempts ? 0 : Math.min(1000 * 2 ** (refused - freeAttempts + 1), maxDelayMs);

/** What is remembered of one account at one caller: a browser that the account is known to use, else an address. */
interface Remembered {
  /** Begins anew with each log-in that succeeds. */
  readonly series: string;
  /** Attempts of the series that were let through or refused for another that was under way. */
  readonly attempts: number;
  readonly nextAt: number;
}

/**
 * Makes those wait who guess at a password. Counted for each account and caller together, so that nobody locks an account for others, or
 * others behind the same address, out. It stands in the cache that all processes share; while that is away, the rate limit of
 * the public port is what is left.
 */
export class LogInDelays {
  readonly #parts: Pick<OpenParts, 'cache' | 'now' | 'id'>;

  constructor(parts: Pick<OpenParts, 'cache' | 'now' | 'id'>) {
    this.#parts = parts;
  }

  /**
   * Counts an attempt before it is made, so that a burst gets no further than one attempt after the other. Throws a 429 for callers who
   * have to wait, and, once attempts are delayed, for all but one of those that come at once.
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

  /** Takes back the delay of an attempt that was not decided, because a server was away. */
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
  return new Failure('RateLimitError', `Too many failed log-ins. Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
}

/** A hash, because what was typed in place of a name may be the password. */
const keyOf = (account: string, caller: string): string => `login-delay:${hashSecret(`${account}\n${caller}`)}`;
