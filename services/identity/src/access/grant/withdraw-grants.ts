import type { Context, EntityManager } from '@signalbox/kit';
import { claimRevision } from '../../base/revision.ts';
import { noteRights, RoleGrant } from './role-grant.ts';
import { membersOf } from './group.ts';

type Holder = Pick<RoleGrant, 'userId' | 'groupId'>;

/** The users who have these grants, directly or through a group. */
export async function usersOf(em: EntityManager, holders: readonly Holder[]): Promise<number[]> {
  const groups = [...new Set(holders.flatMap(({ groupId }) => groupId ?? []))];
  return [...new Set([...holders.flatMap(({ userId }) => userId ?? []), ...(await membersOf(em, groups))])];
}

/** Withdraws all roles in a project. */
export async function withdrawGrants(context: Context, projectId: string): Promise<void> {
  await claimRevision(context.em);
  const grants = await context.em.find(RoleGrant, { projectId });
  await context.em.nativeDelete(RoleGrant, { projectId });
  await noteRights(context, await usersOf(context.em, grants));
}
