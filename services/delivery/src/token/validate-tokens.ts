import { DateTime, type TokenState, TokenType } from '@signalbox/contracts';
import { fastRoute, changesNothing } from '@signalbox/kit';
import { type Static, Type } from 'typebox';

export interface ValidationParts {
  /** Finds the token with a secret among the known ones. Returns a promise if this process learns tokens from their secrets. */
  readonly findKnown: (secret: string) => TokenState | null | Promise<TokenState | null>;
}

const ValidToken = Type.Object({
  token: Type.String(),
  type: TokenType,
  projects: Type.Array(Type.String()),
  environment: Type.String(),
  /** Absent for tokens that do not expire. */
  expiresAt: Type.Optional(DateTime),
});

/**
 * Requires no authentication, because it only confirms secrets that the caller already has. It does not wait for pending
 * tokens, because anyone could exhaust the limit.
 */
export const validateTokensRoute = fastRoute(
  {
    method: 'post',
    path: '/edge/validate',
    summary: 'Validate tokens and list the access of each valid one',
    permission: 'public',
    body: Type.Object({ tokens: Type.Array(Type.String(), { maxItems: 100 }) }),
    answers: { 200: Type.Object({ tokens: Type.Array(ValidToken) }) },
    failures: ['UnavailableError'],
    ...changesNothing,
  },
  async ({ body }, { findKnown }: ValidationParts) => {
    const found = await Promise.all(body.tokens.map(async (secret) => ({ secret, token: await findKnown(secret) })));
    const tokens = found.flatMap(({ secret, token }) => {
      return token ? [serialize(secret, token)] : [];
    });
    return { json: JSON.stringify({ tokens }) };
  },
);

const serialize = (secret: string, { type, projects, environment, expiresAt }: TokenState): Static<typeof ValidToken> => ({
  token: secret,
  type,
  projects,
  environment,
  ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
});
