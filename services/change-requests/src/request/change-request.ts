import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { Failure, type Principal, principalKey } from '@signalbox/contracts';
import { type Context, type EntityManager, Instant, JsonText, type OpenContext } from '@signalbox/kit';
import { activeStates, type State } from './state-machine.ts';

export const changeRequestEntity = defineEntity({
  name: 'ChangeRequest',
  tableName: 'change_request',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Of the unit of work that made the row: whoever finds another one there did not. */
    origin: p.string(),
    project: p.string().fieldName('project_id'),
    environment: p.string(),
    /** `principalKey` of the author. */
    author: p.string(),
    /** Null for those that do not stand in the way of another one of their author. */
    active: p.boolean().nullable(),
    state: p.string().$type<State>(),
    title: p.string().nullable(),
    /** As the environment demanded when the request was created. */
    minApprovals: p.integer().fieldName('min_approvals'),
    createdByUserId: p.integer().fieldName('created_by_user_id').nullable(),
    createdBy: p.string().fieldName('created_by'),
    createdAt: p.type(Instant).$type<Date>().fieldName('created_at'),
    /** When it last came into each state. */
    stateTimestamps: p.type(JsonText).$type<Partial<Record<State, string>>>().fieldName('state_timestamps'),
    lastCommentId: p.integer().fieldName('last_comment_id').default(0),
    /** How often somebody has begun to apply it. */
    attempt: p.integer().default(0),
    /** Since when it is being applied, and by whom: the note that keeps everybody else away. Null while nobody does. */
    applyingSince: p.type(Instant).$type<Date>().fieldName('applying_since').nullable(),
    applyingActor: p.type(JsonText).$type<Principal>().fieldName('applying_actor').nullable(),
    /** Whether its time had come, or somebody asked for it. */
    applyingByClock: p.boolean().fieldName('applying_by_clock').default(false),
    /** The direct write that it tells of, by `bypassKey`. Null where it was proposed. */
    bypass: p.string().nullable(),
    /** Whether somebody still has to look at a direct write; null where it was proposed. */
    review: p.string().$type<'due' | 'done'>().nullable(),
    /** `principalKey` of everybody who added, edited or removed a change. */
    shapedBy: p.type(JsonText).$type<string[]>().fieldName('shaped_by').nullable(),
    /** `contentHash` as of the last edit or move; null until then. */
    contentHash: p.string().fieldName('content_hash').nullable(),
    /** Size of the payloads of its changes; null like the hash. */
    payloadBytes: p.integer().fieldName('payload_bytes').nullable(),
    /** Whether its payloads were dropped, some time after it was cancelled or rejected. */
    payloadsDropped: p.boolean().fieldName('payloads_dropped').default(false),
  },
});

/** Changes that somebody proposes to a protected environment, and how far they have come. */
export class ChangeRequest extends changeRequestEntity.class {
  /** Comes into a state at a moment; when it was there before is forgotten. */
  enter(state: State, now: Date): void {
    this.state = state;
    if (!activeStates.includes(state)) this.active = null;
    this.stateTimestamps = { ...this.stateTimestamps, [state]: now.toISOString() };
  }
}
changeRequestEntity.setClass(ChangeRequest);

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
  throw new Failure('ConflictError', `Change request ${id} is being applied. Look again in a moment.`, { retryAfterSeconds: 1 });
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
