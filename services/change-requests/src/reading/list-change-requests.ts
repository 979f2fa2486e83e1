import { principalKey } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { ChangeRequestShape } from '../request/change-request.schema.ts';
import { ChangeRequest, isAdministrator } from '../request/change-request.ts';
import { serializeListed } from '../request/serialize-request.ts';

const maxListed = 300;

export const listChangeRequestsRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests',
    summary: 'List the change requests of a project, newest first, without payloads',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String() }),
    answers: { 200: Type.Array(ChangeRequestShape) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => listChangeRequests(context, params.projectId),
);

/** Lists segments without payloads, and features without changes. */
async function listChangeRequests(context: ReadContext, project: string): Promise<ChangeRequestShape[]> {
  const { em, actor } = context;
  const notDrafts = isAdministrator(context) ? {} : { $or: [{ state: { $ne: 'Draft' as const } }, { author: principalKey(actor) }] };
  const requests = await em.find(ChangeRequest, { project, ...notDrafts }, { orderBy: { id: 'desc' }, limit: maxListed });
  const shown = await serializeListed(em, requests);
  return shown.map((request) => ({
    ...request,
    features: request.features.map((feature) => ({ ...feature, changes: [] })),
  }));
}
