import { type Failure, hashSecret } from '@signalbox/contracts';
import { type Context, type EntityManager, minuteMs, type OpenContext } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { PersonalToken } from '../../tables/token.ts';
import { revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { principalOf, User, usersOnly } from '../../user/user.ts';
import { familyOf, type LoginToken, renewLoginToken } from './login-token.ts';
import { unusable } from './redeem-grant.ts';

/** Two commands of one machine may renew at the same time. */
const concurrentMs = minuteMs;

/** Renews a login once per refresh token. A used one that comes back later was copied, so it ends the login (RFC 9700 §4.14.2). */
export async function renewLogin(context: OpenContext, refreshToken: string): Promise<LoginToken | Failure> {
  const owner = await findOwner(context.em, refreshToken);
  if (!owner) return unusable('refresh_token');
  return context.write((work) => renew(work, refreshToken), principalOf(owner));
}

/** Returns the login that has or had this refresh token; null if there is none. */
export const findLogin = (em: EntityManager, refreshToken: string): Promise<PersonalToken | null> =>
  em.findOne(PersonalToken, { familyHash: hashSecret(familyOf(refreshToken)) }, { refresh: true });

async function findOwner(em: EntityManager, refreshToken: string): Promise<User | null> {
  const login = await findLogin(em, refreshToken);
  return login && em.findOne(User, { id: login.userId, ...usersOnly });
}

async function renew(context: Context, refreshToken: string): Promise<LoginToken | Failure> {
  await claimRevision(context.em);
  const login = await findLogin(context.em, refreshToken);
  if (!login?.renewableUntil || login.renewableUntil <= context.now()) return unusable('refresh_token');
  if (login.refreshHash === hashSecret(refreshToken)) return renewLoginToken(context, login, familyOf(refreshToken));
  const isConcurrent = context.now().getTime() - (login.renewedAt?.getTime() ?? 0) <= concurrentMs;
  if (!isConcurrent) await revokePersonalToken(context, login.userId, login.id);
  return unusable('refresh_token');
}
