import { defineEntity, p } from '@mikro-orm/core';

export const protectedEnvironmentEntity = defineEntity({
  name: 'ProtectedEnvironment',
  tableName: 'protected_environment',
  properties: {
    project: p.string().fieldName('project_id').primary(),
    environment: p.string().primary(),
    requiredApprovals: p.integer().fieldName('required_approvals'),
  },
});

/** An environment of a project whose features are changed by change request alone. */
export class ProtectedEnvironment extends protectedEnvironmentEntity.class {}
protectedEnvironmentEntity.setClass(ProtectedEnvironment);
