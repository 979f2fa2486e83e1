import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { GroupShape, listGroups } from './group.schema.ts';

export const listGroupsRoute = route(
  {
    method: 'get',
    path: '/api/admin/groups',
    summary: 'List all groups, each with how many users it has and the first hundred of them',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ groups: Type.Array(GroupShape) }) },
    failures: [],
  },
  async (_input, { em }) => ({ groups: await listGroups(em) }),
);
