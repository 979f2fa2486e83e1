import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { previewUser, UserPreview } from '../../user/user.schema.ts';
import { User, usersOnly } from '../../user/user.ts';

export const listAccessCandidatesRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/access',
    summary: 'List whom a project can be opened to',
    permission: 'authenticated',
    answers: { 200: Type.Object({ users: Type.Array(UserPreview), groups: Type.Array(Type.Unknown()) }) },
    failures: [],
  },
  async (_input, { em }) => ({ users: (await em.find(User, usersOnly, { orderBy: { id: 'asc' } })).map(previewUser), groups: [] }),
);
