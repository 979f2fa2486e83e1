import { Failure, nullable, RowId } from '@signalbox/contracts';
import type { Context, EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { Group } from '../../access/grant/group.ts';
import { findRootRole } from '../../access/role/role.ts';
import { membersOnly, User } from '../../user/user.ts';

const maxUsers = 10_000;
const maxMappings = 100;

const MemberInput = Type.Object({ user: Type.Object({ id: RowId }) });

/** The maximum of Microsoft Entra. Other directories allow at most 255 characters. */
const maxGroupName = 256;

export const GroupNameText = Type.String({ minLength: 1, maxLength: maxGroupName, pattern: '^\\S(?:.*\\S)?$' });

/** A group as requests describe it. `mappingsSSO` are names of the identity provider's groups. */
export const GroupInput = Type.Object({
  name: GroupNameText,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  mappingsSSO: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: maxGroupName }), { maxItems: maxMappings })),
  rootRole: Type.Optional(nullable(RowId)),
  users: Type.Optional(Type.Array(MemberInput, { maxItems: maxUsers })),
});
export type GroupInput = Static<typeof GroupInput>;

/** Throws 409 if another group has the name. The caller has locked the access version. */
export async function refuseGroupName(em: EntityManager, name: string, own?: number): Promise<void> {
  const group = await em.findOne(Group, { name });
  if (!group || group.id === own) return;
  throw groupNameTaken(name);
}

export const groupNameTaken = (name: string): Failure =>
  new Failure('NameExistsError', `A group named ${name} already exists. Choose another name.`);

/** The ids without duplicates. Throws 400 for a user that does not exist or was deleted. */
export async function findMembers(em: EntityManager, users: NonNullable<GroupInput['users']>): Promise<number[]> {
  const ids = [...new Set(users.map(({ user }) => user.id))];
  const known = new Set((await em.find(User, { id: { $in: ids }, ...membersOnly })).map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Failure('BadDataError', `There is no user ${unknown}.`, { path: 'users' });
  return ids;
}

/** Sets the root role that members get in addition to their own; null removes it. Throws 400 unless it is a root role. */
export async function writeRootRole({ em, now }: Context, groupId: number, rootRole: number | null): Promise<void> {
  const roleId = rootRole === null ? null : (await findRootRole(em, rootRole)).id;
  await em.nativeDelete(RoleGrant, { groupId, projectId: null });
  if (roleId !== null) em.create(RoleGrant, { userId: null, groupId, roleId, projectId: null, createdAt: now() });
}
