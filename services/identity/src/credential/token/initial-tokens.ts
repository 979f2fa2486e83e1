import { Failure, hashSecret, type TokenType } from '@signalbox/contracts';
import { type Context, type Settings, SettingsProblem } from '@signalbox/kit';
import { initAdminApiTokens, initClientApiTokens, initFrontendApiTokens } from '../../base/settings.ts';
import { ApiToken } from './api-token.ts';
import { RevokedToken } from './revoke-token.ts';
import { storeToken, type TokenInput } from './store-token.ts';
import { refuseScope, refuseUnknownScope } from './token-rules.ts';

/**
 * Creates the tokens of the settings INIT_*_API_TOKENS, unless they exist or were revoked. Throws a `SettingsProblem` for an invalid scope.
 */
export async function createInitialTokens(context: Context, settings: Settings): Promise<void> {
  const configured: [TokenType, readonly string[]][] = [
    ['admin', settings.get(initAdminApiTokens)],
    ['client', settings.get(initClientApiTokens)],
    ['frontend', settings.get(initFrontendApiTokens)],
  ];
  for (const [type, secrets] of configured) for (const secret of secrets) await createInitialToken(context, type, secret);
}

async function createInitialToken(context: Context, type: TokenType, secret: string): Promise<void> {
  const hash = hashSecret(secret);
  if ((await context.em.count(ApiToken, { hash })) > 0 || (await context.em.count(RevokedToken, { hash })) > 0) return;
  const input = { name: `initial-${type}`, type, ...scopeOf(secret), expiresAt: null };
  try {
    refuseScope(input);
    await refuseUnknownScope(context, input);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new SettingsProblem(`INIT_${type.toUpperCase()}_API_TOKENS contains an invalid token. ${error.message}`);
  }
  await storeToken(context, input, secret);
}

/** Parses `project:environment.secret`, which the settings have validated. */
function scopeOf(secret: string): Pick<TokenInput, 'projects' | 'environment'> {
  const colon = secret.indexOf(':');
  return { projects: [secret.slice(0, colon)], environment: secret.slice(colon + 1, secret.lastIndexOf('.')) };
}
