import { authenticate, hashSecret, isPersonalSecret, type Principal, type QuestionOutput } from '@signalbox/contracts';
import { answer, type EntityManager, minuteMs, type OpenContext } from '@signalbox/kit';
import { readPrincipal } from '../access/grant/group.ts';
import { signPrincipal } from '../access/state/signing-key.ts';
import { PersonalToken } from '../tables/token.ts';
import { ApiToken, isExpired, tokenPrincipal } from './token/api-token.ts';
import { User } from '../user/user.ts';
import { isFactorRequired } from './factor/factor-policy.ts';
import { Session } from './session/session.ts';

type Answer = QuestionOutput<typeof authenticate>;

const anonymous: Answer = { principal: null, user: null, expiresAt: null };
const maxValidMs = minuteMs;
const secondMs = 1000;
const seenEveryMs = minuteMs;

/**
 * Returns a credential's principal, signed for at most a minute and never beyond the credential's own expiry. Unknown and expired
 * credentials, and those of deleted users, are anonymous.
 */
export const answerAuthenticate = answer(authenticate, ({ kind, secret }, context) => {
  const hash = hashSecret(secret);
  if (kind === 'session') return bySession(context, hash);
  return isPersonalSecret(secret) ? byPersonalToken(context, hash) : byApiToken(context, hash);
});

async function bySession(context: OpenContext, hash: string): Promise<Answer> {
  const session = await context.em.findOne(Session, { hash });
  if (!session || isExpired(session, context.now())) return anonymous;
  const user = await context.em.findOne(User, { id: session.userId, deletedAt: null });
  if (!user) return anonymous;
  const owner = await readPrincipal(context.em, user);
  if (session.passwordOnly && (await isFactorRequired(context.em, owner))) return anonymous;
  const provedUntil = session.provedUntil?.getTime();
  const principal = { ...owner, session: session.id, ...(provedUntil === undefined ? {} : { provedUntil }) };
  return vouch(context, principal, session.expiresAt);
}

async function byPersonalToken(context: OpenContext, hash: string): Promise<Answer> {
  const token = await context.em.findOne(PersonalToken, { hash });
  if (!token || isExpired(token, context.now())) return anonymous;
  await noteUse(context, token, (em, seenAt) => em.nativeUpdate(PersonalToken, { id: token.id }, { seenAt }));
  const user = await context.em.findOne(User, { id: token.userId, deletedAt: null });
  if (!user) return anonymous;
  const owner = await readPrincipal(context.em, user);
  const { agent, client, agentMode } = token;
  if (!agent) return vouch(context, owner, token.expiresAt);
  const principal = { ...owner, via: { agent, client: client ?? '' }, mode: agentMode ?? 'read' } as const;
  return { ...(await vouch(context, principal, token.expiresAt)), agentToken: token.id };
}

async function byApiToken(context: OpenContext, hash: string): Promise<Answer> {
  const token = await context.em.findOne(ApiToken, { hash });
  if (!token || isExpired(token, context.now())) return anonymous;
  await noteUse(context, token, (em, seenAt) => em.nativeUpdate(ApiToken, { id: token.id }, { seenAt }));
  return vouch(context, tokenPrincipal(token), token.expiresAt ?? null);
}

async function vouch(context: OpenContext, principal: Principal, credentialEnds: Date | null): Promise<Answer> {
  const limit = context.now().getTime() + maxValidMs;
  const ends = Math.min(limit, credentialEnds?.getTime() ?? limit);
  const expiresAt = new Date(Math.floor(ends / secondMs) * secondMs);
  return { principal: await signPrincipal(context, principal, expiresAt), user: principal.id, expiresAt: expiresAt.getTime() };
}

/**
 * Records uses once a minute, which is enough to see which tokens are in use. A failed write is ignored: authentication also works on a
 * read-only database or a full disk.
 */
async function noteUse(
  context: OpenContext,
  { seenAt }: ApiToken | PersonalToken,
  write: (em: EntityManager, seenAt: Date) => Promise<unknown>,
): Promise<void> {
  const now = context.now();
  if (seenAt && now.getTime() - seenAt.getTime() < seenEveryMs) return;
  await context.write(({ em }) => write(em, now)).catch(() => undefined);
}
