import type { Touched } from '@signalbox/contracts';
import { type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeRequest } from '../request/change-request.ts';
import { requestsTouching } from '../request/change-touch.ts';

const names = Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }));
const Touching = Type.Object({ feature: names, strategyId: names, variantForFlag: names });
type Touching = Static<typeof Touching>;

const ScheduledRequest = Type.Object({ id: Type.Integer(), environment: Type.String(), title: Type.Optional(Type.String()) });

export const listScheduledRoute = route(
  {
    method: 'get',
    path: '/api/admin/projects/:projectId/change-requests/scheduled',
    summary: 'List the scheduled change requests that affect a feature, a strategy, or the variants of a feature',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String() }),
    query: Touching,
    answers: { 200: Type.Array(ScheduledRequest) },
    failures: ['NotFoundError'],
  },
  ({ params, query }, context) => listScheduled(context, params.projectId, query),
);

/** Requests that touch any of the given subjects, lowest id first; none without a subject. */
async function listScheduled({ em }: ReadContext, project: string, touching: Touching): Promise<Static<typeof ScheduledRequest>[]> {
  const of = (kind: Touched['kind'], ids: readonly string[] = []) => ids.map((id) => ({ kind, id }));
  const touched = [...of('feature', touching.feature), ...of('strategy', touching.strategyId), ...of('variants', touching.variantForFlag)];
  const ids = await requestsTouching(em, touched);
  const requests = await em.find(ChangeRequest, { id: { $in: ids }, project, state: 'Scheduled' }, { orderBy: { id: 'asc' } });
  return requests.map(({ id, environment, title }) => ({ id, environment, ...(title && { title }) }));
}
