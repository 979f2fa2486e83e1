import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { GroupShape, listGroups } from '../../membership/group/group.schema.ts';
import { previewUser, UserPreview } from '../../user/user.schema.ts';
import { User, usersOnly } from '../../user/user.ts';

const GroupPreview = Type.Pick(GroupShape, ['id', 'name', 'description', 'rootRole', 'userCount']);

export const listAccessCandidatesRoute = route(
  {
    method: 'get',
    path: '/api/admin/user-admin/access',
    summary: 'List the users and groups that can be added to a project',
    permission: 'authenticated',
    answers: { 200: Type.Object({ users: Type.Array(UserPreview), groups: Type.Array(GroupPreview) }) },
    failures: [],
  },
  async (_input, { em }) => {
    const users = await em.find(User, usersOnly, { orderBy: { id: 'asc' } });
    const groups = await listGroups(em);
    return {
      users: users.map(previewUser),
      groups: groups.map(({ id, name, description, rootRole, userCount }) => ({ id, name, description, rootRole, userCount })),
    };
  },
);
