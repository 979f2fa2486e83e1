import type { ChangesetOutput, ExaminedChange } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { type ChangeRequestShape, presentAuthor, presentDecision } from './change-request.schema.ts';
import { type ChangeRequest, isReasonDue, titleOf } from './change-request.ts';
import { Approval, Rejection } from './decisions.ts';
import { differencesOf } from './differences.ts';
import { contentHash, findChanges, findOutlines, type ListedChange } from './proposed-change.ts';
import { findScheduledBeside, type ScheduledBeside } from './schedule-conflicts.ts';
import { RequestComment } from './request-comment.ts';
import { RequestSchedule } from './request-schedule.ts';

/** What toggles says of the changes; null where nobody asked it. */
export type Examined = Pick<ChangesetOutput, 'conflicts' | 'changes' | 'defaultChanges' | 'effectsHash' | 'frozen'> | null;

/** One request with its payloads. `examined` is the examination by toggles, if there was one. */
export async function presentRequest(em: EntityManager, request: ChangeRequest, examined: Examined = null): Promise<ChangeRequestShape> {
  const changes = await findChanges(em, request.id);
  const hash = examined ? contentHash(request, changes, examined.effectsHash) : (request.contentHash ?? contentHash(request, changes));
  const decided = await findDecided(em, [request.id]);
  const beside = await findScheduledBeside(em, [request]);
  return { ...presentContent(request, changes, { examined, beside }), ...presentDecided(request, decided, hash) };
}

/**
 * Requests as lists show them, in the order given. Neither payloads nor snapshots are read, except those of the requests in
 * `withPayloads`; the content hash is the stored one.
 */
export async function presentListed(
  em: EntityManager,
  requests: readonly ChangeRequest[],
  withPayloads: readonly ChangeRequest[] = [],
): Promise<ChangeRequestShape[]> {
  const complete = new Set(withPayloads.map(({ id }) => id));
  const ids = requests.map(({ id }) => id);
  const changes = Map.groupBy<number, ListedChange>(
    [...(await findChanges(em, ...complete)), ...(await findOutlines(em, ...ids.filter((id) => !complete.has(id))))],
    ({ requestId }) => requestId,
  );
  const decided = await findDecided(em, ids);
  const beside = await findScheduledBeside(em, requests);
  return requests.map((request) => ({
    ...presentContent(request, changes.get(request.id) ?? [], { examined: null, beside }),
    ...presentDecided(request, decided, request.contentHash ?? null),
  }));
}

/** What others have said of requests. */
interface Decided {
  readonly approvals: ReadonlyMap<number, readonly Approval[]>;
  readonly rejections: ReadonlyMap<number, readonly Rejection[]>;
  readonly comments: ReadonlyMap<number, readonly RequestComment[]>;
  readonly schedules: ReadonlyMap<number, RequestSchedule>;
}

export async function findDecided(em: EntityManager, ids: readonly number[]): Promise<Decided> {
  const those = { requestId: { $in: [...ids] } };
  const inOrder = { orderBy: { createdAt: 'asc', userId: 'asc' } } as const;
  const byRequest = <T extends { requestId: number }>(rows: readonly T[]) => Map.groupBy(rows, ({ requestId }) => requestId);
  return {
    approvals: byRequest(await em.find(Approval, those, inOrder)),
    rejections: byRequest(await em.find(Rejection, those, inOrder)),
    comments: byRequest(await em.find(RequestComment, those, { orderBy: { id: 'asc' } })),
    schedules: new Map((await em.find(RequestSchedule, those)).map((schedule) => [schedule.requestId, schedule])),
  };
}

/** Decisions and comments on one request. Approvals of another content are left out; an unknown hash (null) leaves out none. */
export function presentDecided({ id, state }: ChangeRequest, { approvals, rejections, comments, schedules }: Decided, hash: string | null) {
  const schedule = state === 'Scheduled' ? schedules.get(id) : undefined;
  return {
    ...(hash !== null && { contentHash: hash }),
    approvals: (approvals.get(id) ?? []).filter((approval) => hash === null || approval.contentHash === hash).map(presentDecision),
    rejections: (rejections.get(id) ?? []).map(presentDecision),
    comments: (comments.get(id) ?? []).map(presentComment),
    ...(schedule && { schedule: presentSchedule(schedule) }),
  };
}

