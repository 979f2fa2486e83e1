import { Failure } from '@signalbox/contracts';
import { callerOf, metric, openCounter, type OpenParts } from '@signalbox/kit';
import type { User } from '../../user/user.ts';
import { LogInDelays } from './log-in-delays.ts';

/** Somebody tries to log in. */
export interface Attempt {
  /** What was typed. */
  readonly login: string;
  /** Whom it names, null for nobody. */
  readonly user: User | null;
  readonly address: string;
  /** Which of the user's browsers it comes from, null for one that is not known. */
  readonly browser: string | null;
  /** Whether the password was right already, and a second factor is what is tried. */
  readonly isSecondStep?: boolean;
}

type Outcome = 'succeeded' | 'half' | 'refused' | 'delayed';

/** Runs attempts to log in: delays those who guess, and leaves a trace of each. */
export type LogInGuard = <T>(attempt: Attempt, enter: () => Promise<T>, isHalf?: (entered: T) => boolean) => Promise<T>;

/** What logging in needs of the service's memory. */
export interface LogInState {
  readonly guard: LogInGuard;
  /** Lets the user log in from that address at once, whatever was refused there. */
  readonly forgive: (user: User, address: string) => Promise<void>;
}

/** Opens the guard. What is thrown as `AuthenticationRequired` counts as refused. */
export function openLogInGuard(parts: OpenParts): LogInState {
  const delays = new LogInDelays(parts);
  const trace = openTrace(parts);
  const guard: LogInGuard = async (attempt, enter, isHalf) => {
    const [account, caller] = countedFor(attempt);
    try {
      await delays.begin(account, caller);
      const entered = await enter();
      await delays.forget(account, caller);
      trace(isHalf?.(entered) ? 'half' : 'succeeded', attempt);
      return entered;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === null) await delays.takeBack(account, caller);
      if (outcome) trace(outcome, attempt);
      throw error;
    }
  };
  return { guard, forgive: (user, address) => forgive(delays, user, callerOf(address)) };
}

/**
 * Whoever gets as far as the second step knows the password, and could come from anywhere: codes are counted for the account as a whole, but
 * for browsers that its owner has logged in with before.
 */
function countedFor({ login, user, address, browser, isSecondStep }: Attempt): [account: string, caller: string] {
  if (isSecondStep && user) return [`second step of user ${user.id}`, browser === null ? 'anywhere' : `browser ${browser}`];
  return [accountOf(login), browser === null ? callerOf(address) : `browser ${browser}`];
}

/** The name as it was typed, known or not: if an account had one counter for all its names, the delay would tell which names it has. */
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
  help: 'Log-in attempts by outcome: succeeded, half (second factor pending), refused, delayed.',
  kind: 'counter',
  labels: ['outcome'],
});

/** Of names, those that somebody has are shown alone: what else is typed there may be a password. */
function openTrace(parts: OpenParts): (outcome: Outcome, attempt: Attempt) => void {
  const count = openCounter(parts, logInsMetric);
  return (outcome, { user, address }) => {
    count({ outcome });
    const fields = { outcome, user: user && (user.username ?? user.email ?? null), userId: user?.id ?? null, address };
    parts.log(outcome === 'succeeded' || outcome === 'half' ? 'info' : 'warn', `a log-in: ${outcome}`, fields);
  };
}
