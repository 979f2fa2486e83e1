import { groupDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { noteRights, RoleGrant } from '../../access/grant/role-grant.ts';
import { Group, GroupMember } from '../../access/grant/group.ts';
import { claimRevision } from '../../base/revision.ts';
import { readGroup } from './get-group.ts';
import { groupFact, groupParams } from './group.schema.ts';

export const deleteGroupRoute = route(
  {
    method: 'delete',
    path: '/api/admin/groups/:groupId',
    summary: 'Delete a group and the access it granted',
    permission: 'ADMIN',
    params: groupParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [groupDeleted],
  },
  ({ params }, context) => deleteGroup(context, params.groupId),
);

export async function deleteGroup(context: Context, id: number): Promise<void> {
  const { em } = context;
  await claimRevision(em);
  const preData = groupFact(await readGroup(em, id));
  await em.nativeDelete(RoleGrant, { groupId: id });
  await em.nativeDelete(GroupMember, { groupId: id });
  await em.nativeDelete(Group, { id });
  await noteRights(context, preData.users);
  context.publish(groupDeleted, { preData });
}
