import type { Target } from './fuzz.ts';
import type { Caller } from './requests.ts';

/** Settings that keep limits and clocks from affecting responses. */
export const settings = {
  SDK_REQUESTS_PER_MINUTE: '100000000',
  LOGINS_PER_MINUTE: '100000000',
  REVISION_WAIT_MS: '20',
};

/** Tokens, and an administrator who logs in again after a request has ended the session. */
export function targetAt(url: string, password: string, tokens: Readonly<Record<'admin' | 'client' | 'frontend', string>>): Target {
  let session: Promise<string> | null = null;
  let used = 0;
  const logIn = async () => {
    const answer = await fetch(`${url}/auth/simple/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    if (answer.status !== 200) throw new Error(`the administrator is refused: ${answer.status} ${await answer.text()}`);
    return String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
  };
  const isKnown = async (cookie: string) => (await fetch(`${url}/api/admin/user`, { headers: { cookie } })).status === 200;
  const current = async () => {
    const cookie = await session;
    return cookie !== null && (await isKnown(cookie)) ? cookie : logIn();
  };
  return {
    url,
    adminToken: tokens.admin,
    async credentials(caller: Caller) {
      if (caller === 'nobody') return {};
      if (caller !== 'administrator') return { authorization: tokens[caller] };
      used += 1;
      if (session === null || used % 20 === 0) session = current();
      return { cookie: await session };
    },
  };
}
