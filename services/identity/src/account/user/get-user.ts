import { route } from '@signalbox/kit';
import { serializeUser, UserShape } from '../../user/user.schema.ts';
import { findUser } from '../../user/user.ts';
import { userParams } from './user-admin.schema.ts';

export const getUserRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/:id',
    summary: 'Get a user',
    permission: 'ADMIN',
    params: userParams,
    answers: { 200: UserShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeUser(await findUser(em, params.id)),
);
