import { randomBytes } from 'node:crypto';
import { Failure, hashSecret, patCreated } from '@signalbox/contracts';
import { type Context, dayMs, type EntityManager, hourMs } from '@signalbox/kit';
import { publishCallers } from '../../base/access-broadcast.ts';
import { personalTokenDays } from '../../base/settings.ts';
import { PersonalToken } from '../../tables/token.ts';
import { personalTokenFact } from '../../credential/personal-token/personal-token.schema.ts';
import { revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';

/** The token of a login with its secrets, which are shown once and not stored. */
export interface LoginToken {
  readonly token: PersonalToken;
  readonly secret: string;
  /** Absent for an agent, whose access ends without renewal. */
  readonly refreshSecret?: string;
}

const secretBytes = 28;
const familyBytes = 16;
const accessMs = 12 * hourMs;
const renewableDays = 30;
const maxLogins = 10;

const descriptionFor = (host: string): string => `CLI on ${host}`;

/** Selects tokens that a login has created, unlike those made by hand. */
const ofLogins = { renewableUntil: { $ne: null } };

/** Throws 409 if the user has made a token of that name by hand, which a login must not replace. */
export async function refuseTakenName(em: EntityManager, userId: number, host: string): Promise<void> {
  const description = descriptionFor(host);
  if ((await em.count(PersonalToken, { userId, description, renewableUntil: null })) === 0) return;
  throw new Failure('NameExistsError', `You have made a token with the description ${description}. Delete it, then start the login again.`);
}

/**
 * Issues a token for a login on that machine. It replaces the token of an earlier login there and, beyond ten logins, that of the login
 * renewed least recently. The caller has locked the access version.
 */
export async function issueLoginToken(context: Context, userId: number, host: string): Promise<LoginToken> {
  const { em, settings } = context;
  await refuseTakenName(em, userId, host);
  await replaceLogins(context, userId, descriptionFor(host));
  const now = context.now();
  const days = Math.min(renewableDays, settings.get(personalTokenDays));
  const renewableUntil = new Date(now.getTime() + days * dayMs);
  const { secret, refreshSecret } = newSecrets(randomBytes(familyBytes).toString('hex'));
  const token = em.create(PersonalToken, {
    userId,
    hash: hashSecret(secret),
    description: descriptionFor(host),
    expiresAt: expiryAt(now, renewableUntil),
    createdAt: now,
    seenAt: null,
    familyHash: hashSecret(familyOf(refreshSecret)),
    refreshHash: hashSecret(refreshSecret),
    renewedAt: now,
    renewableUntil,
  });
  await em.flush(); // The flush assigns the id that the event contains.
  publishCallers(context, [], [token.hash]);
  context.publish(patCreated, { data: personalTokenFact(token) });
  return { token, secret, refreshSecret };
}

/** Gives the login new secrets; the old ones end immediately everywhere. */
export function renewLoginToken(context: Context, token: PersonalToken, family: string): LoginToken {
  const { secret, refreshSecret } = newSecrets(family);
  const now = context.now();
  const ended = token.hash;
  token.hash = hashSecret(secret);
  token.refreshHash = hashSecret(refreshSecret);
  token.renewedAt = now;
  token.expiresAt = expiryAt(now, token.renewableUntil ?? now);
  publishCallers(context, [token.userId], [ended, token.hash]);
  return { token, secret, refreshSecret };
}

/** The part that all refresh tokens of one login share. A used one still identifies its login, so that a thief's copy is noticed. */
export const familyOf = (refreshSecret: string): string => refreshSecret.slice(0, 2 * familyBytes);

function newSecrets(family: string): { secret: string; refreshSecret: string } {
  const hex = () => randomBytes(secretBytes).toString('hex');
  return { secret: `user:${hex()}`, refreshSecret: `${family}${hex()}` };
}

const expiryAt = (now: Date, renewableUntil: Date): Date => new Date(Math.min(now.getTime() + accessMs, renewableUntil.getTime()));

async function replaceLogins(context: Context, userId: number, description: string): Promise<void> {
  const logins = await context.em.find(PersonalToken, { userId, ...ofLogins }, { orderBy: { renewedAt: 'desc' } });
  const others = logins.filter((login) => login.description !== description);
  const replaced = [...logins.filter((login) => login.description === description), ...others.slice(maxLogins - 1)];
  for (const { id } of replaced) await revokePersonalToken(context, userId, id);
  await context.em.flush(); // The names must be free before the next insert.
}
