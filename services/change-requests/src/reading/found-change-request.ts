import { Agent, DateTime } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeAuthor, ChangeRequestState, serializeAuthor, ScheduleShape } from '../request/change-request.schema.ts';
import { type ChangeRequest, isReasonDue, titleOf } from '../request/change-request.ts';
import { findDecided, serializeDecided } from '../request/serialize-request.ts';
import { ProposedChange } from '../request/proposed-change.ts';

/** A request in lists across projects. */
export const FoundChangeRequest = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  project: Type.String(),
  environment: Type.String(),
  state: ChangeRequestState,
  createdBy: ChangeAuthor,
  /** The agent that proposed it for the author, if any. */
  via: Type.Optional(Agent),
  createdAt: DateTime,
  /** Names of the changed features. */
  features: Type.Array(Type.String()),
  /** Names of the changed segments. */
  segments: Type.Array(Type.String()),
  /** For direct writes: whether a review is still due. */
  review: Type.Optional(Type.Enum(['due', 'done'])),
  /** Set while the author has not given the reason of a direct write. */
  reasonDue: Type.Optional(Type.Literal(true)),
  schedule: Type.Optional(ScheduleShape),
});
export type FoundChangeRequest = Static<typeof FoundChangeRequest>;

/** Keeps the given order. */
export async function serializeFound(em: EntityManager, requests: readonly ChangeRequest[]): Promise<FoundChangeRequest[]> {
  const ids = requests.map(({ id }) => id);
  const fields = { fields: ['requestId', 'feature', 'segment'], orderBy: { sortOrder: 'asc' } } as const;
  const changes = Map.groupBy(await em.find(ProposedChange, { requestId: { $in: ids } }, fields), ({ requestId }) => requestId);
  const decided = await findDecided(em, ids);
  return requests.map((request) => {
    const { id, project, environment, state, createdByUserId, createdBy, createdAt } = request;
    const own = changes.get(id) ?? [];
    const { schedule } = serializeDecided(request, decided, '');
    return {
      id,
      title: titleOf(request),
      project,
      environment,
      state,
      createdBy: serializeAuthor(createdByUserId, createdBy),
      ...(request.via && { via: request.via }),
      createdAt: createdAt.toISOString(),
      features: [...new Set(own.flatMap(({ feature }) => feature ?? []))],
      segments: [...new Set(own.flatMap(({ feature, segment }) => (feature === null && segment ? [segment] : [])))],
      ...(request.review && { review: request.review }),
      ...(isReasonDue(request) && { reasonDue: true as const }),
      ...(schedule && { schedule }),
    };
  });
}
