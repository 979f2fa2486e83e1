import { patDeleted, userUpdated } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { endAccess } from '../../credential/end-access.ts';
import { readSessions, SessionsShape } from '../../credential/session/session.schema.ts';
import { recordCredentials } from '../../user/record-credentials.ts';
import { findUser } from '../../user/user.ts';
import { userParams } from './user-admin.schema.ts';

const path = '/api/admin/user-admin/:id/sessions';

export const listSessionsOfUserRoute = route(
  {
    method: 'get',
    path,
    summary: 'List the sessions of a user',
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
    summary: 'End all sessions of a user and revoke the user’s personal access tokens',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [patDeleted, userUpdated],
  },
  async ({ params: { id } }, context) => {
    const user = await findUser(context.em, id);
    if (await endAccess(context, id)) recordCredentials(context, user, 'access-ended');
  },
);
