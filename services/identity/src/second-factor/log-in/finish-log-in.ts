import { Failure } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { enter, type Entered, entranceOf, lockForLogIn } from '../../credential/log-in/enter.ts';
import type { LogInState } from '../../credential/log-in/log-in-guard.ts';
import { noteLogIn } from '../../credential/log-in/log-in-history.ts';
import { countWrongCode, endPendingLogIns, findPendingLogIn } from '../../credential/session/pending-log-in.ts';
import { findUser, nameOf, principalOf, type User } from '../../user/user.ts';

/** The user whose login lacks its second step. Throws 401 for an invalid or expired token. */
export async function findPendingUser({ em, now }: OpenContext, token: string): Promise<User> {
  return findUser(em, (await findPendingLogIn(em, token, now())).userId ?? 0);
}

/** A completed login with the result of `prove`. */
export interface Finished<T> {
  readonly entered: Entered;
  readonly proof: T;
}

/**
 * Opens the session of a login with a verified first step. `prove` runs in the unit of work with the user's row locked, and returns null
 * for an invalid proof, which counts against the login and the account, and causes a delay.
 */
export async function finishLogIn<T>(
  context: OpenContext<LogInState>,
  token: string,
  user: User,
  prove: (work: Context, locked: User) => Promise<T | null>,
): Promise<Finished<T>> {
  const entrance = await entranceOf(context, user.id);
  const { address } = entrance.origin;
  const attempt = { login: nameOf(user), user, address, browser: entrance.knownBrowser, isSecondStep: true };
  return context.state.guard(attempt, async () => {
    const finished = await context.write(async (work): Promise<Finished<T> | null> => {
      const locked = await lockForLogIn(work, user.id);
      const pending = await findPendingLogIn(work.em, token, work.now());
      const proof = locked && (await prove(work, locked));
      if (!locked || proof === null) {
        await countWrongCode(work, pending);
        noteLogIn(work, { userId: user.id, successful: false, address });
        return null;
      }
      await endPendingLogIns(work, user.id);
      const { signOn } = pending;
      return { entered: await enter(work, locked, entrance, signOn ? { signOn, factor: 'proved' } : 'second-factor'), proof };
    }, principalOf(user));
    if (!finished) throw new Failure('AuthenticationRequired', 'The second factor is not valid. Try again with another code or passkey.');
    return finished;
  });
}
