import { DateTime } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { Type, type Static } from 'typebox';
import { ChangeAuthor, ChangeRequestState, serializeAuthor, ScheduleShape } from '../request/change-request.schema.ts';
import { type ChangeRequest, isReasonDue } from '../request/change-request.ts';
import { findDecided, serializeDecided } from '../request/serialize-request.ts';
import { ProposedChange } from '../request/proposed-change.ts';

/** A request as lists over projects show it. */
export const FoundChangeRequest = Type.Object({
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
  /** There for what was written directly, before anybody approved: whether somebody still has to look at it. */
  review: Type.Optional(Type.Enum(['due', 'done'])),
  /** There while its author has not said yet why it was written directly. */
  reasonDue: Type.Optional(Type.Literal(true)),
  schedule: Type.Optional(ScheduleShape),
});
export type FoundChangeRequest = Static<typeof FoundChangeRequest>;

/** In the order given. */
export async function serializeFound(em: EntityManager, requests: readonly ChangeRequest[]): Promise<FoundChangeRequest[]> {
  const ids = requests.map(({ id }) => id);
  const fields = { fields: ['requestId', 'feature', 'segment'], orderBy: { sortOrder: 'asc' } } as const;
  const changes = Map.groupBy(await em.find(ProposedChange, { requestId: { $in: ids } }, fields), ({ requestId }) => requestId);
  const decided = await findDecided(em, ids);
  return requests.map((request) => {
    const { id, title, project, environment, state, createdByUserId, createdBy, createdAt } = request;
    const own = changes.get(id) ?? [];
    const { schedule } = serializeDecided(request, decided, '');
    return {
      id,
      ...(title && { title }),
      project,
      environment,
      state,
      createdBy: serializeAuthor(createdByUserId, createdBy),
      createdAt: createdAt.toISOString(),
      features: [...new Set(own.flatMap(({ feature }) => feature ?? []))],
      segments: [...new Set(own.flatMap(({ feature, segment }) => (feature === null && segment ? [segment] : [])))],
      ...(request.review && { review: request.review }),
      ...(isReasonDue(request) && { reasonDue: true as const }),
      ...(schedule && { schedule }),
    };
  });
}
