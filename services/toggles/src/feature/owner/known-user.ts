import { type Principal, system, type userCreated, type userUpdated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { knownUserTable } from '../../tables/instance.ts';

/** A user of identity, who can own features and approve steps of releases. */
export class KnownUser extends knownUserTable.entity.class {}
knownUserTable.entity.setClass(KnownUser);

type UserEvent = ReceivedEvent<typeof userCreated | typeof userUpdated>;

/** Tracks users under the names that identity gives them in events. */
export const storeUser = async ({ em }: Context, { data: { id, username, email, rootRole } }: UserEvent): Promise<void> =>
  void (await em.upsert(KnownUser, { id, name: email ?? username ?? `user ${id}`, rootRole }));

/** Stores the root role of the caller if no event has brought it, because the account is older than this service's copy of users. */
export async function learnCaller({ em, actor }: Pick<Context, 'em' | 'actor'>): Promise<void> {
  const { kind, id, name, rootRole } = actor;
  if (kind !== 'user' || id === null) return;
  if ((await em.count(KnownUser, { id, rootRole: { $ne: null } })) === 0) await em.upsert(KnownUser, { id, name, rootRole });
}

/** Also accepts service accounts, which are known if they changed features of an earlier version. */
export const forgetUser = async ({ em }: Context, id: number): Promise<void> => void (await em.nativeDelete(KnownUser, { id }));

/** Returns true if the user sees the project through the own role, a role in the project, or a group with one. */
export const seesProject = ({ access }: Pick<Context, 'access'>, { id, name, rootRole }: KnownUser, project: string): boolean =>
  access.sees(principalOf({ id, name, rootRole }), project) || access.members(project).has(id);

/** A user with these rights, for access decisions. */
export const principalOf = (
  { id, name, rootRole }: Pick<KnownUser, 'id' | 'name' | 'rootRole'>,
  groups: readonly number[] = [],
): Principal => ({ ...system, kind: 'user', id, name, rootRole: rootRole ?? null, groups: [...groups] });
