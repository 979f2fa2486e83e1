import { LockMode } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { signUpLinkTable, signUpTable } from '../../tables/link.ts';

/** A link through which anyone who knows the secret can become a viewer while it is open. */
export class SignUpLink extends signUpLinkTable.entity.class {}
signUpLinkTable.entity.setClass(SignUpLink);

/** The link that a user signed up with. */
export class SignUp extends signUpTable.entity.class {}
signUpTable.entity.setClass(SignUp);

/** Returns whether users can sign up through the link now. */
export const isOpen = ({ enabled, expiresAt }: Pick<SignUpLink, 'enabled' | 'expiresAt'>, now: Date): boolean => enabled && expiresAt > now;

/** Finds a link by its id, its secret, or the masked secret from a list. Throws 404 if there is none, and 409 if several match. */
export async function findSignUpLink(em: EntityManager, named: string): Promise<SignUpLink> {
  const which = /^\d{1,9}$/.test(named) ? { id: Number(named) } : { $or: [{ hash: hashSecret(named) }, { masked: named }] };
  const [link, another] = await em.find(SignUpLink, which, { limit: 2 });
  if (!link) throw new Failure('NotFoundError', 'There is no such sign-up link.');
  if (another) throw new Failure('ConflictError', `Several sign-up links match ${named}. Use the id instead.`);
  return link;
}

/** Finds a link by its secret. Throws 400 if it does not exist, is disabled, or has expired. */
export async function findOpenLink(em: EntityManager, secret: string, now: Date): Promise<SignUpLink> {
  return open(await em.findOne(SignUpLink, { hash: hashSecret(secret) }), now);
}

/** The same for a change, with the row locked. */
export async function lockOpenLink({ em, now }: Context, secret: string): Promise<SignUpLink> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return open(await em.findOne(SignUpLink, { hash: hashSecret(secret) }, lock), now());
}

function open(link: SignUpLink | null, now: Date): SignUpLink {
  if (!link || !isOpen(link, now)) throw new Failure('BadDataError', 'This link is invalid or has expired. Request a new one.');
  return link;
}
