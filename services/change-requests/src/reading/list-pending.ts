import { principalKey } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { ChangeRequestShape } from '../request/change-request.schema.ts';
import { ChangeRequest, maySee } from '../request/change-request.ts';
import { presentRequests } from '../request/present-request.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { activeStates } from '../request/state-machine.ts';

const projectPath = '/api/admin/projects/:projectId/change-requests';
const ofProject = { projectId: Type.String() };
const maxListed = 100;

const own = {
  method: 'get',
  summary: 'List the own change requests that are open: drafts, in review and approved',
  permission: 'authenticated',
  params: Type.Object(ofProject),
  answers: { 200: Type.Array(ChangeRequestShape) },
  failures: ['NotFoundError'],
} as const;

export const listPendingRoute = route({ ...own, path: `${projectPath}/pending` }, ({ params }, context) =>
  listPending(context, params.projectId),
);

export const listOpenRoute = route(
  { ...own, path: `${projectPath}/open`, deprecated: 'the same as /pending, by its older name' },
  ({ params }, context) => listPending(context, params.projectId),
);

/** One in each environment, and those that imports had to open beside it. */
async function listPending({ em, actor }: ReadContext, project: string): Promise<ChangeRequestShape[]> {
  const where = { project, author: principalKey(actor), state: { $in: [...activeStates] } };
  return presentRequests(em, await em.find(ChangeRequest, where, { orderBy: { id: 'desc' }, limit: maxListed }));
}

export const listPendingOfFeatureRoute = route(
  {
    method: 'get',
    path: `${projectPath}/pending/:featureName`,
    summary: 'List the open change requests that touch a feature, with its changes alone, the newest first',
    permission: 'authenticated',
    params: Type.Object({ ...ofProject, featureName: Type.String() }),
    answers: { 200: Type.Array(ChangeRequestShape) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => listPendingOfFeature(context, params.projectId, params.featureName),
);

async function listPendingOfFeature(context: ReadContext, project: string, feature: string): Promise<ChangeRequestShape[]> {
  const { em } = context;
  const touching = await em.find(ProposedChange, { feature }, { fields: ['requestId'] });
  const ids = [...new Set(touching.map(({ requestId }) => requestId))];
  const where = { id: { $in: ids }, project, state: { $in: [...activeStates] } };
  const requests = await em.find(ChangeRequest, where, { orderBy: { id: 'desc' } });
  const visible = requests.filter((request) => maySee(context, request)).slice(0, maxListed);
  const shown = await presentRequests(em, visible);
  return shown.map((request) => ({ ...request, features: request.features.filter(({ name }) => name === feature), segments: [] }));
}
