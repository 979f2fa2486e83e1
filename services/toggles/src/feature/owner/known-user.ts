import { type Principal, system, type userCreated, type userUpdated } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { knownUserTable } from '../../tables/instance.ts';

/** A user of identity who can own features. */
export class KnownUser extends knownUserTable.entity.class {}
knownUserTable.entity.setClass(KnownUser);

type UserEvent = ReceivedEvent<typeof userCreated | typeof userUpdated>;

/** Tracks users under the names that identity gives them in events. */
export const storeUser = async ({ em }: Context, { data: { id, username, email, rootRole } }: UserEvent): Promise<void> =>
  void (await em.upsert(KnownUser, { id, name: email ?? username ?? `user ${id}`, rootRole }));

/** Also accepts service accounts, which are known if they changed features of an earlier version. */
export const forgetUser = async ({ em }: Context, id: number): Promise<void> => void (await em.nativeDelete(KnownUser, { id }));

/** Returns true if the user sees the project through the own role, a role in the project, or a group with one. */
export const seesProject = ({ access }: Pick<Context, 'access'>, { id, name, rootRole }: KnownUser, project: string): boolean =>
  access.sees(principalOf(id, name, rootRole ?? null), project) || access.members(project).has(id);

const principalOf = (id: number, name: string, rootRole: number | null): Principal => ({ ...system, kind: 'user', id, name, rootRole });
