import { empty, Reply, route } from '@signalbox/kit';
import { cookieFor, endSessions } from './session.ts';

export const logOutRoute = route(
  {
    method: 'post',
    path: '/logout',
    summary: 'Log out of all sessions',
    permission: 'authenticated',
    answers: { 302: empty },
    headers: {
      Location: 'The start page.',
      'Set-Cookie': 'Removes the session.',
      'Clear-Site-Data': 'Tells browsers to clear what they have stored.',
    },
    failures: [],
    maintenance: 'through',
    events: { none: 'because sessions are no part of what the audit log keeps' },
  },
  async (_input, context) => {
    if (context.actor.id !== null) await endSessions(context, context.actor.id);
    const headers = {
      location: '/',
      'set-cookie': cookieFor(null, context.settings),
      'clear-site-data': '"cookies", "storage"',
      'cache-control': 'no-store',
    };
    return new Reply(undefined, { headers });
  },
);
