import { randomBytes } from 'node:crypto';
import { apiTokenCreated, hashSecret, type TokenType } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishToken, ApiToken, eventKeys } from './api-token.ts';
import { projectPart, tokenFact } from './api-token.schema.ts';

/** A validated token. */
export interface TokenInput {
  readonly name: string;
  readonly type: TokenType;
  readonly environment: string;
  readonly projects: readonly string[];
  readonly expiresAt: Date | null;
}

/** A new token with its secret, which is shown once and not stored. */
export interface IssuedApiToken {
  readonly token: ApiToken;
  readonly secret: string;
}

const secretBytes = 28;

/** Generates a secret of 224 random bits, prefixed with the token's scope. */
export async function storeNewToken(context: Context, input: TokenInput): Promise<IssuedApiToken> {
  const secret = `${projectPart(input.projects)}:${input.environment}.${randomBytes(secretBytes).toString('hex')}`;
  return { token: await storeToken(context, input, secret), secret };
}

/** Stores a token under the hash of its secret and emits api-token-created. */
export const storeToken = (context: Context, input: TokenInput, secret: string): Promise<ApiToken> =>
  storeHashed(context, { ...input, hash: hashSecret(secret), masked: mask(secret), createdAt: context.now(), seenAt: null });

/** A token with the hash of its secret. */
type HashedToken = TokenInput & Pick<ApiToken, 'hash' | 'masked' | 'createdAt' | 'seenAt'>;

/** Stores a token whose secret may be unknown, and emits api-token-created. */
export async function storeHashed(context: Context, input: HashedToken): Promise<ApiToken> {
  const token = context.em.create(ApiToken, { ...input, projects: [...input.projects] });
  await context.em.flush(); // The flush assigns the id that the response contains.
  publishToken(context, token);
  context.publish(apiTokenCreated, { ...eventKeys(token), data: tokenFact(token) });
  return token;
}

/** For example `default:development.…1f2e`. */
function mask(secret: string): string {
  const dot = secret.lastIndexOf('.');
  return `${secret.slice(0, dot + 1)}…${secret.slice(-4)}`;
}
