import { groupUpdated } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { noteRights } from '../../access/grant/role-grant.ts';
import { Group, GroupMember } from '../../access/grant/group.ts';
import { readGroup } from '../../membership/group/get-group.ts';
import { groupFact } from '../../membership/group/group.schema.ts';

/**
 * Adds the user to the groups mapped to these groups of the identity provider, and removes it from groups that an earlier login added it
 * to (reference, identity side §2.10). Memberships that administrators created stay. The caller has locked the access version.
 */
export async function syncGroups(context: Context, userId: number, names: readonly string[]): Promise<void> {
  const { em } = context;
  const groupNames = new Set(names);
  const mapped = (await em.find(Group, {}))
    .filter(({ mappingsSSO }) => mappingsSSO.some((name) => groupNames.has(name)))
    .map(({ id }) => id);
  const memberships = await em.find(GroupMember, { userId });
  const joined = mapped.filter((id) => !memberships.some(({ groupId }) => groupId === id));
  const left = memberships.filter(({ groupId, bySso }) => bySso && !mapped.includes(groupId)).map(({ groupId }) => groupId);
  if (joined.length + left.length === 0) return;
  const before = new Map(await factsOf(context, [...joined, ...left]));
  if (left.length > 0) await em.nativeDelete(GroupMember, { userId, groupId: { $in: left } });
  for (const groupId of joined)
    em.create(GroupMember, { groupId, userId, bySso: true, createdBy: context.actor.name, joinedAt: context.now() });
  await em.flush();
  await noteRights(context, [userId]);
  for (const [id, data] of await factsOf(context, [...joined, ...left]))
    context.publish(groupUpdated, { data, preData: before.get(id) ?? data });
}

async function factsOf({ em }: Context, ids: readonly number[]): Promise<(readonly [number, ReturnType<typeof groupFact>])[]> {
  return Promise.all(ids.map(async (id) => [id, groupFact(await readGroup(em, id))] as const));
}
