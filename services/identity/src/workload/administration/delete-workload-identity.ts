import { publicSignupTokenUpdated, workloadIdentityDeleted } from '@signalbox/contracts';
import { type Context, empty, route } from '@signalbox/kit';
import { retireUser } from '../../account/user/delete-user.ts';
import { claimRevision } from '../../base/revision.ts';
import { findWorkload, readWorkloads, type Workload } from '../identity/workload-identity.ts';
import { workloadFact, workloadParams } from '../identity/workload-identity.schema.ts';

export const deleteWorkloadIdentityRoute = route(
  {
    method: 'delete',
    path: '/api/admin/workload-identities/:id',
    summary: 'Delete a workload identity, its tokens and its roles',
    permission: 'ADMIN',
    params: workloadParams,
    answers: { 200: empty },
    failures: ['NotFoundError'],
    events: [publicSignupTokenUpdated, workloadIdentityDeleted],
  },
  ({ params }, context) => deleteWorkloadIdentity(context, params.id),
);

async function deleteWorkloadIdentity(context: Context, id: number): Promise<void> {
  const version = await claimRevision(context.em);
  await retireWorkload(context, await findWorkload(context.em, id), version);
}

/** Deletes all workload identities of a deleted project, because another project may get the same name. */
export async function deleteWorkloadIdentitiesOf(context: Context, projectId: string): Promise<void> {
  const version = await claimRevision(context.em);
  for (const workload of await readWorkloads(context.em, { projectId })) await retireWorkload(context, workload, version);
}

async function retireWorkload(context: Context, workload: Workload, version: number): Promise<void> {
  const preData = workloadFact(workload);
  const project = workload.identity.projectId;
  context.em.remove(workload.identity);
  await retireUser(context, workload.user, version);
  context.publish(workloadIdentityDeleted, { project, preData });
}
