import { Failure } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { User } from '../../user/user.ts';
import { workloadIdentityTable } from '../../tables/workload.ts';

/** Identity of an issuer's workloads, such as the jobs of a CI system, whose tokens match the rules. */
export class WorkloadIdentity extends workloadIdentityTable.entity.class {}
workloadIdentityTable.entity.setClass(WorkloadIdentity);

/** A workload identity with its row in users, and its current roles in the project. */
export interface Workload {
  readonly user: User;
  readonly identity: WorkloadIdentity;
  readonly roles: readonly number[];
}

/** Null if it does not exist. */
export async function readWorkload(em: EntityManager, userId: number): Promise<Workload | null> {
  const [workload] = await readWorkloads(em, { userId });
  return workload ?? null;
}

/** Throws 404 if it does not exist. */
export async function findWorkload(em: EntityManager, id: number): Promise<Workload> {
  const workload = await readWorkload(em, id);
  if (!workload) throw new Failure('NotFoundError', `There is no workload identity ${id}.`);
  return workload;
}

/** Workload identities in the order of creation. */
export async function readWorkloads(em: EntityManager, which: { userId?: number; projectId?: string } = {}): Promise<Workload[]> {
  const identities = await em.find(WorkloadIdentity, which, { orderBy: { userId: 'asc' } });
  const ids = identities.map(({ userId }) => userId);
  const users = new Map((await em.find(User, { id: { $in: ids }, deletedAt: null })).map((user) => [user.id, user]));
  const grants = Map.groupBy(await em.find(RoleGrant, { userId: { $in: ids } }, { orderBy: { id: 'asc' } }), ({ userId }) => userId);
  return identities.flatMap((identity) => {
    const user = users.get(identity.userId);
    const roles = (grants.get(identity.userId) ?? []).map(({ roleId }) => roleId);
    return user ? [{ user, identity, roles }] : [];
  });
}
