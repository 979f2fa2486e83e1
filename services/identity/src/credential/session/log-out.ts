import { foreignOriginHeader, loginRequired } from '@signalbox/contracts';
import { empty, type OpenContext, Reply, routeWith } from '@signalbox/kit';
import type { CipherState } from '../../base/cipher.ts';
import { cookieFor, endSessions, lastSignOn, signOutPurpose } from './session.ts';

/** Without a session, the response still redirects to the start page and removes the cookie: the user is already logged out. */
export const logOutRoute = routeWith<CipherState>()(
  {
    method: 'post',
    path: '/logout',
    summary: 'Log out of all sessions',
    permission: 'public',
    answers: { 302: empty },
    headers: {
      Location: 'The start page, or the log-out page of the identity provider.',
      'Set-Cookie': 'Removes the session cookie.',
      'Clear-Site-Data': 'Clears the data that the browser stores.',
    },
    failures: ['AuthenticationRequired'],
    maintenance: 'through',
    events: { none: 'because callers end their own sessions' },
    transaction: { none: 'because it reads the request headers' },
  },
  async (_input, context) => {
    const foreign = context.request.headers[foreignOriginHeader];
    // Forms of other origins send no cookie, and must not remove it either.
    if (foreign !== undefined) throw loginRequired(String(foreign));
    const { id } = context.actor;
    const location = id === null ? '/' : await locationFor(context, id);
    if (id !== null) await context.write((work) => endSessions(work, id));
    const headers = {
      location,
      'set-cookie': cookieFor(null, context.settings),
      'clear-site-data': '"cookies", "storage"',
      'cache-control': 'no-store',
    };
    return new Reply(undefined, { headers });
  },
);

/** A session from an identity provider must end there too: the sign-on module continues the log-out, according to its settings. */
async function locationFor({ em, state }: OpenContext<CipherState>, userId: number): Promise<string> {
  const signOn = await lastSignOn({ em }, userId);
  if (!signOn) return '/';
  return `/auth/${signOn.by}/logout?${new URLSearchParams({ hint: state.cipher.encrypt(JSON.stringify(signOn), signOutPurpose) }).toString()}`;
}
