import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { GroupShape, readGroups } from './group.schema.ts';

export const listGroupsRoute = route(
  {
    method: 'get',
    path: '/api/admin/groups',
    summary: 'List all groups with their users',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ groups: Type.Array(GroupShape) }) },
    failures: [],
  },
  async (_input, { em }) => ({ groups: await readGroups(em) }),
);
