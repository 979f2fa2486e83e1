import { randomBytes } from 'node:crypto';
import { apiTokenCreated, hashSecret, type TokenType } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishToken, ApiToken, eventKeys } from './api-token.ts';
import { projectPart, tokenFact } from './api-token.schema.ts';

/** A token that passed the rules. */
export interface TokenInput {
  readonly name: string;
  readonly type: TokenType;
  readonly environment: string;
  readonly projects: readonly string[];
  readonly expiresAt: Date | null;
}

/** A token that was made just now, with its secret, which is shown once and stored nowhere. */
export interface IssuedApiToken {
  readonly token: ApiToken;
  readonly secret: string;
}

const secretBytes = 28;

/** Makes up a secret of 224 random bits, behind what the token is for. */
export async function storeNewToken(context: Context, input: TokenInput): Promise<IssuedApiToken> {
  const secret = `${projectPart(input.projects)}:${input.environment}.${randomBytes(secretBytes).toString('hex')}`;
  return { token: await storeToken(context, input, secret), secret };
}

/** Keeps a token under the hash of its secret and states api-token-created. */
export async function storeToken(context: Context, input: TokenInput, secret: string): Promise<ApiToken> {
  const token = context.em.create(ApiToken, {
    ...input,
    projects: [...input.projects],
    hash: hashSecret(secret),
    masked: mask(secret),
    createdAt: context.now(),
    seenAt: null,
  });
  await context.em.flush(); // The database gives the id that the answer shows.
  publishToken(context, token);
  context.publish(apiTokenCreated, { ...eventKeys(token), data: tokenFact(token) });
  return token;
}

/** `default:development.…1f2e` */
function mask(secret: string): string {
  const dot = secret.lastIndexOf('.');
  return `${secret.slice(0, dot + 1)}…${secret.slice(-4)}`;
}
