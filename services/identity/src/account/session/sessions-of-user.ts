import { empty, route } from '@signalbox/kit';
import { endSessions } from '../../credential/session/session.ts';
import { readSessions, SessionsShape } from '../../credential/session/session.schema.ts';
import { findUser } from '../../user/user.ts';
import { userParams } from '../user/user-admin.schema.ts';

const path = '/api/admin/user-admin/:id/sessions';

export const listSessionsOfUserRoute = route(
  {
    method: 'get',
    path,
    summary: 'List where a user is logged in',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: SessionsShape },
    failures: ['NotFoundError'],
  },
  async ({ params: { id } }, { em, now }) => ({ sessions: await readSessions(em, (await findUser(em, id)).id, now()) }),
);

export const endSessionsOfUserRoute = route(
  {
    method: 'delete',
    path,
    summary: 'End all sessions of a user',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: { none: 'because sessions are no part of what the audit log keeps' },
  },
  async ({ params: { id } }, context) => {
    await findUser(context.em, id);
    await endSessions(context, id);
  },
);
