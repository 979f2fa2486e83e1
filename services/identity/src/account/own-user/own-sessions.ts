import { Failure } from '@signalbox/contracts';
import { empty, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { endSession } from '../../credential/session/session.ts';
import { readSessions, SessionsShape } from '../../credential/session/session.schema.ts';
import { findOwnUser } from './own-user.ts';

const path = '/api/admin/user/sessions';

export const listOwnSessionsRoute = route(
  {
    method: 'get',
    path,
    summary: 'List the sessions of the current user',
    permission: 'authenticated',
    answers: { 200: SessionsShape },
    failures: ['NoAccessError', 'AuthenticationRequired'],
  },
  async (_input, context) => ({ sessions: await readSessions(context.em, (await findOwnUser(context)).id, context.now()) }),
);

export const endOwnSessionRoute = route(
  {
    method: 'delete',
    path: `${path}/:sessionId`,
    summary: 'End a session of the current user',
    permission: 'authenticated',
    params: Type.Object({ sessionId: Type.String({ maxLength: 100 }) }),
    answers: { 200: empty },
    failures: ['NoAccessError', 'AuthenticationRequired', 'NotFoundError'],
    events: { none: 'because callers end their own sessions' },
  },
  async ({ params }, context) => {
    const { id } = await findOwnUser(context);
    if (!(await endSession(context, id, params.sessionId))) throw new Failure('NotFoundError', 'You have no such session.');
  },
);
