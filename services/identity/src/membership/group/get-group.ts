import { Failure } from '@signalbox/contracts';
import { type EntityManager, route } from '@signalbox/kit';
import { groupParams, GroupShape, readGroups } from './group.schema.ts';

export const getGroupRoute = route(
  {
    method: 'get',
    path: '/api/admin/groups/:groupId',
    summary: 'Get a group with its users',
    permission: 'ADMIN',
    params: groupParams,
    answers: { 200: GroupShape },
    failures: ['NotFoundError'],
  },
  ({ params }, { em }) => readGroup(em, params.groupId),
);

/** Throws 404 if the group does not exist. */
export async function readGroup(em: EntityManager, id: number): Promise<GroupShape> {
  const [group] = await readGroups(em, [id]);
  if (!group) throw new Failure('NotFoundError', `There is no group ${id}.`);
  return group;
}
