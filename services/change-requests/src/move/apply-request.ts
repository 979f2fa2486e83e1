import {
  type ChangesetInput,
  type ChangesetOutput,
  Failure,
  failureOf,
  type Principal,
  type Revision,
  runChangeset,
} from '@signalbox/contracts';
import type { Context, OpenContext } from '@signalbox/kit';
import { LockMode } from '@mikro-orm/core';
import { authorsOf } from './approvals.ts';
import { type DryRunResult, readFacts } from './read-facts.ts';
import { otherEffects, refuseUnmet } from './requirements.ts';
import { toChangesetChange } from '../change/dry-run.ts';
import { ChangeRequest, lockRequest, type RequestKey, refuseWhileApplied, requiredApprovalsOf } from '../request/change-request.ts';
import { legalMoves } from '../request/legal-moves.ts';
import { move } from '../request/move.ts';
import { findChanges, type ProposedChange } from '../request/proposed-change.ts';
import { RequestSchedule, scheduleDetails } from '../request/request-schedule.ts';
import { type Requirement, type Transition, transitions } from '../request/state-machine.ts';

/** Data of a note, which marks a request that is being applied. */
interface Note {
  readonly id: number;
  readonly attempt: number;
  readonly actor: Principal;
  readonly project: string;
  readonly environment: string;
  readonly changes: ChangesetInput['changes'];
  readonly authors: string[];
  readonly trigger: 'Applied' | 'time';
  /** The approved effects; undefined when only the outcome is requested. */
  readonly expectedEffects?: string | undefined;
  readonly approvedIn?: ChangesetInput['approvedIn'];
}

/**
 * Applies the request in three steps: stores a note, calls toggles to apply all changes at once, and records the outcome.
 * Nobody else can move the request while the note exists. If the outcome is unknown, the note remains and
 * `finish-applications` resolves it. Returns the new revision of the features, or null if there is none.
 */
export async function applyRequest(context: OpenContext, key: RequestKey, options: ApplyOptions): Promise<Revision | null> {
  const note = await context.write((unit) => begin(unit, key, options));
  const outcome = await execute(context, note, 'apply').catch(failureOf);
  const failure = outcome instanceof Failure ? outcome : null;
  if (failure && isUnknown(failure)) {
    await context.write((unit) => giveUpWaiting(unit, note));
    throw unknownOutcome(note, failure);
  }
  await context.write((unit) => finish(unit, note, failure === null), note.actor);
  if (failure?.extra['effectsChanged']) throw otherEffects(note.id);
  if (outcome instanceof Failure) {
    const { details, extra } = outcome;
    throw new Failure('BadDataError', outcome.message, { details, extra: 'rule' in extra ? { rule: extra['rule'] } : {}, cause: outcome });
  }
  return outcome.revision === undefined ? null : { of: 'features', number: outcome.revision };
}

/** Options of an application, by a user or by the clock on behalf of the user who scheduled it. */
export interface ApplyOptions {
  readonly dryRunResult: DryRunResult;
  /** Content hash that the caller has reviewed. */
  readonly expected?: string | undefined;
  readonly onBehalfOf?: Principal;
}

async function begin(context: Context, key: RequestKey, { dryRunResult, expected, onBehalfOf }: ApplyOptions): Promise<Note> {
  const request = await lockRequest(context, key);
  const [transition] = legalMoves(context, request, onBehalfOf ? 'time' : 'Applied');
  refuseWhileApplied(request);
  request.minApprovals = requiredApprovalsOf(request, dryRunResult.output.protection);
  const facts = await readFacts(context, request, { dryRunResult, expected });
  refuseUnmet(onBehalfOf ? requiredByClock(transition, dryRunResult) : transition.requires, facts);
  request.attempt += 1;
  request.applyingSince = context.now();
  request.applyingActor = onBehalfOf ?? context.actor;
  request.applyingByClock = onBehalfOf !== undefined;
  request.contentHash = facts.content.hash;
  const approvedIn = facts.demands.flatMap((own) => own.demands.map(({ project, environment }) => ({ project, environment })));
  return { ...noteOf(request, facts.content.changes), expectedEffects: dryRunResult.output.effectsHash, approvedIn };
}

