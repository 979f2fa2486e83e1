import { createHash } from 'node:crypto';
import {
  type Change,
  changeOfEvent,
  changeRequestCreated,
  type Envelope,
  type EventBody,
  maxChanges,
  maxCommentCharacters,
  protectionBypassed,
} from '@signalbox/contracts';
import type { Context, EntityManager, ReceivedEvent } from '@signalbox/kit';
import { ChangeRequest, titleFrom } from '../request/change-request.ts';
import { defaultTitle } from '../request/default-title.ts';
import { whereOf } from '../request/move.ts';
import { ProposedChange } from '../request/proposed-change.ts';
import { RequestComment } from '../tables/change-request.ts';
import { authorOf } from './author-of.ts';
import { isAnyBypass, noteBypass, requestOfBypass } from './affected-requests.ts';

/** True if the batch has events of a direct write that a request records or will record. */
export async function recordsAny(em: EntityManager, batch: readonly Envelope[]): Promise<boolean> {
  if (batch.some(({ data }) => data.type === protectionBypassed.type)) return true;
  const keys = batch.flatMap(({ correlationid, data }) => (correlationid === undefined ? [] : bypassKey(correlationid, data)));
  return isAnyBypass(em, [...new Set(keys)]);
}

/** Key of a direct write. Callers may choose the correlation id, so the key includes the author. */
export const bypassKey = (correlationId: string, { createdByUserId, createdBy }: EventBody): string =>
  createHash('sha256')
    .update(JSON.stringify([correlationId, createdByUserId, createdBy]))
    .digest('hex');

/** Creates an applied request that records a direct write for later review. Its changes follow. */
export async function onBypass(
  context: Context,
  event: ReceivedEvent<typeof protectionBypassed>,
  { correlationid = '' }: Envelope,
): Promise<void> {
  const { author, reason, reasonFollows = false } = event.data;
  const title = reasonFollows ? null : titleFrom(reason);
  const at = new Date(event.createdAt);
  const key = bypassKey(correlationid, event);
  const request = context.em.create(ChangeRequest, {
    origin: context.id(),
    project: event.project ?? '',
    environment: event.environment ?? '',
    author,
    active: null,
    state: 'Applied',
    title,
    minApprovals: 0,
    createdByUserId: event.createdByUserId,
    createdBy: event.createdBy,
    createdAt: at,
    stateTimestamps: { Applied: at.toISOString() },
    lastCommentId: 0,
    attempt: 0,
    applyingByClock: false,
    applyingSince: null,
    applyingActor: null,
    bypass: key,
    review: 'due',
    contentTitle: null,
  });
  await context.em.flush();
  noteBypass(context, key, request.id);
  const created = { ...whereOf(request), data: { changeRequestId: request.id, state: 'Applied', title } };
  context.actAs(authorOf(event)).publish(changeRequestCreated, created);
  if (title !== null && title !== reason) note(context, request, reason, event);
  await context.em.flush();
}

/** Adds the change of a direct write to the request that records it. Ignores other events. */
export async function recordDirectWrite(context: Context, { correlationid, data: event }: Envelope): Promise<void> {
  if (correlationid === undefined || event.type === protectionBypassed.type) return;
  const id = await requestOfBypass(context, bypassKey(correlationid, event));
  if (id === undefined) return;
  const request = await context.em.findOne(ChangeRequest, { id });
  if (!request || (event.project !== null && event.project !== request.project)) return;
  const change = changeOfEvent(event);
  const isHere = event.environment === null || event.environment === request.environment;
  const existing = change && isHere ? await context.em.count(ProposedChange, { requestId: request.id }) : 0;
  if (change && isHere && existing < maxChanges) await store(context, request, { change, sortOrder: existing + 1, event });
  else await mention(context, request, event);
  await context.em.flush();
}

async function store(
  { em }: Context,
  request: ChangeRequest,
  { change, sortOrder, event }: { readonly change: Change; readonly sortOrder: number; readonly event: EventBody },
): Promise<void> {
  const row = em.create(ProposedChange, {
    requestId: request.id,
    sortOrder,
    action: change.action,
    feature: change.feature,
    segment: change.feature === null ? ((event.data ?? event.preData) as { readonly name?: string }).name : null,
    payload: change.payload ?? null,
    snapshot: null,
    createdByUserId: event.createdByUserId,
    createdBy: event.createdBy,
    author: request.author,
    createdAt: new Date(event.createdAt),
  });
  const first = sortOrder === 1 ? row : await em.findOne(ProposedChange, { requestId: request.id, sortOrder: 1 });
  request.contentTitle = defaultTitle(request.environment, first ?? row, sortOrder);
}

const opening = 'Also changed: ';

/** Lists events without a change action in a comment, up to its maximum length. The event log has all of them. */
async function mention(context: Context, request: ChangeRequest, { type, featureName, environment, ...event }: EventBody): Promise<void> {
  const what = `${type}${featureName === null ? '' : ` of ${featureName}`}${environment === null ? '' : ` in ${environment}`}`;
  const where = { requestId: request.id, createdByUserId: null, createdBy: context.actor.name, text: { $like: `${opening}%` } };
  const comment = await context.em.findOne(RequestComment, where, { orderBy: { id: 'desc' } });
  if (!comment) note(context, request, `${opening}${what}`, { ...event, createdByUserId: null, createdBy: context.actor.name });
  else if (comment.text.length + what.length + 2 <= maxCommentCharacters) comment.text = `${comment.text}, ${what}`;
}

function note(
  { em }: Context,
  request: ChangeRequest,
  text: string,
  { createdByUserId, createdBy, createdAt }: Pick<EventBody, 'createdByUserId' | 'createdBy' | 'createdAt'>,
): void {
  request.lastCommentId += 1;
  em.create(RequestComment, {
    requestId: request.id,
    id: request.lastCommentId,
    text,
    createdByUserId,
    createdBy,
    createdAt: new Date(createdAt),
  });
}
