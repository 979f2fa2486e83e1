import { groupUpdated } from '@signalbox/contracts';
import { type Context, route } from '@signalbox/kit';
import { noteRights } from '../../access/grant/role-grant.ts';
import { findGroup, GroupMember } from '../../access/grant/group.ts';
import { refuseRootRole } from '../../credential/factor/refuse-without-proof.ts';
import { claimRevision } from '../../base/revision.ts';
import { addMembers } from './create-group.ts';
import { readGroup } from './get-group.ts';
import { groupFact, groupParams, GroupShape } from './group.schema.ts';
import { findMembers, GroupInput, refuseGroupName, writeRootRole } from './group-rules.ts';

export const updateGroupRoute = route(
  {
    method: 'put',
    path: '/api/admin/groups/:groupId',
    summary: 'Update a group and its members; omitted properties stay unchanged',
    permission: 'ADMIN',
    params: groupParams,
    body: GroupInput,
    answers: { 200: GroupShape },
    failures: ['BadDataError', 'NameExistsError', 'NotFoundError', 'StepUpRequired'],
    events: [groupUpdated],
  },
  ({ params, body }, context) => updateGroup(context, params.groupId, body),
);

/** The given users replace the existing ones. Users who stay keep their date of joining. */
export async function updateGroup(context: Context, id: number, { users, rootRole, ...input }: GroupInput): Promise<GroupShape> {
  const { em } = context;
  await claimRevision(em);
  const row = await findGroup(em, id);
  const before = groupFact(await readGroup(em, id));
  await refuseGroupName(em, input.name, id);
  row.name = input.name;
  if (input.description !== undefined) row.description = input.description;
  if (input.mappingsSSO) row.mappingsSSO = [...new Set(input.mappingsSSO)];
  if (users) await replaceMembers(context, id, before.users, await findMembers(em, users));
  if (rootRole !== undefined && rootRole !== before.rootRole) await writeRootRole(context, id, rootRole);
  await em.flush();
  const group = await readGroup(em, id);
  const after = groupFact(group);
  if (JSON.stringify(after) === JSON.stringify(before)) return group;
  if (givesRootRole(before, after)) await refuseRootRole(context, after.rootRole);
  await noteRights(context, affected(before, after));
  context.publish(groupUpdated, { data: after, preData: before });
  return group;
}

async function replaceMembers(context: Context, groupId: number, before: readonly number[], after: readonly number[]): Promise<void> {
  const { em } = context;
  const [left, joined] = [new Set(before).difference(new Set(after)), new Set(after).difference(new Set(before))];
  if (left.size > 0) await em.nativeDelete(GroupMember, { groupId, userId: { $in: [...left] } });
  addMembers(context, groupId, joined);
}

type Fact = ReturnType<typeof groupFact>;

/** Returns whether the change gives anyone the group's root role, now or at the next single sign-on. */
const givesRootRole = (before: Fact, after: Fact): boolean =>
  before.rootRole !== after.rootRole || grows(before.users, after.users) || grows(before.mappingsSSO, after.mappingsSSO);

const grows = <Item>(before: readonly Item[], after: readonly Item[]): boolean => new Set(after).difference(new Set(before)).size > 0;

/** Users who joined or left; all members if the root role changed. */
function affected(before: Fact, after: Fact): number[] {
  const [old, current] = [new Set(before.users), new Set(after.users)];
  return [...(before.rootRole === after.rootRole ? old.symmetricDifference(current) : old.union(current))];
}
