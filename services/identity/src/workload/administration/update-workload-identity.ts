import { Failure, workloadIdentityUpdated } from '@signalbox/contracts';
import { type Context, routeWith } from '@signalbox/kit';
import { noteRights, withdrawGrantsOf } from '../../access/grant/role-grant.ts';
import { claimRevision } from '../../base/revision.ts';
import type { OutboundState } from '@signalbox/outbound';
import { refuseWithoutProof } from '../../credential/factor/refuse-without-proof.ts';
import { withdrawPersonalTokens } from '../../credential/personal-token/revoke-personal-token.ts';
import { isTaken } from '../../user/user-rules.ts';
import { findWorkload, type Workload } from '../identity/workload-identity.ts';
import {
  serializeWorkload,
  workloadDefaults,
  workloadFact,
  WorkloadIdentityInput,
  WorkloadIdentityShape,
  workloadParams,
} from '../identity/workload-identity.schema.ts';
import { grantRoles, limitsOf, refuseIssuer, refuseRoles } from './create-workload-identity.ts';

export const updateWorkloadIdentityRoute = routeWith<OutboundState>()(
  {
    method: 'put',
    path: '/api/admin/workload-identities/:id',
    summary: 'Replace a workload identity; a change revokes its tokens',
    permission: 'ADMIN',
    params: workloadParams,
    body: WorkloadIdentityInput,
    answers: { 200: WorkloadIdentityShape },
    failures: ['BadDataError', 'NameExistsError', 'NoAccessError', 'NotFoundError', 'StepUpRequired'],
    events: [workloadIdentityUpdated],
    transaction: { none: 'because the settings of the process decide which issuers are reachable', repetitions: 'replayed' },
  },
  async ({ params, body }, context) => {
    refuseIssuer(body, context.state.outbound);
    return serializeWorkload(await context.write((work) => updateWorkloadIdentity(work, params.id, body)));
  },
);

/** Revokes existing tokens, because the new rules might not issue them, and the name may have changed. */
async function updateWorkloadIdentity(context: Context, id: number, input: WorkloadIdentityInput): Promise<Workload> {
  const { em } = context;
  await refuseWithoutProof(context);
  await claimRevision(em);
  const before = await findWorkload(em, id);
  const preData = workloadFact(before);
  if (input.project !== before.identity.projectId)
    throw new Failure('BadDataError', 'The project of a workload identity cannot change. Create another identity for another project.', {
      path: 'project',
    });
  await refuseRoles(context, input);
  await rename(context, before, input.name);
  const { issuer, audience, claims } = input;
  Object.assign(before.identity, workloadDefaults, limitsOf(input), { issuer, audience, claims });
  if (new Set(before.roles).symmetricDifference(new Set(input.roles)).size > 0) {
    await withdrawGrantsOf(context, id);
    grantRoles(context, id, input);
  }
  await em.flush();
  const workload = await findWorkload(em, id);
  const data = workloadFact(workload);
  if (JSON.stringify(data) === JSON.stringify(preData)) return workload;
  await withdrawPersonalTokens(context, id);
  await noteRights(context, [id]);
  context.publish(workloadIdentityUpdated, { project: input.project, data, preData });
  return workload;
}

async function rename({ em }: Context, { user }: Workload, name: string): Promise<void> {
  if (user.username === name) return;
  if (await isTaken(em, { username: name }))
    throw new Failure('NameExistsError', `The name ${name} is already taken. Choose another name.`, { path: 'name' });
  user.username = name;
}
