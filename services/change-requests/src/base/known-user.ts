import { defineEntity, p } from '@mikro-orm/core';
import { type Principal, system } from '@signalbox/contracts';

export const knownUserEntity = defineEntity({
  name: 'KnownUser',
  tableName: 'known_user',
  properties: {
    id: p.integer().primary(),
    name: p.string().nullable(),
    username: p.string().nullable(),
    email: p.string().nullable(),
    rootRole: p.integer().fieldName('root_role').nullable(),
  },
});

/** A user of identity, for as long as there is one. Service accounts and workloads are none. */
export class KnownUser extends knownUserEntity.class {}
knownUserEntity.setClass(KnownUser);

export const knownMemberEntity = defineEntity({
  name: 'KnownMember',
  tableName: 'known_member',
  properties: {
    groupId: p.integer().fieldName('group_id').primary(),
    userId: p.integer().fieldName('user_id').primary(),
  },
});

/** That a user belongs to a group of identity. */
export class KnownMember extends knownMemberEntity.class {}
knownMemberEntity.setClass(KnownMember);

/** Whoever has the root role and belongs to the groups, as decisions on access see them. */
export const principalOf = (id: number | null, rootRole: number | null, groups: readonly number[]): Principal => ({
  ...system,
  kind: 'user',
  id,
  name: `user ${id}`,
  rootRole,
  groups: [...groups],
});
