import { Failure, principalKey } from '@signalbox/contracts';
import { type EntityManager, type ReadContext, route } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeRequest, isAdministrator } from '../request/change-request.ts';
import { openStates } from '../request/state-machine.ts';
import { type State, states } from '../tables/change-request.ts';
import { RequestedApprover } from '../move/requested-approver.ts';
import { FoundChangeRequest, serializeFound } from './found-change-request.ts';
import { findWaiting, visibleTo } from './waiting.ts';

const userCondition = Type.String({ pattern: '^IS:[0-9]{1,10}$' });

const Query = Type.Object({
  /** `IS:7`: proposed by the user with this id. */
  createdBy: Type.Optional(userCondition),
  /** `IS:7`: with a requested review of the user with this id. */
  requestedApproverId: Type.Optional(userCondition),
  /** `IS:open`, `IS:closed`, or one state, as in `IS:In review`. */
  state: Type.Optional(Type.Enum(['IS:open', 'IS:closed', ...states.map((state) => `IS:${state}` as const)])),
  /** `IS:shop`: of the project with this id. */
  project: Type.Optional(Type.String({ pattern: '^IS:.{1,100}$' })),
  /** `me`: waiting for the caller to approve, apply or acknowledge. Covers the newest thousand. */
  waitingFor: Type.Optional(Type.Literal('me')),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
});
type Query = Static<typeof Query>;

export const searchChangeRequestsRoute = route(
  {
    method: 'get',
    path: '/api/admin/search/change-requests',
    summary: 'Search the change requests of all projects visible to the caller, newest first',
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
  return { changeRequests: await serializeFound(context.em, requests), total: await context.em.count(ChangeRequest, where) };
}

async function whereOf(context: ReadContext, { createdBy, requestedApproverId, state, project, waitingFor }: Query) {
  return {
    $and: [
      visibleTo(context),
      ...(project === undefined ? [] : [{ project: valueOf(project) }]),
      ...(createdBy === undefined ? [] : [{ createdByUserId: userIn('createdBy', createdBy) }]),
      ...(requestedApproverId === undefined
        ? []
        : [{ id: { $in: await requestedOf(context.em, userIn('requestedApproverId', requestedApproverId)) } }]),
      ...(waitingFor === undefined ? [] : [{ id: { $in: (await findWaiting(context)).map(({ id }) => id) } }]),
      ...(state === undefined ? [] : [{ state: conditionOf(state) }]),
      ...(isAdministrator(context) ? [] : [{ $or: [{ state: { $ne: 'Draft' as const } }, { author: principalKey(context.actor) }] }]),
    ],
  };
}

const valueOf = (condition: string): string => condition.slice('IS:'.length);

/** Nearly all requests are closed. Searching for "not open" makes the database read them by id rather than by state. */
function conditionOf(condition: string) {
  const named = valueOf(condition);
  if (named === 'open') return { $in: [...openStates] };
  return named === 'closed' ? { $nin: [...openStates] } : (named as State);
}

function userIn(path: string, condition: string): number {
  const id = Number(valueOf(condition));
  if (id <= 2_147_483_647) return id;
  throw new Failure('ValidationError', `${path} must be a user in the form IS:7; got ${condition}`, { path });
}

const maxRequested = 10_000;

/** Ids of the newest requests with a requested review of the user. */
async function requestedOf(em: EntityManager, userId: number): Promise<number[]> {
  const rows = await em.find(RequestedApprover, { userId }, { orderBy: { requestId: 'desc' }, limit: maxRequested });
  return rows.map(({ requestId }) => requestId);
}
