import type { Context, EntityManager } from '@signalbox/kit';
import { readGroup } from '../../membership/group/get-group.ts';
import { updateGroup } from '../../membership/group/update-group.ts';
import { inactiveMemberTable } from '../../tables/access.ts';
import { ProvisionedUser } from '../../user/provisioned-user.ts';

/** A deactivated member of a group: it has no access, but the client lists it. Nothing else reads these rows. */
export class InactiveMember extends inactiveMemberTable.entity.class {}
inactiveMemberTable.entity.setClass(InactiveMember);

/** Users with one of these ids that the client has deactivated. */
export const findDeactivated = (em: EntityManager, ids: readonly number[]): Promise<ProvisionedUser[]> =>
  em.find(ProvisionedUser, { active: false, userId: { $in: [...ids] } });

/** Replaces the deactivated members of a group. */
export async function storeInactive(em: EntityManager, groupId: number, users: readonly ProvisionedUser[]): Promise<void> {
  await em.nativeDelete(InactiveMember, { groupId, userId: { $nin: users.map(({ userId }) => userId) } });
  if (users.length > 0)
    await em.upsertMany(
      InactiveMember,
      users.map(({ userId }) => ({ groupId, userId })),
    );
}

/** Adds a user, who is active again, to the groups that the client put it in while it was not. */
export async function joinGroups(context: Context, userId: number): Promise<void> {
  const waiting = await context.em.find(InactiveMember, { userId }, { orderBy: { groupId: 'asc' } });
  await context.em.nativeDelete(InactiveMember, { userId });
  await context.em.flush();
  for (const { groupId } of waiting) {
    const { name, users } = await readGroup(context.em, groupId);
    await updateGroup(context, groupId, { name, users: [...users, { user: { id: userId } }] });
  }
}
