import { defineEntity, p } from '@mikro-orm/core';
import type { Protection } from '@signalbox/contracts';
import { type EntityManager, JsonText } from '@signalbox/kit';

/** What an environment demands beyond a number of approvals. */
export type Policy = Omit<Protection, 'requiredApprovals'>;

/** What is demanded where nothing else is said. */
export const plainPolicy: Policy = { selfApproval: false, reviewers: null, secondApprovalAbove: null, freezes: [], reasonRequired: false };

export const protectedEnvironmentEntity = defineEntity({
  name: 'ProtectedEnvironment',
  tableName: 'protected_environment',
  properties: {
    project: p.string().fieldName('project_id').primary(),
    environment: p.string().primary(),
    requiredApprovals: p.integer().fieldName('required_approvals'),
    policy: p.type(JsonText).$type<Policy>(),
  },
});

/**
 * An environment of a project whose features are changed by change request alone. The row goes with the project, with the
 * environment, and when the project stops using it.
 */
export class ProtectedEnvironment extends protectedEnvironmentEntity.class {}
protectedEnvironmentEntity.setClass(ProtectedEnvironment);

/** What the environment of the project demands of changes; null where it asks for no change requests. */
export async function readProtection(em: EntityManager, project: string, environment: string): Promise<Protection | null> {
  const row = await em.findOne(ProtectedEnvironment, { project, environment });
  return row && protectionOf(row);
}

export const protectionOf = ({ requiredApprovals, policy }: ProtectedEnvironment): Protection => ({ requiredApprovals, ...policy });
