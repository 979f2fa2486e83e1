import type { Principal } from '@signalbox/contracts';
import type { OpenContext } from '@signalbox/kit';
import { KnownMember, KnownUser, principalOf } from './known-user.ts';

/**
 * Users and service accounts as they are now, by id. The caller's own principal stays, because the events of its account may not have
 * arrived yet.
 */
export async function currentPrincipals(
  { actor, em }: Pick<OpenContext, 'actor' | 'em'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Principal>> {
  const users = new Map((await em.find(KnownUser, { id: { $in: [...ids] } })).map((user) => [user.id, user]));
  const memberships = await em.find(KnownMember, { userId: { $in: [...ids] } });
  const principalFor = (id: number) => {
    const groups = memberships.filter(({ userId }) => userId === id).map(({ groupId }) => groupId);
    return id === actor.id ? actor : principalOf(id, users.get(id)?.rootRole ?? null, groups);
  };
  return new Map(ids.map((id) => [id, principalFor(id)]));
}
