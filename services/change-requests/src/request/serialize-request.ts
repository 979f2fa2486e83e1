import { type ChangeDefinition, changes as kinds, type ChangesetOutput, type DryRunChange } from '@signalbox/contracts';
import type { EntityManager } from '@signalbox/kit';
import { type ChangeRequestShape, serializeAuthor, serializeDecision } from './change-request.schema.ts';
import { approvalsNeededElsewhere, type ChangeRequest, isReasonDue, requiredApprovalsOf, titleOf } from './change-request.ts';
import { Approval, Rejection } from '../tables/decision.ts';
import { differencesOf } from './differences.ts';
import { contentHash, findChanges, findOutlines, type ListedChange } from './proposed-change.ts';
import { findScheduledConflicts, type ScheduledConflict } from './schedule-conflicts.ts';
import { RequestComment } from '../tables/change-request.ts';
import { RequestSchedule } from './request-schedule.ts';

/** Findings of toggles about the changes; null without a dry run. */
export type DryRunFindings = Pick<
  ChangesetOutput,
  'protection' | 'demands' | 'conflicts' | 'changes' | 'defaultChanges' | 'effectsHash' | 'frozen'
> | null;

/** One request with its payloads, and the findings of a dry run, if any. */
export async function serializeRequest(
  em: EntityManager,
  request: ChangeRequest,
  outcome: DryRunFindings = null,
): Promise<ChangeRequestShape> {
  const changes = await findChanges(em, request.id);
  const hash = outcome ? contentHash(request, changes, outcome.effectsHash) : (request.contentHash ?? contentHash(request, changes));
  const decided = await findDecided(em, [request.id]);
  const scheduled = await findScheduledConflicts(em, [request]);
  return { ...serializeContent(request, changes, { outcome, scheduled }), ...serializeDecided(request, decided, hash) };
}

/**
 * Requests in lists, in the given order. Payloads and snapshots are only read for the requests in `withPayloads`; the
 * content hash is the stored one.
 */
export async function serializeListed(
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
  const scheduled = await findScheduledConflicts(em, requests);
  return requests.map((request) => ({
    ...serializeContent(request, changes.get(request.id) ?? [], { outcome: null, scheduled }),
    ...serializeDecided(request, decided, request.contentHash ?? null),
  }));
}

/** Decisions, comments and schedules of requests. */
interface Decided {
  readonly approvals: ReadonlyMap<number, readonly Approval[]>;
  readonly rejections: ReadonlyMap<number, readonly Rejection[]>;
  readonly comments: ReadonlyMap<number, readonly RequestComment[]>;
  readonly schedules: ReadonlyMap<number, RequestSchedule>;
}

export async function findDecided(em: EntityManager, ids: readonly number[]): Promise<Decided> {
  const ofRequests = { requestId: { $in: [...ids] } };
  const inOrder = { orderBy: { createdAt: 'asc', userId: 'asc' } } as const;
  const byRequest = <T extends { requestId: number }>(rows: readonly T[]) => Map.groupBy(rows, ({ requestId }) => requestId);
  return {
    approvals: byRequest(await em.find(Approval, ofRequests, inOrder)),
    rejections: byRequest(await em.find(Rejection, ofRequests, inOrder)),
    comments: byRequest(await em.find(RequestComment, ofRequests, { orderBy: { id: 'asc' } })),
    schedules: new Map((await em.find(RequestSchedule, ofRequests)).map((schedule) => [schedule.requestId, schedule])),
  };
}

/** Decisions and comments on one request. Omits approvals of another content; a null hash is unknown and omits none. */
export function serializeDecided(
  { id, state }: ChangeRequest,
  { approvals, rejections, comments, schedules }: Decided,
  hash: string | null,
) {
  const schedule = state === 'Scheduled' ? schedules.get(id) : undefined;
  return {
    ...(hash !== null && { contentHash: hash }),
    approvals: (approvals.get(id) ?? []).filter((approval) => hash === null || approval.contentHash === hash).map(serializeDecision),
    rejections: (rejections.get(id) ?? []).map(serializeDecision),
    comments: (comments.get(id) ?? []).map(serializeComment),
    ...(schedule && { schedule: serializeSchedule(schedule) }),
  };
}

const serializeSchedule = ({ scheduledAt, status, failureReason, scheduledBy, orphaned }: RequestSchedule) => ({
  scheduledAt: scheduledAt.toISOString(),
  status,
  failureReason: failureReason ?? null,
  scheduledBy: scheduledBy.name,
  ...(orphaned && { schedulerDeleted: true }),
});

