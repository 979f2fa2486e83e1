import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { ProvisionedUser } from '../../user/provisioned-user.ts';
import { User } from '../../user/user.ts';

/** A user as SCIM sees it; `provisioned` is null for users created by administrators. */
export interface Provisioned {
  readonly user: User;
  readonly provisioned: ProvisionedUser | null;
}

/** Throws 404 if the user does not exist. Deactivated users exist. */
export async function findScimUser(em: EntityManager, id: number): Promise<Provisioned> {
  const user = await em.findOne(User, { id, kind: 'user' });
  const provisioned = await em.findOne(ProvisionedUser, { userId: id });
  if (!user || (user.deletedAt && provisioned?.active !== false)) throw new Failure('NotFoundError', `There is no user ${id}.`);
  return { user, provisioned };
}
