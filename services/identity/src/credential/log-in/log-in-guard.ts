import { Failure } from '@signalbox/contracts';
import { callerOf, metric, openCounter, type OpenParts } from '@signalbox/kit';
import type { User } from '../../user/user.ts';
import { LogInDelays } from './log-in-delays.ts';

interface Attempt {
  /** The name as typed. */
  readonly login: string;
  /** The user with that name; null if there is none. */
  readonly user: User | null;
  readonly address: string;
  /** The user's known browser; null if it is unknown. */
  readonly browser: string | null;
  /** True if the password was right and this is the second factor. */
  readonly isSecondStep?: boolean;
}

type Outcome = 'succeeded' | 'half' | 'refused' | 'delayed';

/** Runs login attempts: delays guesses, and logs and counts each attempt. */
type LogInGuard = <T>(attempt: Attempt, enter: () => Promise<T>, isHalf?: (entered: T) => boolean) => Promise<T>;

/** The part of the service's state that logging in needs. */
export interface LogInState {
  readonly guard: LogInGuard;
  /** Removes the user's delay at that address. */
  readonly forgive: (user: User, address: string) => Promise<void>;
}

/** Opens the guard. An `AuthenticationRequired` failure counts as a refusal. */
export function openLogInGuard(parts: OpenParts): LogInState {
  const delays = new LogInDelays(parts);
  const trace = openTrace(parts);
  const guard: LogInGuard = async (attempt, enter, isHalf) => {
    const [account, caller] = countedFor(attempt);
    let isBegun = false;
    try {
      await delays.begin(account, caller);
      isBegun = true;
      const entered = await enter();
      await delays.forget(account, caller);
      trace(isHalf?.(entered) ? 'half' : 'succeeded', attempt);
      return entered;
    } catch (error) {
      const outcome = outcomeOf(error);
      const isUnchecked = outcome === null || (isBegun && outcome === 'delayed');
      if (isUnchecked) await delays.takeBack(account, caller);
      if (outcome) trace(outcome, attempt);
      throw error;
    }
  };
  return { guard, forgive: (user, address) => forgive(delays, user, callerOf(address)) };
}

/**
 * The second step is only reachable with the password, from any address. So its attempts are counted for the entire account, except in
 * known browsers.
 */
function countedFor({ login, user, address, browser, isSecondStep }: Attempt): [account: string, caller: string] {
  if (isSecondStep && user) return [`second step of user ${user.id}`, browser === null ? 'anywhere' : `browser ${browser}`];
  return [accountOf(login), browser === null ? callerOf(address) : `browser ${browser}`];
}

/** The name as typed, whether it exists or not: one counter for all names of an account would reveal which names it has. */
const accountOf = (login: string): string => `name ${login.toLowerCase()}`;

async function forgive(delays: LogInDelays, { email, username }: User, caller: string): Promise<void> {
  for (const name of [email, username]) if (name) await delays.forget(accountOf(name), caller);
}

function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof Failure)) return null;
  if (error.name === 'RateLimitError') return 'delayed';
  return error.name === 'AuthenticationRequired' ? 'refused' : null;
}

export const logInsMetric = metric({
  name: 'signalbox_logins_total',
  help: 'Login attempts by outcome: succeeded, half (second factor pending), refused, delayed.',
  kind: 'counter',
  labels: ['outcome'],
});

/** Logs only names of existing users: other input may be a password. */
function openTrace(parts: OpenParts): (outcome: Outcome, attempt: Attempt) => void {
  const count = openCounter(parts, logInsMetric);
  return (outcome, { user, address }) => {
    count({ outcome });
    const fields = { outcome, user: user && (user.username ?? user.email ?? null), userId: user?.id ?? null, address };
    parts.log(outcome === 'succeeded' || outcome === 'half' ? 'info' : 'warn', `a login: ${outcome}`, fields);
  };
}
