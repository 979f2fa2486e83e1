import { foreignOriginHeader, loginRequired } from '@signalbox/contracts';
import { empty, Reply, route } from '@signalbox/kit';
import { cookieFor, endSessions } from './session.ts';

/** Whose session has ended is logged out already: the form of a console leads to the start all the same, and the cookie goes. */
export const logOutRoute = route(
  {
    method: 'post',
    path: '/logout',
    summary: 'Log out of all sessions',
    permission: 'public',
    answers: { 302: empty },
    headers: {
      Location: 'The start page.',
      'Set-Cookie': 'Removes the session.',
      'Clear-Site-Data': 'Tells browsers to clear what they have stored.',
    },
    failures: ['AuthenticationRequired'],
    maintenance: 'through',
    events: { none: 'because sessions are no part of what the audit log keeps' },
    transaction: { none: 'because it decides by the headers of the request, too' },
  },
  async (_input, context) => {
    const foreign = context.request.headers[foreignOriginHeader];
    // Another origin's form sends no cookie, and must not take it away either.
    if (foreign !== undefined) throw loginRequired(String(foreign));
    const { id } = context.actor;
    if (id !== null) await context.write((work) => endSessions(work, id));
    const headers = {
      location: '/',
      'set-cookie': cookieFor(null, context.settings),
      'clear-site-data': '"cookies", "storage"',
      'cache-control': 'no-store',
    };
    return new Reply(undefined, { headers });
  },
);
