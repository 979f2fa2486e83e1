import { LockMode } from '@mikro-orm/core';
import { Failure, principalKey, type Protection } from '@signalbox/contracts';
import type { Context, EntityManager, OpenContext } from '@signalbox/kit';
import { activeStates } from './state-machine.ts';
import { changeRequestTable, type State } from '../tables/change-request.ts';

/** Changes that a user proposes to a protected environment, and their state. */
export class ChangeRequest extends changeRequestTable.entity.class {
  /** Enters a state and records the time, replacing an earlier one. */
  enter(state: State, now: Date): void {
    this.state = state;
    if (!activeStates.includes(state)) this.active = null;
    this.stateTimestamps = { ...this.stateTimestamps, [state]: now.toISOString() };
  }
}
changeRequestTable.entity.setClass(ChangeRequest);

/** The given title, otherwise that of its content. Requests without content have only a number. */
export const titleOf = ({ id, title, contentTitle }: Pick<ChangeRequest, 'id' | 'title' | 'contentTitle'>): string =>
  title ?? contentTitle ?? `Change request ${id}`;

export const maxTitleCharacters = 255;

/** Replaces line breaks and other control characters by blanks, because mails and lists show titles on one line. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The beginning of a reason, cut to the length of a title. */
export const titleFrom = (reason: string): string => onOneLine(reason).slice(0, maxTitleCharacters).toWellFormed();

/** True for a direct write in an emergency whose author has not given the reason yet. The reason becomes the title. */
export const isReasonDue = ({ review, title }: Pick<ChangeRequest, 'review' | 'title'>): boolean => Boolean(review) && title === null;

/**
 * Number of approvals that the request requires: as configured when it was created. A request that was scheduled without approval,
 * before its environment was protected, requires the number of the protection that applies now.
 */
export const requiredApprovalsOf = (
  { minApprovals, state, stateTimestamps }: Pick<ChangeRequest, 'minApprovals' | 'state' | 'stateTimestamps'>,
  protection: Pick<Protection, 'requiredApprovals'> | null,
): number =>
  state === 'Scheduled' && stateTimestamps.Approved === undefined
    ? Math.max(minApprovals, protection?.requiredApprovals ?? 0)
    : minApprovals;

/** Key of a request in paths. */
export interface RequestKey {
  readonly projectId: string;
  readonly id: number;
}

type Reading = Pick<OpenContext, 'access' | 'actor'> & { readonly em: EntityManager };

/** Throws 404 unless the request exists in the project and is visible to the caller. */
export async function findRequest(context: Reading, { projectId, id }: RequestKey): Promise<ChangeRequest> {
  return visible(context, await context.em.findOne(ChangeRequest, { id, project: projectId }), id);
}

/** Like `findRequest`, with a lock on the row. */
export async function lockRequest(context: Context, { projectId, id }: RequestKey): Promise<ChangeRequest> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return visible(context, await context.em.findOne(ChangeRequest, { id, project: projectId }, lock), id);
}

/** Number of approvals that another affected project requires. The reach is not measured there, so it counts as unknown. */
export function approvalsNeededElsewhere(demands: readonly { readonly protection: Protection }[]): number {
  const isSecond = demands.some(({ protection }) => protection.secondApprovalAbove !== null);
  return Math.max(...demands.map(({ protection }) => protection.requiredApprovals)) + (isSecond ? 1 : 0);
}

/** Throws 409 while the request is being applied. */
export function refuseWhileApplied({ id, applyingSince }: ChangeRequest): void {
  if (applyingSince === null) return;
  throw new Failure('ConflictError', `Change request ${id} is being applied. Check again in a few seconds.`, { retryAfterSeconds: 1 });
}

function visible(context: Omit<Reading, 'em'>, request: ChangeRequest | null, id: number): ChangeRequest {
  if (!request || !maySee(context, request)) throw new Failure('NotFoundError', `There is no change request ${id} in this project.`);
  return request;
}

/** Drafts are visible to their author and to administrators. */
export const maySee = (context: Omit<Reading, 'em'>, request: Pick<ChangeRequest, 'state' | 'author'>): boolean =>
  request.state !== 'Draft' || isAuthor(context, request) || isAdministrator(context);

export const isAuthor = ({ actor }: Pick<Reading, 'actor'>, { author }: Pick<ChangeRequest, 'author'>): boolean =>
  principalKey(actor) === author;

export const isAdministrator = ({ access, actor }: Omit<Reading, 'em'>): boolean => access.allows(actor, ['ADMIN']);
