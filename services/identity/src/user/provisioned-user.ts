import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { provisionedUserTable } from '../tables/user.ts';

/**
 * A user as the provisioning client (SCIM) describes it. `active: false` deletes the user, because every rule about credentials and roles
 * distinguishes only existing and deleted users; `active: true` restores the same id, without roles and passwords.
 */
export class ProvisionedUser extends provisionedUserTable.entity.class {}
provisionedUserTable.entity.setClass(ProvisionedUser);

/** Throws 403 if the provisioning client has deactivated the account: no login creates another user with that address. */
export async function refuseDeactivated(em: EntityManager, email: string): Promise<void> {
  const count = await em.count(ProvisionedUser, { active: false, $or: [{ email }, { userName: email }] });
  if (count > 0) throw new Failure('ForbiddenError', `The account ${email} has been deactivated.`);
}
