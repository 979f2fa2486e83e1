import { principalKey } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type } from 'typebox';
import { tablesOf } from '../tables/tables.ts';
import { ChangeRequestShape } from '../request/change-request.schema.ts';
import { ChangeRequest, maySee } from '../request/change-request.ts';
import { serializeListed } from '../request/serialize-request.ts';
import { activeStates, openStates } from '../request/state-machine.ts';

const projectPath = '/api/admin/projects/:projectId/change-requests';
const ofProject = { projectId: Type.String() };
const maxListed = 100;

const own = {
  method: 'get',
  summary: 'List the caller’s open change requests: drafts, in review and approved',
  permission: 'authenticated',
  params: Type.Object(ofProject),
  answers: { 200: Type.Array(ChangeRequestShape) },
  failures: ['NotFoundError'],
} as const;

export const listPendingRoute = route({ ...own, path: `${projectPath}/pending` }, ({ params }, context) =>
  listPending(context, params.projectId),
);

export const listOpenRoute = route(
  { ...own, path: `${projectPath}/open`, deprecated: 'Use /pending, which returns the same.' },
  ({ params }, context) => listPending(context, params.projectId),
);

/** At most one per environment, plus additional drafts from imports. */
async function listPending({ em, actor }: ReadContext, project: string): Promise<ChangeRequestShape[]> {
  const where = { project, author: principalKey(actor), state: { $in: [...activeStates] } };
  return serializePending(em, await em.find(ChangeRequest, where, { orderBy: { id: 'desc' }, limit: maxListed }));
}

export const listPendingOfFeatureRoute = route(
  {
    method: 'get',
    path: `${projectPath}/pending/:featureName`,
    agents: true,
    summary: 'List the open change requests that affect a feature, newest first, with only its changes',
    permission: 'authenticated',
    params: Type.Object({ ...ofProject, featureName: Type.String() }),
    answers: { 200: Type.Array(ChangeRequestShape) },
    failures: ['NotFoundError'],
  },
  ({ params }, context) => listPendingOfFeature(context, params.projectId, params.featureName),
);

async function listPendingOfFeature(context: ReadContext, project: string, feature: string): Promise<ChangeRequestShape[]> {
  const { em } = context;
  const ids = await findTouching(em, project, feature);
  const requests = await em.find(ChangeRequest, { id: { $in: ids } }, { orderBy: { id: 'desc' } });
  const visible = requests.filter((request) => maySee(context, request)).slice(0, maxListed);
  const shown = await serializePending(em, visible);
  return shown.map((request) => ({ ...request, features: request.features.filter(({ name }) => name === feature), segments: [] }));
}

async function findTouching(em: EntityManager, project: string, feature: string): Promise<number[]> {
  const touching = await tablesOf(em)
    .selectFrom('change_request')
    .innerJoin('proposed_change', 'proposed_change.request_id', 'change_request.id')
    .where('change_request.project_id', '=', project)
    .where('change_request.state', 'in', [...openStates])
    .where('proposed_change.feature_name', '=', feature)
    .select('change_request.id')
    .distinct()
    .execute();
  return touching.map(({ id }) => id);
}

/** Assumed size of a request without a stored size. */
const unknownBytes = 1_000_000;
const maxListedBytes = 4_000_000;

/** Includes payloads of the newest requests, up to 4 MB in total. */
function serializePending(em: EntityManager, requests: readonly ChangeRequest[]): Promise<ChangeRequestShape[]> {
  let bytes = 0;
  const fitting = requests.filter(({ payloadBytes }) => (bytes += payloadBytes ?? unknownBytes) <= maxListedBytes);
  return serializeListed(em, requests, fitting);
}
