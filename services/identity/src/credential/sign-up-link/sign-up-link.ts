import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, Instant } from '@signalbox/kit';

export const signUpLinkEntity = defineEntity({
  name: 'SignUpLink',
  tableName: 'sign_up_link',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Of the secret. */
    hash: p.string(),
    /** The secret as it may be shown: its last four digits. */
    masked: p.string(),
    name: p.string(),
    /** As it was switched; whether the link counts depends on the time as well. */
    enabled: p.boolean(),
    expiresAt: p.type(Instant).$type<Date>().fieldName('expires_at'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    /** As events name whoever made it. */
    createdBy: p.string().fieldName('created_by'),
    /** Null for one that an API token made. */
    createdByUserId: p.integer().fieldName('created_by_user_id').nullable(),
  },
});

/** Through which anybody who knows the secret may become a viewer, as long as it counts. */
export class SignUpLink extends signUpLinkEntity.class {}
signUpLinkEntity.setClass(SignUpLink);

export const signUpEntity = defineEntity({
  name: 'SignUp',
  tableName: 'sign_up',
  properties: {
    userId: p.integer().fieldName('user_id').primary(),
    linkId: p.integer().fieldName('link_id'),
  },
});

/** Through which link a user has come. */
export class SignUp extends signUpEntity.class {}
signUpEntity.setClass(SignUp);

/** Whether somebody may sign up through it now. */
export const isOpen = ({ enabled, expiresAt }: Pick<SignUpLink, 'enabled' | 'expiresAt'>, now: Date): boolean => enabled && expiresAt > now;

/** By its id, its secret, or the masked secret of a list. 404 where there is none, 409 where several look the same. */
export async function findSignUpLink(em: EntityManager, named: string): Promise<SignUpLink> {
  const which = /^\d{1,9}$/.test(named) ? { id: Number(named) } : { $or: [{ hash: hashSecret(named) }, { masked: named }] };
  const [link, another] = await em.find(SignUpLink, which, { limit: 2 });
  if (!link) throw new Failure('NotFoundError', 'There is no such sign-up link.');
  if (another) throw new Failure('ConflictError', `Several sign-up links look like ${named}. Name the one that is meant by its id.`);
  return link;
}

/** By its secret alone. 400 for one that does not exist, was switched off, or has expired. */
export async function findOpenLink(em: EntityManager, secret: string, now: Date): Promise<SignUpLink> {
  return open(await em.findOne(SignUpLink, { hash: hashSecret(secret) }), now);
}

/** The same for a change: its row is locked. */
export async function lockOpenLink({ em, now }: Context, secret: string): Promise<SignUpLink> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return open(await em.findOne(SignUpLink, { hash: hashSecret(secret) }, lock), now());
}

function open(link: SignUpLink | null, now: Date): SignUpLink {
  if (!link || !isOpen(link, now)) throw new Failure('BadDataError', 'This link is not valid, or not any longer. Ask for another one.');
  return link;
}
