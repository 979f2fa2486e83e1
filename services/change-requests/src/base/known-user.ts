import { type Principal, system } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { knownMemberTable, knownUserTable } from '../tables/known.ts';

/** An existing user of identity, without service accounts and workloads. */
export class KnownUser extends knownUserTable.entity.class {}
knownUserTable.entity.setClass(KnownUser);

/** Membership of a user in a group of identity. */
export class KnownMember extends knownMemberTable.entity.class {}
knownMemberTable.entity.setClass(KnownMember);

/** A user with this root role and these groups, for access decisions. */
export const principalOf = (id: number | null, rootRole: number | null, groups: readonly number[]): Principal => ({
  ...system,
  kind: 'user',
  id,
  name: `user ${id}`,
  rootRole,
  groups: [...groups],
});

/** The principal with the current root role and groups of its account. Root roles of service accounts are those of the given principal. */
export async function withCurrentRoles(em: EntityManager, principal: Principal): Promise<Principal> {
  const { id } = principal;
  if (id === null) return principal;
  const known = await em.findOne(KnownUser, { id });
  const memberships = await em.find(KnownMember, { userId: id });
  return {
    ...principal,
    rootRole: known ? (known.rootRole ?? null) : principal.rootRole,
    groups: memberships.map(({ groupId }) => groupId),
  };
}
