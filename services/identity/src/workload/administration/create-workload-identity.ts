import { Failure, roleIds, workloadIdentityCreated } from '@signalbox/contracts';
import { type Context, Reply, routeWith } from '@signalbox/kit';
import { RoleGrant } from '../../access/grant/role-grant.ts';
import { publishAccess } from '../../base/access-broadcast.ts';
import { claimRevision } from '../../base/revision.ts';
import type { GuardedFetch, OutboundState } from '@signalbox/outbound';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';
import { findProject, refuseToHandOut } from '../../membership/project-access/project-grants.ts';
import { isTaken } from '../../user/user-rules.ts';
import { User } from '../../user/user.ts';
import { refuseLooseRules } from '../identity/claim-rules.ts';
import { findWorkload, type Workload, WorkloadIdentity } from '../identity/workload-identity.ts';
import {
  serializeWorkload,
  workloadDefaults,
  workloadFact,
  WorkloadIdentityInput,
  WorkloadIdentityShape,
} from '../identity/workload-identity.schema.ts';

export const createWorkloadIdentityRoute = routeWith<OutboundState>()(
  {
    method: 'post',
    path: '/api/admin/workload-identities',
    summary: 'Create a workload identity, so that workloads such as CI jobs can work in a project without a stored secret',
    permission: 'ADMIN',
    body: WorkloadIdentityInput,
    answers: { 201: WorkloadIdentityShape },
    headers: { Location: 'The id of the workload identity.' },
    failures: ['BadDataError', 'NameExistsError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [workloadIdentityCreated],
    transaction: { none: 'because the settings of the process decide which issuers are reachable', repetitions: 'replayed' },
  },
  async ({ body }, context) => {
    refuseIssuer(body, context.state.outbound);
    const workload = serializeWorkload(await context.write((work) => createWorkloadIdentity(work, body)));
    return new Reply(workload, { headers: { location: `workload-identities/${workload.id}` } });
  },
);

/** Throws 400 for an invalid or forbidden issuer, and for claims that any workload could match. */
export function refuseIssuer({ issuer, claims }: WorkloadIdentityInput, outbound: GuardedFetch): void {
  outbound.refuse(issuer);
  const { search, hash } = new URL(issuer);
  if (search || hash) throw new Failure('BadDataError', 'issuer must not have a query or a fragment.', { path: 'issuer' });
  refuseLooseRules(claims);
}

/** Locks the access version, so that one of two workload identities with the same name is refused. */
async function createWorkloadIdentity(context: Context, input: WorkloadIdentityInput): Promise<Workload> {
  const { em } = context;
  await refuseWithoutProof(context);
  const accessVersion = await claimRevision(em);
  await refuseRoles(context, input);
  if (await isTaken(em, { username: input.name }))
    throw new Failure('NameExistsError', `The name ${input.name} is already taken. Choose another name.`, { path: 'name' });
  const user = em.create(User, {
    kind: 'workload',
    username: input.name,
    name: null,
    email: null,
    passwordHash: null,
    rootRole: roleIds.viewer,
    accessVersion,
    loginAttempts: 0,
    seenAt: null,
    createdAt: context.now(),
    deletedAt: null,
  });
  await em.flush(); // The flush assigns the id that the other rows refer to.
  const { issuer, audience, claims, project: projectId } = input;
  em.create(WorkloadIdentity, { ...workloadDefaults, ...limitsOf(input), userId: user.id, issuer, audience, claims, projectId });
  grantRoles(context, user.id, input);
  await em.flush();
  const workload = await findWorkload(em, user.id);
  publishAccess(context, [user.id]);
  context.publish(workloadIdentityCreated, { project: projectId, data: workloadFact(workload) });
  return workload;
}

/** Given values of the input's properties with defaults. */
export const limitsOf = ({ tokenLifetimeSeconds, enabled }: WorkloadIdentityInput) => ({
  ...(tokenLifetimeSeconds !== undefined && { tokenLifetimeSeconds }),
  ...(enabled !== undefined && { enabled }),
});

/**
 * Throws 404 if the project does not exist, 400 unless all roles are project roles, and 403 if one gives more rights than the actor has.
 */
export async function refuseRoles(context: Context, { project, roles }: WorkloadIdentityInput): Promise<void> {
  await findProject(context.em, project);
  await refuseToHandOut(context, project, new Set(roles));
}

export function grantRoles({ em, now }: Context, userId: number, { project: projectId, roles }: WorkloadIdentityInput): void {
  for (const roleId of new Set(roles)) em.create(RoleGrant, { userId, groupId: null, roleId, projectId, createdAt: now() });
}
