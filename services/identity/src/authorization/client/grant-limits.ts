import { Failure } from '@signalbox/contracts';
import { minuteMs, type OpenParts } from '@signalbox/kit';

/** The part of the service's state that logins of the command line need. */
export interface GrantLimits {
  /** Counts a request of `whom`. Throws 429 beyond `max` in ten minutes. */
  readonly limitGrants: (whom: string, max: number) => Promise<void>;
}

const windowMs = 10 * minuteMs;

/** The counts are in the cache that all processes share; while it is unavailable, each process counts its own. */
export const openGrantLimits = ({ cache }: Pick<OpenParts, 'cache'>): GrantLimits => ({
  async limitGrants(whom, max) {
    const { count, resetMs } = await cache.count(`grants:${whom}`, windowMs);
    if (count <= max) return;
    const seconds = Math.ceil(resetMs / 1000);
    throw new Failure('RateLimitError', `Too many logins of the command line. Try again in ${seconds} s.`, { retryAfterSeconds: seconds });
  },
});