const presentSchedule = ({ scheduledAt, status, failureReason, scheduledBy, orphaned }: RequestSchedule) => ({
  scheduledAt: scheduledAt.toISOString(),
  status,
  failureReason: failureReason ?? null,
  scheduledBy: scheduledBy.name,
  ...(orphaned && { schedulerDeleted: true }),
});

const presentComment = (comment: RequestComment) => ({
  id: comment.id,
  text: comment.text,
  createdBy: presentAuthor(comment.createdByUserId, comment.createdBy),
  createdAt: comment.createdAt.toISOString(),
});

/** The request itself, without what it consists of. */
export const presentHead = (request: ChangeRequest) => ({
  id: request.id,
  title: titleOf(request),
  project: request.project,
  environment: request.environment,
  state: request.state,
  minApprovals: request.minApprovals,
  createdBy: presentAuthor(request.createdByUserId, request.createdBy),
  createdAt: request.createdAt.toISOString(),
  stateTimestamps: request.stateTimestamps,
  ...(request.review && { review: request.review }),
  ...(isReasonDue(request) && { reasonDue: true as const }),
  ...(request.payloadsDropped && { payloadsDropped: true as const }),
});

/** What is said of changes beyond what is stored of them. */
interface Findings {
  readonly examined: Examined;
  readonly beside: ReadonlyMap<number, readonly ScheduledBeside[]>;
}

function presentContent(request: ChangeRequest, changes: readonly ListedChange[], { examined, beside }: Findings) {
  const byId = new Map(examined?.changes.map((change) => [change.id, change]));
  const present = (change: ListedChange) => ({
    ...presentChange(change, byId.get(change.id)),
    ...presentBeside(beside.get(change.id) ?? []),
  });
  const features = Map.groupBy(
    changes.filter(({ feature }) => feature !== null),
    ({ feature }) => feature ?? '',
  );
  return {
    ...presentHead(request),
    ...(examined?.frozen && { frozen: examined.frozen }),
    features: [...features].map(([name, own]) => ({ name, changes: own.map(present), ...presentFeature(name, examined) })),
    segments: changes
      .filter(({ feature }) => feature === null)
      .map((change) => ({ name: byId.get(change.id)?.segment ?? change.segment ?? '', ...present(change) })),
  };
}

const presentBeside = (requests: readonly ScheduledBeside[]) =>
  requests.length === 0
    ? {}
    : { scheduleConflicts: { changeRequests: requests.map(({ id, title }) => ({ id, ...(title !== null && { title }) })) } };

function presentFeature(name: string, examined: Examined) {
  const conflict = examined?.conflicts.find(({ feature }) => feature === name);
  const defaultChange = examined?.defaultChanges.find(({ feature }) => feature === name);
  return {
    ...(conflict && { conflict: fragment(conflict.refusal.message) }),
    ...(defaultChange && { defaultChange: { action: defaultChange.action, payload: defaultChange.payload } }),
  };
}

function presentChange(change: ListedChange, examined: ExaminedChange | undefined) {
  const differences = examined ? differencesOf(change.snapshot ?? null, examined) : [];
  return {
    id: change.id,
    action: change.action,
    ...(examined?.refusal && { conflict: fragment(examined.refusal.message) }),
    payload: change.payload ?? {},
    before: examined ? examined.current : (change.snapshot ?? null),
    createdBy: presentAuthor(change.createdByUserId, change.createdBy),
    createdAt: change.createdAt.toISOString(),
    ...(examined && { sentence: examined.sentence }),
    ...(differences.length > 0 && { differences }),
  };
}

/** Consoles put the full stop themselves. */
const fragment = (message: string): string => message.replace(/\.$/, '');