const serializeComment = (comment: RequestComment) => ({
  id: comment.id,
  text: comment.text,
  createdBy: serializeAuthor(comment.createdByUserId, comment.createdBy),
  createdAt: comment.createdAt.toISOString(),
});

/** The request without its content. */
const serializeHead = (request: ChangeRequest) => ({
  id: request.id,
  title: titleOf(request),
  project: request.project,
  environment: request.environment,
  state: request.state,
  minApprovals: request.minApprovals,
  createdBy: serializeAuthor(request.createdByUserId, request.createdBy),
  ...(request.via && { via: request.via }),
  createdAt: request.createdAt.toISOString(),
  stateTimestamps: request.stateTimestamps,
  ...(request.planHash && { planHash: request.planHash }),
  ...(request.review && { review: request.review }),
  ...(isReasonDue(request) && { reasonDue: true as const }),
  ...(request.payloadsDropped && { payloadsDropped: true as const }),
});

/** Information about changes that is not stored with them. */
interface Findings {
  readonly outcome: DryRunFindings;
  readonly scheduled: ReadonlyMap<number, readonly ScheduledConflict[]>;
}

function serializeContent(request: ChangeRequest, changes: readonly ListedChange[], { outcome, scheduled }: Findings) {
  const byId = new Map(outcome?.changes.map((change) => [change.id, change]));
  const serialize = (change: ListedChange) => ({
    ...serializeChange(change, byId.get(change.id)),
    ...serializeScheduleConflicts(scheduled.get(change.id) ?? []),
  });
  const changesOf = (kind: ChangeDefinition['of']) => changes.filter(({ action }) => kinds[action].of === kind);
  const features = Map.groupBy(changesOf('feature'), ({ feature }) => feature ?? '');
  const environments = changesOf('environment').map((change) => ({ name: request.environment, ...serialize(change) }));
  return {
    ...serializeHead(request),
    minApprovals: requiredApprovalsOf(request, outcome?.protection ?? null),
    ...(outcome?.frozen && { frozen: outcome.frozen }),
    ...serializeOtherProjects(request, outcome?.demands ?? []),
    features: [...features].map(([name, own]) => ({ name, changes: own.map(serialize), ...serializeFeature(name, outcome) })),
    segments: changesOf('segment').map((change) => ({ name: byId.get(change.id)?.segment ?? change.segment ?? '', ...serialize(change) })),
    ...(environments.length > 0 && { environments }),
  };
}

/** Contains no names of projects, because the reader may not see all of them. */
function serializeOtherProjects({ project }: ChangeRequest, demands: NonNullable<ChangesetOutput['demands']>) {
  const others = demands.filter((demand) => demand.project !== undefined && demand.project !== project);
  const byProject = [...Map.groupBy(others, (demand) => demand.project).values()];
  const approvals = byProject.reduce((sum, own) => sum + approvalsNeededElsewhere(own), 0);
  return others.length === 0
    ? {}
    : { otherProjects: { projects: byProject.length, environments: others.length, requiredApprovals: approvals } };
}

const serializeScheduleConflicts = (requests: readonly ScheduledConflict[]) =>
  requests.length === 0 ? {} : { scheduleConflicts: { changeRequests: requests.map(({ id, title }) => ({ id, title })) } };

function serializeFeature(name: string, outcome: DryRunFindings) {
  const conflict = outcome?.conflicts.find(({ feature }) => feature === name);
  const defaultChange = outcome?.defaultChanges.find(({ feature }) => feature === name);
  return {
    ...(conflict && { conflict: fragment(conflict.refusal.message) }),
    ...(defaultChange && { defaultChange: { action: defaultChange.action, payload: defaultChange.payload } }),
  };
}

function serializeChange(change: ListedChange, outcome: DryRunChange | undefined) {
  const differences = outcome ? differencesOf(change.snapshot ?? null, outcome) : [];
  return {
    id: change.id,
    action: change.action,
    ...(outcome?.refusal && { conflict: fragment(outcome.refusal.message) }),
    payload: change.payload ?? {},
    before: outcome ? outcome.current : (change.snapshot ?? null),
    createdBy: serializeAuthor(change.createdByUserId, change.createdBy),
    createdAt: change.createdAt.toISOString(),
    ...(outcome && { sentence: outcome.sentence }),
    ...(differences.length > 0 && { differences }),
  };
}

/** Consoles add the full stop themselves. */
const fragment = (message: string): string => message.replace(/\.$/, '');
