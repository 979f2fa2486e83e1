import { DateTime, nullable } from '@signalbox/contracts';
import { Reply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { IssuedToken, PersonalToken } from './personal-token.ts';

/** A personal access token as in lists, without its secret. */
export const PersonalTokenShape = Type.Object({
  id: Type.Integer(),
  description: Type.String(),
  userId: Type.Integer(),
  expiresAt: DateTime,
  createdAt: DateTime,
  seenAt: nullable(DateTime),
  renewableUntil: nullable(DateTime),
});
export type PersonalTokenShape = Static<typeof PersonalTokenShape>;

export const PersonalTokensShape = Type.Object({ pats: Type.Array(PersonalTokenShape) });

/** The response to its creation, the only one with the secret. */
export const IssuedTokenShape = Type.Object({ ...PersonalTokenShape.properties, secret: Type.String() });

export function serializePersonalToken(token: PersonalToken): PersonalTokenShape {
  const { seenAt, renewableUntil } = token;
  return { ...personalTokenFact(token), seenAt: seenAt?.toISOString() ?? null, renewableUntil: renewableUntil?.toISOString() ?? null };
}

export const replyIssued = ({ token, secret }: IssuedToken) =>
  new Reply({ ...serializePersonalToken(token), secret }, { headers: { 'cache-control': 'no-store' } });

/** The token as in events. */
export function personalTokenFact({ id, description, userId, expiresAt, createdAt, renewableUntil }: PersonalToken) {
  return {
    id,
    description,
    userId,
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
    ...(renewableUntil && { renewableUntil: renewableUntil.toISOString() }),
  };
}