/** A scheduled request is applied even if the environment no longer requires change requests (reference, identity side §1.7). */
const requiredByClock = ({ requires }: Transition, { output }: DryRunResult): readonly Requirement[] =>
  output.protection ? requires : requires.filter((requirement) => ['it has changes', 'nothing conflicts'].includes(requirement));

const noteOf = (request: ChangeRequest, proposed: readonly ProposedChange[]): Note => {
  const { id, attempt, applyingActor, applyingByClock, project, environment } = request;
  if (!applyingActor) throw new Error(`change request ${id} is not being applied`);
  const [changes, authors] = [proposed.map(toChangesetChange), authorsOf(request, proposed)];
  return { id, attempt, actor: applyingActor, project, environment, changes, authors, trigger: applyingByClock ? 'time' : 'Applied' };
};

/** The outcome in toggles: whether the changes took effect, and at which revision. Throws the refusal of toggles. */
async function execute({ ask }: Pick<OpenContext, 'ask'>, note: Note, purpose: 'apply' | 'abandon'): Promise<ChangesetOutput> {
  const { id, attempt, actor, project, environment, changes, authors, expectedEffects, approvedIn } = note;
  const key = `change-request:${id}:${attempt}`;
  const expected = { ...(expectedEffects !== undefined && { expectedEffects }), ...(approvedIn && { approvedIn }) };
  return ask(runChangeset, { purpose, key, actor, authors, project, environment, changes, ...expected, states: false });
}

/** True if the changes may have taken effect despite the failure. */
const isUnknown = ({ status }: Failure): boolean => status >= 500;

const unknownOutcome = ({ id }: Note, cause: Failure): Failure =>
  new Failure('UnavailableError', `The outcome of applying change request ${id} is not known yet. Check again in a few seconds.`, {
    retryAfterSeconds: 2,
    cause,
  });

/** Longer than the timeout of the call to toggles. */
const noteMs = 15_000;

/** Expires the note after the call has ended, so that the job can resolve it at once. */
async function giveUpWaiting(context: Context, note: Note): Promise<void> {
  const request = await findNoted(context, note);
  if (request) request.applyingSince = new Date(context.now().getTime() - noteMs);
}

/** Removes the note, and moves the request if the changes took effect. Does nothing if the note was resolved concurrently. */
async function finish(context: Context, note: Note, applied: boolean): Promise<void> {
  const request = await findNoted(context, note);
  if (!request) return;
  request.applyingSince = null;
  request.applyingActor = null;
  request.applyingByClock = false;
  if (!applied) return;
  // Permission was checked at the beginning. Now the changes have taken effect, whatever the caller may do.
  const transition = transitions.find(({ from, trigger }) => from === request.state && trigger === note.trigger);
  if (!transition) throw new Error(`change request ${note.id} was applied while it was ${request.state}`);
  const schedule = await context.em.findOne(RequestSchedule, { requestId: note.id });
  await move(context, request, transition, schedule ? scheduleDetails(request, schedule) : {});
}

/** The locked request, if the note still exists. */
async function findNoted({ em }: Context, { id, attempt }: Note): Promise<ChangeRequest | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const request = await em.findOne(ChangeRequest, { id }, lock);
  return request?.attempt === attempt && request.applyingSince !== null ? request : null;
}

const maxAtOnce = 100;

/** Resolves applications with an unknown outcome. Changes that have not been applied by now never will be. */
export async function finishApplications(context: OpenContext): Promise<void> {
  const before = new Date(context.now().getTime() - noteMs);
  const where = { applyingSince: { $lte: before } };
  const requests = await context.em.find(ChangeRequest, where, { orderBy: { id: 'asc' }, limit: maxAtOnce });
  for (const request of requests) {
    const note = noteOf(request, await findChanges(context.em, request.id));
    const applied = await execute(context, note, 'abandon').then((outcome) => outcome.applied, unlessUnknown);
    if (applied !== null) await context.write((unit) => finish(unit, note, applied), note.actor);
  }
}

/** Null if the outcome is still unknown. */
function unlessUnknown(error: unknown): false | null {
  return isUnknown(failureOf(error)) ? null : false;
}
