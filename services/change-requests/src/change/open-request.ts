import { LockMode } from '@mikro-orm/core';
import { changeRequestCreated, Failure, principalKey, type ProposalTarget, type Protection } from '@signalbox/contracts';
import type { Context, EntityManager, OpenContext } from '@signalbox/kit';
import { mergeRows } from '@signalbox/table';
import type { Where } from './dry-run.ts';
import { ChangeRequest, findRequest, lockRequest } from '../request/change-request.ts';
import { whereOf } from '../request/move.ts';

type Demands = Pick<Protection, 'requiredApprovals'>;

export const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;

const ownOf = (actor: Context['actor'], { project, environment }: Where) => ({ author: principalKey(actor), project, environment });

const newestDraft = (em: EntityManager, actor: Context['actor'], where: Where, locking: object = {}): Promise<ChangeRequest | null> =>
  em.findOne(ChangeRequest, { ...ownOf(actor, where), state: 'Draft' }, { orderBy: { id: 'desc' }, ...locking });

/** The existing request that `openTarget` would return, if any. Without a target, it is the caller's open request. */
export async function findTarget(context: OpenContext, where: Where, into: ProposalTarget | undefined): Promise<ChangeRequest | null> {
  const { em, actor } = context;
  if (into === undefined) return em.findOne(ChangeRequest, { ...ownOf(actor, where), active: true });
  if (into === 'new') return null;
  if (into === 'draft') return newestDraft(em, actor, where);
  return inEnvironment(where, await findRequest(context, { projectId: where.project, id: Number(into) }));
}

/** The request that proposed changes go to, locked. */
export async function openTarget(
  context: Context,
  where: Where,
  into: ProposalTarget | undefined,
  demands: Demands,
): Promise<ChangeRequest> {
  if (into === undefined) return openRequest(context, where, demands);
  if (into === 'new') return openSeparateDraft(context, where, demands);
  if (into === 'draft') return openDraft(context, where, demands);
  return inEnvironment(where, await lockRequest(context, { projectId: where.project, id: Number(into) }));
}

function inEnvironment({ environment }: Where, request: ChangeRequest): ChangeRequest {
  if (request.environment === environment) return request;
  throw new Failure('BadDataError', `Change request ${request.id} is not for environment ${environment}.`, { path: 'into' });
}

/** The caller's newest draft, or a new one. The lock on the open request prevents two new ones. */
async function openDraft(context: Context, where: Where, demands: Demands): Promise<ChangeRequest> {
  const find = () => newestDraft(context.em, context.actor, where, lock);
  const found = await find();
  if (found) return found;
  const open = await openRequest(context, where, demands);
  return open.state === 'Draft' ? open : ((await find()) ?? openSeparateDraft(context, where, demands));
}

/**
 * The caller's open request in the environment, locked, or a new draft. A unique index allows only one; the loser of a race
 * uses the winner's.
 */
async function openRequest(context: Context, where: Where, { requiredApprovals }: Demands): Promise<ChangeRequest> {
  const find = () => context.em.findOne(ChangeRequest, { ...ownOf(context.actor, where), active: true }, lock);
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

/** Another draft of the caller, next to the open request. */
export async function openSeparateDraft(context: Context, where: Where, { requiredApprovals }: Demands): Promise<ChangeRequest> {
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
    via: actor.via ?? null,
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
