import { Failure, type Role, roleIds } from '@signalbox/contracts';
import { type Context, type EntityManager, noAccess } from '@signalbox/kit';
import { compositeKey } from '@signalbox/table';
import { noteRights, RoleGrant } from '../../access/grant/role-grant.ts';
import { Group } from '../../access/grant/group.ts';
import { usersOf } from '../../access/grant/withdraw-grants.ts';
import { isRootRole, readRoles } from '../../access/role/role.ts';
import { claimRevision } from '../../base/revision.ts';
import { KnownProject } from '../../tables/projection.ts';
import { membersOnly, User } from '../../user/user.ts';

/** A role that a user or a group has in the project at hand. */
export interface Holding {
  readonly userId: number | null;
  readonly groupId: number | null;
  readonly roleId: number;
}

const keyOf = ({ userId, groupId, roleId }: Holding): string => compositeKey(userId, groupId, roleId);
const holdingOf = ({ userId, groupId, roleId }: RoleGrant): Holding => ({ userId: userId ?? null, groupId: groupId ?? null, roleId });

/** Grants in the project before and after a change. */
export interface AccessChange {
  readonly before: readonly Holding[];
  readonly after: readonly Holding[];
}

/**
 * Applies `change` to the grants in the project, and publishes the new rights; null if nothing changes. Locks the access version first, so
 * that the rules hold under races: an owned project keeps an owner (409), the actor cannot grant a permission that it lacks there (403),
 * and roles (400), users and groups (404) exist.
 */
export async function changeAccess(
  context: Context,
  projectId: string,
  change: (before: readonly Holding[]) => readonly Holding[],
): Promise<AccessChange | null> {
  const { em } = context;
  await claimRevision(em);
  await findProject(em, projectId);
  const grants = await em.find(RoleGrant, { projectId }, { orderBy: { id: 'asc' } });
  const before = grants.map(holdingOf);
  const requested = new Map(change(before).map((holding) => [keyOf(holding), holding]));
  const existing = new Set(before.map(keyOf));
  const after = [...requested.values()];
  const added = after.filter((holding) => !existing.has(keyOf(holding)));
  const removed = grants.filter((grant) => !requested.has(keyOf(holdingOf(grant))));
  if (added.length + removed.length === 0) return null;
  await refuseToHandOut(context, projectId, new Set(added.map(({ roleId }) => roleId)));
  await refuseUnknownHolders(em, added);
  refuseWithoutOwner(projectId, before, after);
  await em.nativeDelete(RoleGrant, { id: { $in: removed.map(({ id }) => id) } });
  for (const holding of added) em.create(RoleGrant, { ...holding, projectId, createdAt: context.now() });
  await noteRights(context, await usersOf(em, [...added, ...removed]));
  return { before, after };
}

/** Replaces the roles of one user or group in the project; null if nothing changes. */
export async function replaceRolesOf(
  context: Context,
  projectId: string,
  holder: Pick<Holding, 'userId' | 'groupId'>,
  roles: readonly number[],
): Promise<{ readonly before: number[]; readonly after: number[] } | null> {
  const isTheirs = ({ userId, groupId }: Holding) => userId === holder.userId && groupId === holder.groupId;
  const changed = await changeAccess(context, projectId, (before) => [
    ...before.filter((each) => !isTheirs(each)),
    ...roles.map((roleId) => ({ ...holder, roleId })),
  ]);
  const rolesIn = (holdings: readonly Holding[]) => holdings.filter(isTheirs).map(({ roleId }) => roleId);
  return changed && { before: rolesIn(changed.before), after: rolesIn(changed.after) };
}

/** Throws 404 if the project does not exist or was deleted. */
export async function findProject(em: EntityManager, id: string): Promise<void> {
  const project = await em.findOne(KnownProject, { id, deleted: false });
  if (project?.id !== id) throw new Failure('NotFoundError', `There is no project ${id}.`);
}

/** Roles that can be assigned in a project. */
export const readProjectRoles = async (em: EntityManager): Promise<Role[]> => (await readRoles(em)).filter((role) => !isRootRole(role));

/** Throws 400 unless all ids are project roles, and 403 if one gives more rights than the actor has there. */
export async function refuseToHandOut(context: Context, project: string, ids: ReadonlySet<number>): Promise<void> {
  const roles = new Map((await readProjectRoles(context.em)).map((role) => [role.id, role]));
  for (const id of ids) {
    const role = roles.get(id);
    if (!role) throw new Failure('BadDataError', `There is no project role ${id}.`, { path: 'roles' });
    refuseHigherRole(context, project, role);
  }
}

/** Throws 403 if the role gives a permission that the actor lacks there, in any environment that it applies to. */
function refuseHigherRole({ access, actor }: Context, project: string, { rights }: Role): void {
  for (const { permission, environment } of rights) {
    const where = { project, ...(environment !== undefined && { environment }) };
    if (!access.allows(actor, [permission], where)) throw noAccess([permission], where);
  }
}

async function refuseUnknownHolders(em: EntityManager, holdings: readonly Holding[]): Promise<void> {
  const users = [...new Set(holdings.flatMap(({ userId }) => userId ?? []))];
  const groups = [...new Set(holdings.flatMap(({ groupId }) => groupId ?? []))];
  const knownUsers = new Set((await em.find(User, { id: { $in: users }, ...membersOnly })).map(({ id }) => id));
  const knownGroups = new Set((await em.find(Group, { id: { $in: groups } })).map(({ id }) => id));
  const [user, group] = [users.find((id) => !knownUsers.has(id)), groups.find((id) => !knownGroups.has(id))];
  if (user !== undefined) throw new Failure('NotFoundError', `There is no user ${user}.`);
  if (group !== undefined) throw new Failure('NotFoundError', `There is no group ${group}.`);
}

const isOwned = (holdings: readonly Holding[]): boolean => holdings.some(({ roleId }) => roleId === roleIds.owner);

/** Projects created by an API token have no owner, and need none. */
function refuseWithoutOwner(projectId: string, before: readonly Holding[], after: readonly Holding[]): void {
  if (isOwned(after) || !isOwned(before)) return;
  throw new Failure('ProjectWithoutOwnerError', `${projectId} would have no owner. Make another user or group its owner first.`);
}
