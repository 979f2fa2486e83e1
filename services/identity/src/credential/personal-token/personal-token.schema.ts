import { DateTime, nullable } from '@signalbox/contracts';
import { Reply } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import type { PersonalToken } from '../../tables/token.ts';

/** Id of a token in paths. */
export const personalTokenId = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

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

/** A new token with its secret, which is shown once and not stored. */
export interface IssuedToken {
  readonly token: PersonalToken;
  readonly secret: string;
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
