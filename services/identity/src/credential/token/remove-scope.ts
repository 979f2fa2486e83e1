import { LockMode } from '@mikro-orm/core';
import { apiTokenUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { publishToken, ApiToken, eventKeys } from './api-token.ts';
import { revokeToken } from './revoke-token.ts';
import { tokenFact } from './api-token.schema.ts';

/** The same tokens may be revoked concurrently. */
const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Removes a deleted project from all tokens. Revokes tokens without other projects. */
export async function removeProjectFromTokens(context: Context, project: string): Promise<void> {
  const tokens = (await context.em.find(ApiToken, {}, locked)).filter(({ projects }) => projects.includes(project));
  for (const token of tokens) {
    if (token.projects.length === 1) revokeToken(context, token);
    else narrow(context, token, project);
  }
}

export async function revokeTokensOfEnvironment(context: Context, environment: string): Promise<void> {
  for (const token of await context.em.find(ApiToken, { environment }, locked)) revokeToken(context, token);
}

function narrow(context: Context, token: ApiToken, project: string): void {
  const preData = tokenFact(token);
  token.projects = token.projects.filter((name) => name !== project);
  publishToken(context, token);
  context.publish(apiTokenUpdated, { ...eventKeys(token), data: tokenFact(token), preData });
}
