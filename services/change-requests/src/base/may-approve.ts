import type { OpenContext } from '@signalbox/kit';
import { KnownMember, KnownUser, principalOf } from './known-user.ts';

/**
 * The ids of the users and service accounts that currently have APPROVE_CHANGE_REQUEST in the environment. Uses the caller's
 * own principal, because the events of its account may not have arrived yet.
 */
export async function mayApprove(
  { access, actor, em }: Pick<OpenContext, 'access' | 'actor' | 'em'>,
  where: { readonly project: string; readonly environment: string },
  among: readonly number[],
): Promise<number[]> {
  const users = new Map((await em.find(KnownUser, { id: { $in: [...among] } })).map((user) => [user.id, user]));
  const memberships = await em.find(KnownMember, { userId: { $in: [...among] } });
  return among.filter((id) => {
    const groups = memberships.filter(({ userId }) => userId === id).map(({ groupId }) => groupId);
    const known = principalOf(id, users.get(id)?.rootRole ?? null, groups);
    return access.allows(id === actor.id ? actor : known, ['APPROVE_CHANGE_REQUEST'], where);
  });
}
