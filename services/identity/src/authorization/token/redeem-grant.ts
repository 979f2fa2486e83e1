import { type Failure, hashSecret } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { issueAgentToken } from '../../agent/agent-token.ts';
import { claimRevision } from '../../base/revision.ts';
import { oauthFailure } from '../../base/oauth-failure.ts';
import { AuthorizationGrant } from '../../tables/authorization-grant.ts';
import { PersonalToken } from '../../tables/token.ts';
import { revokePersonalToken } from '../../credential/personal-token/revoke-personal-token.ts';
import { principalOf, User, usersOnly } from '../../user/user.ts';
import { issueLoginToken, type LoginToken } from './login-token.ts';

/** Decides on a grant that exists and is unused: a refusal, or null to issue the token. */
type Check = (context: Context, grant: AuthorizationGrant) => Promise<Failure | null>;

/** The same answer for all unusable secrets, so that a caller learns nothing about those of others. */
export const unusable = (what: string): Failure =>
  oauthFailure('invalid_grant', `The ${what} is unknown, expired or already used. Start the login again.`, { path: what });

/**
 * Issues the token of an approved grant, in the name of the user who approved it. Locks the access version: of two requests with one secret,
 * the second ends the login, because one of them may come from a thief (RFC 6749 §4.1.2).
 */
export async function redeemGrant(context: OpenContext, secret: string, what: string, check: Check): Promise<LoginToken | Failure> {
  const hash = hashSecret(secret);
  const found = await context.em.findOne(AuthorizationGrant, { hash });
  const owner = found?.userId ? await context.em.findOne(User, { id: found.userId, ...usersOnly }) : null;
  const work = async (work: Context) => {
    await claimRevision(work.em);
    const grant = await work.em.findOne(AuthorizationGrant, { hash }, { refresh: true });
    if (!grant) return unusable(what);
    if (grant.state === 'used') return endLogin(work, grant, what);
    return (await check(work, grant)) ?? issue(work, grant, what);
  };
  return owner ? context.write(work, principalOf(owner)) : context.write(work);
}

async function issue(context: Context, grant: AuthorizationGrant, what: string): Promise<LoginToken | Failure> {
  const { userId, host } = grant;
  const isThere = userId !== null && userId !== undefined && (await context.em.count(User, { id: userId, ...usersOnly })) > 0;
  if (!isThere) return unusable(what);
  if (context.actor.id !== userId) return oauthFailure('authorization_pending', 'The login was approved just now. Repeat the request.');
  const { client, agentMode } = grant;
  const issued = client
    ? await issueAgentToken(context, userId, { agent: host, client }, agentMode ?? 'read')
    : await issueLoginToken(context, userId, host);
  grant.state = 'used';
  grant.tokenHash = issued.token.hash;
  return issued;
}

async function endLogin(context: Context, { userId, tokenHash }: AuthorizationGrant, what: string): Promise<Failure> {
  const token = tokenHash ? await context.em.findOne(PersonalToken, { hash: tokenHash }) : null;
  if (token && token.userId === userId) await revokePersonalToken(context, token.userId, token.id);
  return unusable(what);
}
