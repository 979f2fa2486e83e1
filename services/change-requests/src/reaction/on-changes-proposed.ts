import { type changesProposed, type Principal, system } from '@signalbox/contracts';
import type { Context, ReceivedEvent } from '@signalbox/kit';
import { mergeInto } from '../change/add-changes.ts';
import { isTooMuch } from '../change/change.schema.ts';
import { mergeChanges } from '../change/merge-changes.ts';
import { openSeparateDraft, openRequest } from '../change/open-request.ts';
import { type NewChange, numbered } from '../change/store-changes.ts';
import type { Where } from '../change/dry-run.ts';
import { ChangeRequest } from '../request/change-request.ts';
import { move, moveByEdit } from '../request/move.ts';
import { findChanges, type ProposedChange } from '../request/proposed-change.ts';
import { activeStates, type Transition, transitions, type Trigger } from '../request/state-machine.ts';

/** The number of approvals of imports is unknown until the first dry run. */
const notKnownYet = { requiredApprovals: 0 };

/** Adds imported changes for a protected environment to the importer's open request, or to a draft. Plans get requests of their own. */
export async function onChangesProposed(unit: Context, event: ReceivedEvent<typeof changesProposed>): Promise<void> {
  const context: Context = { ...unit, actor: authorOf(event) };
  const where = { project: event.project ?? '', environment: event.environment ?? '' };
  const proposed = numbered(event.data.changes);
  const { planHash, requiredApprovals = 0 } = event.data;
  if (planHash !== undefined) return proposePlan(context, where, proposed, { planHash, requiredApprovals });
  const open = await openRequest(context, where, notKnownYet);
  const request = (await accepts(context, open, proposed)) ? open : await openSeparateDraft(context, where, notKnownYet);
  await addTo(context, request, proposed);
  await context.em.flush();
}

/** Sends the changes of a plan to review. The same plan has one open request in each environment. */
async function proposePlan(
  context: Context,
  where: Where,
  proposed: readonly NewChange[],
  { planHash, requiredApprovals }: { readonly planHash: string; readonly requiredApprovals: number },
): Promise<void> {
  const { em } = context;
  if ((await em.count(ChangeRequest, { ...where, planHash, state: { $in: [...activeStates] } })) > 0) return;
  const request = await openSeparateDraft(context, where, { requiredApprovals });
  await addTo(context, request, proposed);
  request.planHash = planHash;
  await move(context, request, transitionOf(request, 'In review'), { planHash });
  await em.flush();
}

async function addTo(context: Context, request: ChangeRequest, proposed: readonly NewChange[]): Promise<void> {
  await mergeInto(context, request, proposed, { changes: [] });
  await moveByEdit(context, request, transitionOf(request, 'edit'));
}

function transitionOf(request: ChangeRequest, trigger: Trigger): Transition {
  const found = transitions.find((transition) => transition.from === request.state && transition.trigger === trigger);
  if (!found) throw new Error(`a request that is ${request.state} has no transition ${trigger}`);
  return found;
}

/** False for a request that is being applied or would become too large. */
async function accepts({ em }: Context, request: ChangeRequest, proposed: readonly NewChange[]): Promise<boolean> {
  if (request.applyingSince !== null) return false;
  const merged = mergeChanges<NewChange | ProposedChange>(await findChanges(em, request.id), proposed);
  return !isTooMuch(merged.map(({ change }) => change));
}

/** The principal of the importer, reconstructed from its key. */
function authorOf({ createdBy, createdByUserId, data: { author } }: ReceivedEvent<typeof changesProposed>): Principal {
  const [kind = '', id] = author.split(':');
  return {
    ...system,
    kind: kind as Principal['kind'],
    id: createdByUserId,
    name: createdBy,
    ...(createdByUserId === null && { tokenId: Number(id) }),
  };
}
