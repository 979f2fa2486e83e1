import { DateTime, Failure, principalKey } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeAuthor, ChangeRequestState, presentAuthor, ScheduleShape } from '../request/change-request.schema.ts';
import { ChangeRequest, isAdministrator } from '../request/change-request.ts';
import { findDecided, presentDecided } from '../request/present-request.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { closedStates, states } from '../request/state-machine.ts';
import { RequestedApprover } from '../reviewer/requested-approver.ts';

const userCondition = Type.String({ pattern: '^IS:[0-9]{1,10}$' });

const Query = Type.Object({
  /** `IS:7`: proposed by the user with this id. */
  createdBy: Type.Optional(userCondition),
  /** `IS:7`: the user with this id was asked to look at it. */
  requestedApproverId: Type.Optional(userCondition),
  /** `IS:open` or `IS:closed`. */
  state: Type.Optional(Type.Enum(['IS:open', 'IS:closed'])),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
type Query = Static<typeof Query>;

const FoundChangeRequest = Type.Object({
  id: Type.Integer(),
  title: Type.Optional(Type.String()),
  project: Type.String(),
  environment: Type.String(),
  state: ChangeRequestState,
  createdBy: ChangeAuthor,
  createdAt: DateTime,
  /** The names of the features that it changes. */
  features: Type.Array(Type.String()),
  /** The names of the segments that it changes. */
  segments: Type.Array(Type.String()),
  schedule: Type.Optional(ScheduleShape),
});
type FoundChangeRequest = Static<typeof FoundChangeRequest>;

export const searchChangeRequestsRoute = route(
  {
    method: 'get',
    path: '/api/admin/search/change-requests',
    summary: 'Search the change requests of all projects that the caller may see, the newest first',
    permission: 'authenticated',
    query: Query,
    answers: { 200: Type.Object({ changeRequests: Type.Array(FoundChangeRequest), total: Type.Integer() }) },
    failures: ['ValidationError'],
  },
  ({ query }, context) => searchChangeRequests(context, query),
);

const defaultLimit = 50;

async function searchChangeRequests(context: ReadContext, query: Query) {
  const where = await whereOf(context, query);
  const page = { orderBy: { id: 'desc' }, offset: query.offset ?? 0, limit: query.limit ?? defaultLimit } as const;
  const requests = await context.em.find(ChangeRequest, where, page);
  return { changeRequests: await presentFound(context.em, requests), total: await context.em.count(ChangeRequest, where) };
}

async function whereOf(context: ReadContext, { createdBy, requestedApproverId, state }: Query) {
  const visible = context.access.visibleTo(context.actor);
  const openStates = states.filter((known) => !closedStates.includes(known));
  return {
    ...(visible !== 'all' && { project: { $in: [...visible] } }),
    ...(createdBy !== undefined && { createdByUserId: userIn('createdBy', createdBy) }),
    ...(requestedApproverId !== undefined && {
      id: { $in: await askedOf(context.em, userIn('requestedApproverId', requestedApproverId)) },
    }),
    ...(state !== undefined && { state: { $in: state === 'IS:open' ? openStates : [...closedStates] } }),
    ...(!isAdministrator(context) && { $or: [{ state: { $ne: 'Draft' as const } }, { author: principalKey(context.actor) }] }),
  };
}

function userIn(path: string, condition: string): number {
  const id = Number(condition.slice('IS:'.length));
  if (id <= 2_147_483_647) return id;
  throw new Failure('ValidationError', `${path} must name a user as IS:7; got ${condition}`, { path });
}

const maxAsked = 10_000;

/** The newest requests that the user was asked to look at. */
async function askedOf(em: EntityManager, userId: number): Promise<number[]> {
  const asked = await em.find(RequestedApprover, { userId }, { orderBy: { requestId: 'desc' }, limit: maxAsked });
  return asked.map(({ requestId }) => requestId);
}

async function presentFound(em: EntityManager, requests: readonly ChangeRequest[]): Promise<FoundChangeRequest[]> {
  const ids = requests.map(({ id }) => id);
  const fields = { fields: ['requestId', 'feature', 'segment'], orderBy: { sortOrder: 'asc' } } as const;
  const changes = Map.groupBy(await em.find(ProposedChange, { requestId: { $in: ids } }, fields), ({ requestId }) => requestId);
  const decided = await findDecided(em, ids);
  return requests.map((request) => {
    const { id, title, project, environment, state, createdByUserId, createdBy, createdAt } = request;
    const own = changes.get(id) ?? [];
    const { schedule } = presentDecided(request, decided, '');
    return {
      id,
      ...(title && { title }),
      project,
      environment,
      state,
      createdBy: presentAuthor(createdByUserId, createdBy),
      createdAt: createdAt.toISOString(),
      features: [...new Set(own.flatMap(({ feature }) => feature ?? []))],
      segments: [...new Set(own.flatMap(({ feature, segment }) => (feature === null && segment ? [segment] : [])))],
      ...(schedule && { schedule }),
    };
  });
}
