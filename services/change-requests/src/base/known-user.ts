import { type Principal, system } from '@signalbox/contracts';
import { knownMemberTable, knownUserTable } from '../tables/known.ts';

/** A user of identity, for as long as there is one. Service accounts and workloads are none. */
export class KnownUser extends knownUserTable.entity.class {}
knownUserTable.entity.setClass(KnownUser);

/** That a user belongs to a group of identity. */
export class KnownMember extends knownMemberTable.entity.class {}
knownMemberTable.entity.setClass(KnownMember);

/** Whoever has the root role and belongs to the groups, as decisions on access see them. */
export const principalOf = (id: number | null, rootRole: number | null, groups: readonly number[]): Principal => ({
  ...system,
  kind: 'user',
  id,
  name: `user ${id}`,
  rootRole,
  groups: [...groups],
});
