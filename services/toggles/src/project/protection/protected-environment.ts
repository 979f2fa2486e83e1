import type { Protection } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { type Policy, protectedEnvironmentTable } from '../../tables/project.ts';

/** The default policy. */
export const plainPolicy: Policy = { selfApproval: false, reviewers: null, secondApprovalAbove: null, freezes: [], reasonRequired: false };

/**
 * An environment of a project whose features can only be changed by change request. The row is deleted with the project, with
 * the environment, and when the project stops using it.
 */
export class ProtectedEnvironment extends protectedEnvironmentTable.entity.class {}
protectedEnvironmentTable.entity.setClass(ProtectedEnvironment);

/** The requirements for changes in the environment of the project; null if it requires no change requests. */
export async function readProtection(em: EntityManager, project: string, environment: string): Promise<Protection | null> {
  const row = await em.findOne(ProtectedEnvironment, { project, environment });
  return row && protectionOf(row);
}

export const protectionOf = ({ requiredApprovals, policy }: Pick<ProtectedEnvironment, 'requiredApprovals' | 'policy'>): Protection => ({
  requiredApprovals,
  ...policy,
});
