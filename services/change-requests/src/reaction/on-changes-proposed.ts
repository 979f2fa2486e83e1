import { type changesProposed, principalKey, type ProposalTarget } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { mergeInto } from '../change/add-changes.ts';
import { isTooMuch } from '../change/change.schema.ts';
import { mergeChanges } from '../change/merge-changes.ts';
import { lock, openSeparateDraft, openTarget } from '../change/open-request.ts';
import { type NewChange, numbered } from '../change/store-changes.ts';
import type { Where } from '../change/dry-run.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { reviewersToNotify } from '../move/available-reviewers.ts';
import { move, moveByEdit } from '../request/move.ts';
import { findChanges, type ProposedChange } from '../request/proposed-change.ts';
import { activeStates, type Transition, transitions, type Trigger } from '../request/state-machine.ts';
import { authorOf } from './author-of.ts';

/**
 * Adds the changes of an import, an undo or a plan to the author's draft, or to the request that the author chose. A plan without a choice
 * gets a request of its own, in review. A plan is in one open request of each environment.
 */
export async function onChangesProposed(unit: Context, event: ReceivedEvent<typeof changesProposed>): Promise<void> {
  const context = unit.actAs(authorOf(event));
  const { em } = context;
  const where = { project: event.project ?? '', environment: event.environment ?? '' };
  const proposed = numbered(event.data.changes);
  // The number of approvals of imports is unknown until the first dry run.
  const { planHash, into, requiredApprovals = 0 } = event.data;
  if (planHash !== undefined && (await isProposed(context, where, planHash))) return;
  const isForReview = planHash !== undefined && into === undefined;
  const request = await accepting(context, where, isForReview ? 'new' : (into ?? 'draft'), { proposed, requiredApprovals });
  await mergeInto(context, request, proposed, { changes: [] }, planHash);
  request.minApprovals = Math.max(request.minApprovals, requiredApprovals);
  await moveByEdit(context, request, transitionOf(request, 'edit'));
  request.planHash = planHash ?? null;
  if (isForReview) {
    await em.flush();
    await move(context, request, transitionOf(request, 'In review'), { planHash, reviewers: await reviewersToNotify(context, request) });
  }
  await em.flush();
}

/** Drafts count only for their author. */
async function isProposed({ em, actor }: Context, where: Where, planHash: string): Promise<boolean> {
  const isVisible = { $or: [{ state: { $ne: 'Draft' as const } }, { author: principalKey(actor) }] };
  return (await em.count(ChangeRequest, { ...where, planHash, state: { $in: [...activeStates] }, ...isVisible })) > 0;
}

interface Proposal {
  readonly proposed: readonly NewChange[];
  readonly requiredApprovals: number;
}

/** The request that the changes go to: another draft if that one cannot be edited now or would become too large. */
async function accepting(context: Context, where: Where, into: ProposalTarget, { proposed, ...demands }: Proposal): Promise<ChangeRequest> {
  const numberedRequest = Number(into);
  const request = Number.isNaN(numberedRequest)
    ? await openTarget(context, where, into, demands)
    : await context.em.findOne(ChangeRequest, { id: numberedRequest, ...where, author: principalKey(context.actor) }, lock);
  return request && (await accepts(context, request, proposed)) ? request : openSeparateDraft(context, where, demands);
}

function transitionOf(request: ChangeRequest, trigger: Trigger): Transition {
  const found = transitions.find((transition) => transition.from === request.state && transition.trigger === trigger);
  if (!found) throw new Error(`a request that is ${request.state} has no transition ${trigger}`);
  return found;
}

async function accepts({ em }: Context, request: ChangeRequest, proposed: readonly NewChange[]): Promise<boolean> {
  if (request.applyingSince !== null || !activeStates.includes(request.state)) return false;
  const merged = mergeChanges<NewChange | ProposedChange>(await findChanges(em, request.id), proposed);
  return !isTooMuch(merged.map(({ change }) => change));
}
