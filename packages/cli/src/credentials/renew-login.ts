import { findLogin, type StoredLogin, storeLogin, whileLocked } from './stored-logins.ts';
import { OAuthProblem, requestToken, type Server } from './token-endpoint.ts';

const renewBeforeMs = 3_600_000;

const isFresh = ({ expiresAt, refreshToken }: StoredLogin): boolean =>
  expiresAt === undefined || refreshToken === undefined || Date.parse(expiresAt) - Date.now() > renewBeforeMs;

/** The stored login of a server, renewed if less than an hour of it is left. Undefined if there is none, or if it has ended. */
export async function freshLogin(env: Readonly<Record<string, string | undefined>>, server: Server): Promise<StoredLogin | undefined> {
  const stored = await findLogin(env, server.url);
  if (stored === undefined || isFresh(stored)) return stored;
  return whileLocked(env, async () => {
    // Another process may have renewed it meanwhile.
    const login = await findLogin(env, server.url);
    if (login === undefined || isFresh(login)) return login;
    return renew(env, server, login);
  });
}

async function renew(
  env: Readonly<Record<string, string | undefined>>,
  server: Server,
  login: StoredLogin,
): Promise<StoredLogin | undefined> {
  try {
    const renewed = { ...login, ...(await requestToken(server, 'refresh_token', { refresh_token: login.refreshToken ?? '' })) };
    await storeLogin(env, server.url, renewed);
    return renewed;
  } catch (error) {
    if (!(error instanceof OAuthProblem) || error.code !== 'invalid_grant') throw error;
    await storeLogin(env, server.url, undefined);
    return undefined;
  }
}
