import { DateTime, nullable, TokenType } from '@signalbox/contracts';
import type { ReadContext } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { type ApiToken, projectsSeen } from './api-token.ts';

/** A token in responses. `secret` is complete in the response to its creation, and masked in all others. */
export const ApiTokenShape = Type.Object({
  id: Type.Integer(),
  secret: Type.String(),
  tokenName: Type.String(),
  /** Deprecated: the token's name. */
  username: Type.String(),
  type: TokenType,
  environment: Type.String(),
  project: Type.String(),
  projects: Type.Array(Type.String()),
  expiresAt: nullable(DateTime),
  createdAt: DateTime,
  seenAt: nullable(DateTime),
  alias: nullable(Type.String()),
  /** Always true: secrets are hashed, so that consoles cannot offer them again. */
  secure: Type.Boolean(),
});
export type ApiTokenShape = Static<typeof ApiTokenShape>;

export const ApiTokensShape = Type.Object({ tokens: Type.Array(ApiTokenShape) });

/** Serializes a token for the actor, without hidden projects. */
export function serializeToken(
  context: Pick<ReadContext, 'access' | 'actor'>,
  token: ApiToken,
  secret: string = token.masked,
): ApiTokenShape {
  return {
    id: token.id,
    secret,
    tokenName: token.name,
    username: token.name,
    type: token.type,
    environment: token.environment,
    project: projectPart(token.projects),
    projects: projectsSeen(context, token),
    expiresAt: token.expiresAt?.toISOString() ?? null,
    createdAt: token.createdAt.toISOString(),
    seenAt: token.seenAt?.toISOString() ?? null,
    alias: null,
    secure: true,
  };
}

/** Represents the projects in the secret and in `project`: the only one, `*` for all, `[]` for several. */
export const projectPart = (projects: readonly string[]): string => (projects.length === 1 ? (projects[0] ?? '[]') : '[]');

/** The token as in events. */
export function tokenFact({ name, type, environment, projects, expiresAt, createdAt }: ApiToken) {
  return {
    tokenName: name,
    type,
    environment,
    projects: [...projects],
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
