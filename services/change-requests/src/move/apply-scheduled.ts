import { Failure, type FailureName, systemFor } from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { LockMode } from '@mikro-orm/core';
import { withCurrentRoles } from '../base/known-user.ts';
import { dryRunNow } from './dry-run-now.ts';
import type { DryRunResult } from './read-facts.ts';
import { lackingIn } from './requirements.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { Approval } from '../tables/decision.ts';
import { move } from '../request/move.ts';
import { RequestSchedule, scheduleDetails } from '../request/request-schedule.ts';
import { transitions } from '../request/state-machine.ts';
import { applyRequest } from './apply-request.ts';

const maxAtOnce = 100;

/** Applies due requests on behalf of the users who scheduled them. Permissions are checked again for requests that nobody approved. */
export async function applyScheduled(context: OpenContext): Promise<void> {
  const due = { status: 'pending', scheduledAt: { $lte: context.now() } } as const;
  const schedules = await context.em.find(RequestSchedule, due, { orderBy: { scheduledAt: 'asc', requestId: 'asc' }, limit: maxAtOnce });
  if (schedules.length === 0) return;
  const requests = await context.em.find(ChangeRequest, {
    id: { $in: schedules.map(({ requestId }) => requestId) },
    state: 'Scheduled',
    applyingSince: null,
  });
  const byId = new Map(requests.map((request) => [request.id, request]));
  const faults: unknown[] = [];
  for (const schedule of schedules) {
    const request = byId.get(schedule.requestId);
    if (request) await applyDue(context, request, schedule).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/** Throws faults of the database; the next run of the job tries again. */
async function applyDue(context: OpenContext, request: ChangeRequest, schedule: RequestSchedule): Promise<void> {
  const key = { projectId: request.project, id: request.id };
  try {
    const dryRunResult = await ((await context.em.count(Approval, { requestId: request.id })) > 0
      ? dryRunNow({ ...context, actor: schedule.scheduledBy }, request)
      : dryRunUnapproved(context, request, schedule));
    await applyRequest(context, key, { dryRunResult, onBehalfOf: schedule.scheduledBy });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (!isTemporary(error)) await context.write((unit) => failSchedule(unit, request.id, error.message));
  }
}

/** Dry run of a request that nobody approved. Throws unless the user who scheduled it may still make the changes directly. */
async function dryRunUnapproved(context: OpenContext, request: ChangeRequest, schedule: RequestSchedule): Promise<DryRunResult> {
  const { scheduledBy, orphaned } = schedule;
  if (orphaned)
    throw new Failure(
      'ForbiddenError',
      `The account of ${scheduledBy.name}, who scheduled these changes, was deleted, and nobody approved them.`,
    );
  const dryRunResult = await dryRunNow({ ...context, actor: await withCurrentRoles(context.em, scheduledBy) }, request);
  const lacking = lackingIn(dryRunResult.output);
  if (!lacking) return dryRunResult;
  const scope = lacking.environment === null ? '' : `environment ${lacking.environment} of `;
  throw new Failure(
    'ForbiddenError',
    `${scheduledBy.name}, who scheduled these changes, no longer has the permission ${lacking.permissions.join(' or ')} in ${scope}project ${request.project}, and nobody approved them.`,
  );
}

const temporary: readonly FailureName[] = ['UnavailableError', 'TooEarlyError', 'RateLimitError'];

/** True if the next run of the job should try again: someone else moved the request, or toggles cannot apply it yet, however long. */
const isTemporary = ({ name, extra }: Failure): boolean =>
  temporary.includes(name) || (name === 'ConflictError' && !extra['effectsChanged']);

/** Records and publishes why a request was not applied. Does nothing unless the request is still waiting for its time. */
export async function failSchedule(unit: Context, requestId: number, reason: string): Promise<void> {
  const context = unit.actAs(systemFor(`schedule #${requestId}`));
  const { em } = context;
  const request = await em.findOne(ChangeRequest, { id: requestId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const schedule = await em.findOne(RequestSchedule, { requestId });
  if (request?.state !== 'Scheduled' || request.applyingSince !== null || schedule?.status !== 'pending') return;
  schedule.status = 'failed';
  schedule.failureReason = reason;
  const transition = transitions.find(({ when }) => when === 'it could not be applied');
  if (!transition) throw new Error('the state machine has no transition for a failed application');
  await move(context, request, transition, { ...scheduleDetails(request, schedule), reason });
}
