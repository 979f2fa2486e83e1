import { defineEntity, p } from '@mikro-orm/core';
import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';

export const provisionedUserEntity = defineEntity({
  name: 'ProvisionedUser',
  tableName: 'provisioned_user',
  properties: {
    userId: p.integer().fieldName('user_id').primary(),
    /** Lower-case, because SCIM compares it without regard to case. */
    userName: p.string().fieldName('user_name'),
    externalId: p.string().fieldName('external_id').nullable(),
    /** With the name, what the user gets back when it is activated again. */
    email: p.string().nullable(),
    name: p.string().nullable(),
    active: p.boolean(),
  },
});

/**
 * A user as a provisioning client (SCIM) describes it. `active: false` deletes the user, because every rule about credentials and roles knows
 * only existing and deleted users; `active: true` restores the same id, without roles and passwords.
 */
export class ProvisionedUser extends provisionedUserEntity.class {}
provisionedUserEntity.setClass(ProvisionedUser);

/** 403 for whom the provisioning client has deactivated: no log-in makes another user of that address. */
export async function refuseDeactivated(em: EntityManager, email: string): Promise<void> {
  const count = await em.count(ProvisionedUser, { active: false, $or: [{ email }, { userName: email }] });
  if (count > 0) throw new Failure('ForbiddenError', `The account ${email} has been deactivated.`);
}
