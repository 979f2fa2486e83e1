import { route } from '@signalbox/kit';
import { Type } from 'typebox';
import { findWorkload, readWorkloads } from '../identity/workload-identity.ts';
import { serializeWorkload, WorkloadIdentityShape, workloadParams } from '../identity/workload-identity.schema.ts';

export const listWorkloadIdentitiesRoute = route(
  {
    method: 'get',
    path: '/api/admin/workload-identities',
    summary: 'List workload identities with their issuers, claims, roles and projects',
    permission: 'ADMIN',
    answers: { 200: Type.Object({ workloadIdentities: Type.Array(WorkloadIdentityShape) }) },
    failures: [],
  },
  async (_input, { em }) => ({ workloadIdentities: (await readWorkloads(em)).map(serializeWorkload) }),
);

export const getWorkloadIdentityRoute = route(
  {
    method: 'get',
    path: '/api/admin/workload-identities/:id',
    summary: 'Get a workload identity',
    permission: 'ADMIN',
    params: workloadParams,
    answers: { 200: WorkloadIdentityShape },
    failures: ['NotFoundError'],
  },
  async ({ params }, { em }) => serializeWorkload(await findWorkload(em, params.id)),
);
