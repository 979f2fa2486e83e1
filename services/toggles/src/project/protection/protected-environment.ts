import type { Protection } from '@signalbox/contracts';
import { type EntityManager } from '@signalbox/kit';
import { type Policy, protectedEnvironmentTable } from '../../tables/project.ts';

/** What is demanded where nothing else is said. */
export const plainPolicy: Policy = { selfApproval: false, reviewers: null, secondApprovalAbove: null, freezes: [], reasonRequired: false };

/**
 * An environment of a project whose features are changed by change request alone. The row goes with the project, with the
 * environment, and when the project stops using it.
 */
export class ProtectedEnvironment extends protectedEnvironmentTable.entity.class {}
protectedEnvironmentTable.entity.setClass(ProtectedEnvironment);

/** What the environment of the project demands of changes; null where it asks for no change requests. */
export async function readProtection(em: EntityManager, project: string, environment: string): Promise<Protection | null> {
  const row = await em.findOne(ProtectedEnvironment, { project, environment });
  return row && protectionOf(row);
}

export const protectionOf = ({ requiredApprovals, policy }: ProtectedEnvironment): Protection => ({ requiredApprovals, ...policy });
