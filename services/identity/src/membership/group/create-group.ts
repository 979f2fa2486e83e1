import { groupCreated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { noteRights } from '../../access/grant/role-grant.ts';
import { Group, GroupMember } from '../../access/grant/group.ts';
import { refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import { claimRevision } from '../../base/revision.ts';
import { readGroup } from './get-group.ts';
import { groupFact, GroupShape } from './group.schema.ts';
import { findMembers, GroupInput, refuseGroupName, writeRootRole } from './group-rules.ts';

export const createGroupRoute = route(
  {
    method: 'post',
    path: '/api/admin/groups',
    summary: 'Create a group of users',
    permission: 'ADMIN',
    body: GroupInput,
    answers: { 201: GroupShape },
    failures: ['BadDataError', 'NameExistsError', 'StepUpRequired'],
    events: [groupCreated],
  },
  ({ body }, context) => createGroup(context, body),
);

export async function createGroup(context: Context, { name, description, mappingsSSO, rootRole, users }: GroupInput): Promise<GroupShape> {
  const { em, actor, now } = context;
  await claimRevision(em);
  await refuseGroupName(em, name);
  await refuseRootRole(context, rootRole ?? null);
  const members = await findMembers(em, users ?? []);
  const fields = { name, description: description ?? null, mappingsSSO: [...new Set(mappingsSSO)] };
  const row = em.create(Group, { ...fields, createdBy: actor.name, createdAt: now() });
  await em.flush(); // The flush assigns the id that the rows below refer to.
  await writeRootRole(context, row.id, rootRole ?? null);
  addMembers(context, row.id, members);
  await em.flush();
  await noteRights(context, members);
  const group = await readGroup(em, row.id);
  context.publish(groupCreated, { data: groupFact(group) });
  return group;
}

/** Adds users to a group on behalf of the actor. */
export function addMembers({ em, actor, now }: Context, groupId: number, users: Iterable<number>): void {
  const joinedAt = now();
  for (const userId of users) em.create(GroupMember, { groupId, userId, bySso: false, createdBy: actor.name, joinedAt });
}
