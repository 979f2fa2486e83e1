import { LockMode } from '@mikro-orm/core';
import { changeRequestCreated, principalKey, type Protection } from '@signalbox/contracts';
import type { Context } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import type { Where } from './dry-run.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { whereOf } from '../request/move.ts';

export const activeOf = (actor: Context['actor'], { project, environment }: Where) => ({
  author: principalKey(actor),
  project,
  environment,
  active: true,
});

/**
 * The caller's open request in the environment, locked, or a new draft. A unique index allows only one; the loser of a race
 * uses the winner's.
 */
export async function openRequest(
  context: Context,
  where: Where,
  { requiredApprovals }: Pick<Protection, 'requiredApprovals'>,
): Promise<ChangeRequest> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const find = () => context.em.findOne(ChangeRequest, activeOf(context.actor, where), lock);
  const found = await find();
  if (found) return found;
  const origin = context.id();
  await mergeRows(context.em, 'change_request', { key: ['author', 'project_id', 'environment', 'active'], merge: {} }, [
    draft(context, where, { origin, requiredApprovals }),
  ]);
  const request = await find();
  if (!request) throw new Error('the inserted draft does not exist');
  if (request.origin === origin) publishCreated(context, request);
  return request;
}

/** An additional draft of the caller for changes that the open request cannot accept. It is never the target of later changes. */
export async function openSeparateDraft(
  context: Context,
  where: Where,
  { requiredApprovals }: Pick<Protection, 'requiredApprovals'>,
): Promise<ChangeRequest> {
  const { actor, now } = context;
  const request = context.em.create(ChangeRequest, {
    origin: context.id(),
    ...where,
    author: principalKey(actor),
    active: null,
    state: 'Draft',
    title: null,
    minApprovals: requiredApprovals,
    createdByUserId: actor.id,
    createdBy: actor.name,
    createdAt: now(),
    stateTimestamps: { Draft: now().toISOString() },
    lastCommentId: 0,
    attempt: 0,
    applyingByClock: false,
    applyingSince: null,
    applyingActor: null,
  });
  await context.em.flush();
  publishCreated(context, request);
  return request;
}

const publishCreated = (context: Context, request: ChangeRequest): void =>
  context.publish(changeRequestCreated, { ...whereOf(request), data: { changeRequestId: request.id, state: 'Draft', title: null } });

function draft(
  { actor, now }: Context,
  { project, environment }: Where,
  { origin, requiredApprovals }: { readonly origin: string; readonly requiredApprovals: number },
): Record<string, string | number | null> {
  const at = now();
  return {
    origin,
    project_id: project,
    environment,
    author: principalKey(actor),
    active: 1,
    state: 'Draft',
    title: null,
    min_approvals: requiredApprovals,
    created_by_user_id: actor.id,
    created_by: actor.name,
    created_at: at.getTime(),
    state_timestamps: JSON.stringify({ Draft: at.toISOString() }),
    last_comment_id: 0,
    attempt: 0,
    applying_since: null,
    applying_actor: null,
    applying_by_clock: 0,
  };
}
