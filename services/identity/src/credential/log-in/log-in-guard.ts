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
}

type Outcome = 'succeeded' | 'refused' | 'delayed';

/** Runs attempts to log in: delays those who guess, and leaves a trace of each. */
export type LogInGuard = <T>(attempt: Attempt, enter: () => Promise<T>) => Promise<T>;

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
  const guard: LogInGuard = async (attempt, enter) => {
    const account = attempt.user ? accountOf(attempt.user) : `name ${attempt.login}`;
    const caller = attempt.browser === null ? callerOf(attempt.address) : `browser ${attempt.browser}`;
    try {
      await delays.refuseEarly(account, caller);
      const entered = await enter();
      await delays.forget(account, caller);
      trace('succeeded', attempt);
      return entered;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === 'refused') await delays.countRefusal(account, caller);
      if (outcome) trace(outcome, attempt);
      throw error;
    }
  };
  return { guard, forgive: (user, address) => delays.forget(accountOf(user), callerOf(address)) };
}

const accountOf = ({ id }: User): string => `user ${id}`;

function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof Failure)) return null;
  if (error.name === 'RateLimitError') return 'delayed';
  return error.name === 'AuthenticationRequired' ? 'refused' : null;
}

export const logInsMetric = metric({
  name: 'signalbox_logins_total',
  help: 'Attempts to log in, by outcome: succeeded, refused, delayed.',
  kind: 'counter',
  labels: ['outcome'],
});

/** Of names, those that somebody has are shown alone: what else is typed there may be a password. */
function openTrace(parts: OpenParts): (outcome: Outcome, attempt: Attempt) => void {
  const count = openCounter(parts, logInsMetric);
  return (outcome, { user, address }) => {
    count({ outcome });
    const fields = { outcome, user: user && (user.username ?? user.email ?? null), userId: user?.id ?? null, address };
    parts.log(outcome === 'succeeded' ? 'info' : 'warn', `a log-in: ${outcome}`, fields);
  };
}
