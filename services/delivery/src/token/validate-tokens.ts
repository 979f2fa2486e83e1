import { type TokenState, TokenType } from '@signalbox/contracts';
import { fastRoute, onlyLooks } from '@signalbox/kit';
import { Type } from 'typebox';

export interface ValidationParts {
  /** The token with a secret, of those that are known already. */
  readonly findKnown: (secret: string) => TokenState | null;
}

const ValidToken = Type.Object({
  token: Type.String(),
  type: TokenType,
  projects: Type.Array(Type.String()),
  environment: Type.String(),
});

/**
 * Without authentication, because it answers only to who holds the secrets already; so it waits for no token that may be on its
 * way, which anybody could fill the places of.
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
    ...onlyLooks,
  },
  ({ body }, { findKnown }: ValidationParts) => {
    const tokens = body.tokens.flatMap((secret) => {
      const token = findKnown(secret);
      return token ? [{ token: secret, type: token.type, projects: token.projects, environment: token.environment }] : [];
    });
    return { json: JSON.stringify({ tokens }) };
  },
);
