import { LockMode } from '@mikro-orm/core';
import { Failure, principalKey } from '@signalbox/contracts';
import type { Context, EntityManager, OpenContext } from '@signalbox/kit';
import { activeStates } from './state-machine.ts';
import { changeRequestTable, type State } from '../tables/change-request.ts';

/** Changes that somebody proposes to a protected environment, and how far they have come. */
export class ChangeRequest extends changeRequestTable.entity.class {
  /** Comes into a state at a moment; when it was there before is forgotten. */
  enter(state: State, now: Date): void {
    this.state = state;
    if (!activeStates.includes(state)) this.active = null;
    this.stateTimestamps = { ...this.stateTimestamps, [state]: now.toISOString() };
  }
}
changeRequestTable.entity.setClass(ChangeRequest);

/** The title that somebody gave it, or that it has by its number. */
export const titleOf = ({ id, title }: Pick<ChangeRequest, 'id' | 'title'>): string => title ?? `Change Request #${id}`;

export const maxTitleCharacters = 255;

/** Line breaks and other control characters become blanks: mails and lists show a title on one line. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** The beginning of a reason, as far as it fits in a title. */
export const titleFrom = (reason: string): string => onOneLine(reason).slice(0, maxTitleCharacters).toWellFormed();

/** Whether it tells of a direct write in an emergency, whose author still has to say why: the reason becomes its title. */
export const isReasonDue = ({ review, title }: Pick<ChangeRequest, 'review' | 'title'>): boolean => Boolean(review) && title === null;

/** What names a request on the wire. */
export interface RequestKey {
  readonly projectId: string;
  readonly id: number;
}

type Reading = Pick<OpenContext, 'access' | 'actor'> & { readonly em: EntityManager };

/** 404 for a request that does not exist in the project, and for a draft of somebody else. */
export async function findRequest(context: Reading, { projectId, id }: RequestKey): Promise<ChangeRequest> {
  return visible(context, await context.em.findOne(ChangeRequest, { id, project: projectId }), id);
}

/** `findRequest` for a change: the row is locked. */
export async function lockRequest(context: Context, { projectId, id }: RequestKey): Promise<ChangeRequest> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  return visible(context, await context.em.findOne(ChangeRequest, { id, project: projectId }, lock), id);
}

/** 409 while somebody applies it: until that has come to an end nobody else may move it. */
export function refuseWhileApplied({ id, applyingSince }: ChangeRequest): void {
  if (applyingSince === null) return;
  throw new Failure('ConflictError', `Change request ${id} is being applied. Check again in a few seconds.`, { retryAfterSeconds: 1 });
}

function visible(context: Omit<Reading, 'em'>, request: ChangeRequest | null, id: number): ChangeRequest {
  if (!request || !maySee(context, request)) throw new Failure('NotFoundError', `There is no change request ${id} in this project.`);
  return request;
}

/** A draft is its author's alone, and administrators'. */
export const maySee = (context: Omit<Reading, 'em'>, request: Pick<ChangeRequest, 'state' | 'author'>): boolean =>
  request.state !== 'Draft' || isAuthor(context, request) || isAdministrator(context);

export const isAuthor = ({ actor }: Pick<Reading, 'actor'>, { author }: Pick<ChangeRequest, 'author'>): boolean =>
  principalKey(actor) === author;

export const isAdministrator = ({ access, actor }: Omit<Reading, 'em'>): boolean => access.allows(actor, ['ADMIN']);
