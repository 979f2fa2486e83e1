import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { GroupShape, listGroups } from './group.schema.ts';

export const listGroupsRoute = route(
  {
    method: 'get',
    path: '/api/admin/groups',
    summary: 'List all groups with the number of users, and up to 100 users each',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ groups: Type.Array(GroupShape) }) },
    failures: [],
  },
  async (_input, { em }) => ({ groups: await listGroups(em) }),
);
