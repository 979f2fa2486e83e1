import { Type } from 'typebox';
import { defineEvent } from './define-event.ts';
import { project } from './scope.ts';

const WorkloadIdentity = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  issuer: Type.String(),
  audience: Type.String(),
  claims: Type.Record(Type.String(), Type.Array(Type.String())),
  roles: Type.Array(Type.Integer()),
  tokenLifetimeSeconds: Type.Integer(),
  enabled: Type.Boolean(),
});

export const workloadIdentityCreated = defineEvent('identity', 'workload-identity-created', {
  when: 'an administrator creates a workload identity',
  scope: project,
  data: WorkloadIdentity,
});

export const workloadIdentityUpdated = defineEvent('identity', 'workload-identity-updated', {
  when: 'an administrator updates a workload identity',
  scope: project,
  data: WorkloadIdentity,
  preData: WorkloadIdentity,
});

export const workloadIdentityDeleted = defineEvent('identity', 'workload-identity-deleted', {
  when: 'a workload identity is deleted with its tokens, by an administrator or with its project',
  scope: project,
  preData: WorkloadIdentity,
});

export const workloadTokenIssued = defineEvent('identity', 'workload-token-issued', {
  when: 'a workload exchanges a token of its issuer; its claims identify the workload',
  scope: project,
  data: Type.Object({
    id: Type.Integer(),
    name: Type.String(),
    issuer: Type.String(),
    subject: Type.String(),
    /** Only the claims that the rule requires. */
    claims: Type.Record(Type.String(), Type.String()),
    tokenId: Type.Integer(),
    expiresAt: Type.String(),
  }),
});
