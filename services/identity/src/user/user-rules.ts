import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { User } from './user.ts';

const address = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/**
 * Returns the address as it is stored, in lower case. Throws 400 for anything else, for quoted addresses, and for letters that only look
 * like others (Unicode NFKC, for example U+212A KELVIN SIGN): lower case would turn them into another user's address.
 */
export function emailOf(given: string): string {
  if (!address.test(given) || given.normalize('NFKC') !== given)
    throw new Failure('BadDataError', `email must be an email address; got ${given}`, { path: 'email' });
  return given.toLowerCase();
}

interface Names {
  readonly username?: string | null;
  readonly email?: string | null;
}

/**
 * Returns whether any user of any kind has this name or address as either, because users log in with both. The caller has locked the access
 * version.
 */
export async function isTaken(em: EntityManager, { username, email }: Names): Promise<boolean> {
  const taken = [
    ...(username ? [{ username }, { email: username.toLowerCase() }] : []),
    ...(email ? [{ email }, { username: email }] : []),
  ];
  return taken.length > 0 && (await em.count(User, { $or: taken })) > 0;
}

/** Throws 400 if `isTaken`. */
export async function refuseTaken(em: EntityManager, names: Names): Promise<void> {
  for (const path of ['username', 'email'] as const)
    if (await isTaken(em, { [path]: names[path] ?? null }))
      throw new Failure('BadDataError', 'A user with this name or email address already exists. Choose another one.', { path });
}
