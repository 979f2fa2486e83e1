import { Failure } from '@signalbox/contracts';
import { openCounter, type OpenParts } from '@signalbox/kit';
import type { User } from '../../user/user.ts';
import { LogInDelays } from './log-in-delays.ts';

/** Somebody tries to log in. */
export interface Attempt {
  /** What was typed. */
  readonly login: string;
  /** Whom it names, null for nobody. */
  readonly user: User | null;
  readonly address: string;
}

type Outcome = 'succeeded' | 'refused' | 'delayed';

/** Runs attempts to log in: delays those who guess, and leaves a trace of each. */
export type LogInGuard = <T>(attempt: Attempt, enter: () => Promise<T>) => Promise<T>;

/** What logging in needs of the service's memory. */
export interface LogInState {
  readonly guard: LogInGuard;
}

/** Opens the guard. What is thrown as `AuthenticationRequired` counts as refused. */
export function openLogInGuard(parts: OpenParts): LogInGuard {
  const delays = new LogInDelays(parts);
  const trace = openTrace(parts);
  return async (attempt, enter) => {
    const account = attempt.user ? `user ${attempt.user.id}` : `name ${attempt.login}`;
    try {
      await delays.refuseEarly(account, attempt.address);
      const entered = await enter();
      await delays.forget(account, attempt.address);
      trace('succeeded', attempt);
      return entered;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === 'refused') await delays.countRefusal(account, attempt.address);
      if (outcome) trace(outcome, attempt);
      throw error;
    }
  };
}

function outcomeOf(error: unknown): Outcome | null {
  if (!(error instanceof Failure)) return null;
  if (error.name === 'RateLimitError') return 'delayed';
  return error.name === 'AuthenticationRequired' ? 'refused' : null;
}

/** Of names, those that somebody has are shown alone: what else is typed there may be a password. */
function openTrace(parts: OpenParts): (outcome: Outcome, attempt: Attempt) => void {
  const help = 'Attempts to log in, by outcome: succeeded, refused, delayed.';
  const count = openCounter(parts, { name: 'signalbox_logins_total', help, labels: ['outcome'] });
  return (outcome, { user, address }) => {
    count({ outcome });
    const fields = { outcome, user: user && (user.username ?? user.email ?? null), userId: user?.id ?? null, address };
    parts.log(outcome === 'succeeded' ? 'info' : 'warn', `a log-in: ${outcome}`, fields);
  };
}
